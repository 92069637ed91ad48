// Tests of file and gzip: round trips, damaged input, and a disk that fills up.
// SPDX-License-Identifier: Apache-2.0
#include "codec/file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "codec/gzip.h"

namespace ragp::codec {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, removed at the end.
class FileTest : public ::testing::Test {
 protected:
  FileTest() {
    std::string pattern = (fs::temp_directory_path() / "ragp-file-test-XXXXXX").string();
    dir_ = ::mkdtemp(pattern.data());
  }
  ~FileTest() override { fs::remove_all(dir_); }
  FileTest(const FileTest&) = delete;
  FileTest& operator=(const FileTest&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return (dir_ / name).string(); }
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string raw(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(path(name), std::ios::binary).rdbuf();
    return out.str();
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(dir_), fs::directory_iterator()));
  }

  fs::path dir_;
};

std::string message(const Result<std::string>& r) {
  return r ? "(no error)" : r.error().message;
}

// Text that deflate cannot shrink much, so that a cut lands inside of the data.
std::string noise(std::size_t size) {
  std::string text;
  Rng rng(1);
  while (text.size() < size) text += static_cast<char>(rng.below(256));
  return text;
}

TEST_F(FileTest, ReadsPlainAndEmpty) {
  put("a", "hello\n");
  put("b", "");
  EXPECT_EQ(read_file(path("a")).value(), "hello\n");
  EXPECT_EQ(read_file(path("b")).value(), "");
}

TEST_F(FileTest, TellsGzipByItsContentNotItsName) {
  put("table.csv", gzip("a,b\n").value());
  EXPECT_EQ(read_file(path("table.csv")).value(), "a,b\n");
  put("plain.gz", "a,b\n");
  EXPECT_EQ(read_file(path("plain.gz")).value(), "a,b\n");
}

TEST_F(FileTest, ReadsGzipOfSeveralMembersAndPadding) {
  put("two", gzip("one").value() + gzip("two").value() + std::string(512, '\0'));
  EXPECT_EQ(read_file(path("two")).value(), "onetwo");
}

TEST_F(FileTest, SaysWhyAFileCannotBeRead) {
  const auto missing = read_file(path("none"));
  EXPECT_EQ(missing.error().code, Errc::kInput);
  EXPECT_EQ(message(missing), path("none") + ": cannot read: No such file or directory");
  const auto folder = read_file(dir_.string());
  EXPECT_EQ(folder.error().code, Errc::kInput);
  EXPECT_EQ(message(folder), dir_.string() + ": cannot read: Is a directory");
  put("file", "x");
  EXPECT_EQ(message(read_file(path("file/below"))),
            path("file/below") + ": cannot read: Not a directory");
}

TEST_F(FileTest, SaysThatAFileIsUnreadable) {
  put("secret", "x");
  ASSERT_EQ(::chmod(path("secret").c_str(), 0), 0);
  // root may read everything: become nobody for a moment.
  constexpr uid_t kNobody = 65534;
  const uid_t self = ::geteuid();
  ASSERT_EQ(::seteuid(self == 0 ? kNobody : self), 0);
  const auto secret = read_file(path("secret"));
  ASSERT_EQ(::seteuid(self), 0);
  EXPECT_EQ(secret.error().code, Errc::kInput);
  EXPECT_EQ(message(secret), path("secret") + ": cannot read: Permission denied");
}

TEST_F(FileTest, EveryCutOfAGzipIsAnError) {
  const std::string whole = gzip(noise(300)).value();
  for (std::size_t n = 2; n < whole.size(); ++n) {
    put("cut", whole.substr(0, n));
    const auto r = read_file(path("cut"));
    ASSERT_FALSE(r) << n;
    EXPECT_EQ(r.error().code, Errc::kInput);
    EXPECT_EQ(message(r), path("cut") + ": truncated gzip: the end of the data is missing") << n;
  }
}

TEST_F(FileTest, DamagedGzipIsAnError) {
  std::string bytes = gzip(noise(300)).value();
  bytes[bytes.size() - 6] ^= 1;  // the checksum
  put("bad", bytes);
  EXPECT_EQ(message(read_file(path("bad"))), path("bad") + ": corrupt gzip: incorrect data check");
  put("rest", gzip("x").value() + "junk");
  EXPECT_EQ(message(read_file(path("rest"))),
            path("rest") + ": corrupt gzip: 4 bytes of something else follow the compressed data");
}

