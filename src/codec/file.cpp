// file: see the header. POSIX calls, because std::fstream reports neither why it failed nor whether
// the data reached the disk.
// SPDX-License-Identifier: Apache-2.0
#include "codec/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codec/gzip.h"

namespace ragp::codec {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::unexpected<Error> cannot(Errc code, const std::string& verb, const std::string& path,
                              int error) {
  return fail(code, path + ": cannot " + verb + ": " + reason(error));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;

  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  [[nodiscard]] int get() const { return fd_; }
  // The file system may report only here that data was lost. 0, or the error.
  [[nodiscard]] int close() { return ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno; }

 private:
  int fd_;
};

Result<std::string> read_raw(const std::string& path, std::uint64_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return cannot(Errc::kInput, "read", path, errno);
  constexpr std::size_t kBuffer = std::size_t{1} << 16U;
  std::array<char, kBuffer> buffer{};
  std::string content;
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cannot(errno == EISDIR ? Errc::kInput : Errc::kIo, "read", path, errno);
    if (n == 0) return content;
    const auto got = static_cast<std::size_t>(n);
    if (got > max_bytes - content.size()) {
      return fail(Errc::kInput, path + ": found more than " + std::to_string(max_bytes) +
                                    " bytes, expected at most that");
    }
    content.append(buffer.data(), got);
  }
}

// Writes everything, or returns the error. A short write is a disk that is filling up or a signal:
// going on tells which.
int write_all(int fd, std::string_view data) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30U;
  while (!data.empty()) {
    const ssize_t n = ::write(fd, data.data(), std::min(data.size(), kMostAtOnce));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return ENOSPC;
    data.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

// A file that is removed unless it was kept.
class Temporary {
 public:
  // Beside target; fails with errno where the folder cannot be written.
  explicit Temporary(const std::string& target) {
    constexpr int kTries = 100;
    constexpr mode_t kEverybody = 0666;  // less the umask, as any new file
    for (int i = 0; i < kTries && fd_ < 0; ++i) {
      path_ = target + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(i);
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kEverybody);
      if (fd_ < 0 && errno != EEXIST) return;
    }
  }
  ~Temporary() {
    if (fd_ >= 0 && !kept_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary(Temporary&&) = delete;
  Temporary& operator=(Temporary&&) = delete;

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] int rename_to(const std::string& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
    kept_ = true;
    return 0;
  }

 private:
  std::string path_;
  int fd_ = -1;  // whoever asks for it closes it
  bool kept_ = false;
};

// Where a rename has to go so that a link stays a link.
std::string follow_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

Status write_straight(const std::string& path, std::string_view data) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid()) return cannot(Errc::kIo, "write", path, errno);
  if (const int error = write_all(file.get(), data); error != 0) {
    return cannot(Errc::kIo, "write", path, error);
  }
  if (const int error = file.close(); error != 0) return cannot(Errc::kIo, "write", path, error);
  return {};
}

Status replace(const std::string& path, const struct stat* existing, std::string_view data) {
  const std::string target = follow_links(path);
  Temporary temporary(target);
  Descriptor file(temporary.fd());
  if (!file.valid()) return cannot(Errc::kIo, "write", path, errno);
  constexpr mode_t kPermissions = 07777;
  int error = 0;
  if (existing != nullptr && ::fchmod(file.get(), existing->st_mode & kPermissions) != 0) {
    error = errno;
  }
  if (error == 0) error = write_all(file.get(), data);
  if (error == 0 && ::fsync(file.get()) != 0) error = errno;
  if (const int late = file.close(); error == 0) error = late;
  if (error == 0) error = temporary.rename_to(target);
  if (error != 0) return cannot(Errc::kIo, "write", path, error);
  return {};
}

Status write_bytes(const std::string& path, std::string_view data) {
  struct stat existing {};
  if (::stat(path.c_str(), &existing) != 0) return replace(path, nullptr, data);
  if (S_ISDIR(existing.st_mode)) return cannot(Errc::kIo, "write", path, EISDIR);
  if (!S_ISREG(existing.st_mode)) return write_straight(path, data);
  return replace(path, &existing, data);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) try {
  Result<std::string> raw = read_raw(path, max_bytes);
  if (!raw || !is_gzip(*raw)) return raw;
  Result<std::string> content = gunzip(*raw, max_bytes);
  if (!content) return fail(content.error().code, path + ": " + content.error().message);
  return content;
} catch (const std::bad_alloc&) {
  return cannot(Errc::kIo, "read", path, ENOMEM);
}

Status write_file_atomically(const std::string& path, std::string_view content) try {
  if (!path.ends_with(".gz")) return write_bytes(path, content);
  const Result<std::string> packed = gzip(content);
  if (!packed) return fail(packed.error().code, path + ": " + packed.error().message);
  return write_bytes(path, *packed);
} catch (const std::bad_alloc&) {
  return cannot(Errc::kIo, "write", path, ENOMEM);
}

}  // namespace ragp::codec