TEST_F(FileTest, LimitsTheSizeBeforeAndAfterDecompression) {
  put("plain", std::string(11, 'x'));
  EXPECT_EQ(message(read_file(path("plain"), 10)),
            path("plain") + ": found more than 10 bytes, expected at most that");
  EXPECT_TRUE(read_file(path("plain"), 11));
  put("bomb", gzip(std::string(10'000'000, '\0')).value());
  EXPECT_EQ(
      message(read_file(path("bomb"), 100'000)),
      path("bomb") + ": found more than 100000 bytes after decompression, expected at most that");
}

TEST_F(FileTest, WritesAndReplaces) {
  ASSERT_TRUE(write_file_atomically(path("out"), "first"));
  ASSERT_TRUE(write_file_atomically(path("out"), "second"));
  EXPECT_EQ(raw("out"), "second");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, WritesGzipWithoutADate) {
  ASSERT_TRUE(write_file_atomically(path("a.gz"), "text"));
  EXPECT_TRUE(is_gzip(raw("a.gz")));
  EXPECT_EQ(raw("a.gz").substr(4, 4), std::string(4, '\0'));  // RFC 1952: MTIME
  EXPECT_EQ(raw("a.gz").substr(3, 1), std::string(1, '\0'));  // no name, no comment
  EXPECT_EQ(read_file(path("a.gz")).value(), "text");
  ASSERT_TRUE(write_file_atomically(path("empty.gz"), ""));
  EXPECT_EQ(read_file(path("empty.gz")).value(), "");
}

TEST_F(FileTest, KeepsPermissionsAndLinks) {
  put("real", "old");
  ASSERT_EQ(::chmod(path("real").c_str(), 0640), 0);
  fs::create_symlink(path("real"), path("link"));
  ASSERT_TRUE(write_file_atomically(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(raw("real"), "new");
  EXPECT_EQ(fs::status(path("real")).permissions(), fs::perms{0640});
}

TEST_F(FileTest, NewFilesObeyTheUmask) {
  const mode_t old = ::umask(027);
  ASSERT_TRUE(write_file_atomically(path("out"), "x"));
  ::umask(old);
  EXPECT_EQ(fs::status(path("out")).permissions(), fs::perms{0640});
}

TEST_F(FileTest, DoesNotReplaceDevicesAndFolders) {
  ASSERT_TRUE(write_file_atomically("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const Status folder = write_file_atomically(dir_.string(), "x");
  EXPECT_EQ(folder.error().code, Errc::kIo);
  EXPECT_EQ(folder.error().message, dir_.string() + ": cannot write: Is a directory");
}

TEST_F(FileTest, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const Status s = write_file_atomically("/dev/full", "x");
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().code, Errc::kIo);
  EXPECT_EQ(s.error().message, "/dev/full: cannot write: No space left on device");
}

TEST_F(FileTest, ReportsAMissingFolder) {
  const Status s = write_file_atomically(path("none/out"), "x");
  EXPECT_EQ(s.error().code, Errc::kIo);
  EXPECT_EQ(s.error().message, path("none/out") + ": cannot write: No such file or directory");
}

// A limit on the file size acts like a disk that fills up: a short write first, then an error.
TEST_F(FileTest, AFailedWriteLeavesTheOldFileAndNoTemporary) {
  put("out", "precious");
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 100'000, .rlim_max = old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status s = write_file_atomically(path("out"), std::string(1'000'000, 'x'));
  const Status packed = write_file_atomically(path("out.gz"), noise(1'000'000));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  (void)std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().code, Errc::kIo);
  EXPECT_EQ(s.error().message, path("out") + ": cannot write: File too large");
  EXPECT_FALSE(packed);
  EXPECT_EQ(raw("out"), "precious");
  EXPECT_EQ(entries(), 1U);
}

RC_GTEST_PROP(Gzip, RoundTrips, (const std::string& content)) {
  RC_ASSERT(gunzip(gzip(content).value(), content.size()).value() == content);
}

TEST(Gzip, RoundTripsMoreThanABuffer) {
  const std::string content = noise(1'000'000);
  EXPECT_EQ(gunzip(gzip(content).value(), kMaxFileBytes).value(), content);
}

// A flipped bit is found, or lies in the header where it has no meaning (date, system).
RC_GTEST_PROP(Gzip, DamageNeverChangesTheContentSilently, (const std::string& content)) {
  std::string bytes = gzip(content).value();
  const auto at = *rc::gen::inRange<std::size_t>(2, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
  const auto r = gunzip(bytes, kMaxFileBytes);
  const bool sound = !r || *r == content;
  RC_ASSERT(sound);
}

}  // namespace
}  // namespace ragp::codec
