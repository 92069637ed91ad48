#include "output.h"

#include <filesystem>
#include <system_error>

#include "codec/file.h"
#include "codec/results_csv.h"
#include "codec/results_json.h"
#include "commands.h"
#include "report/paired.h"
#include "report/paired_table.h"
#include "report/replay_table.h"
#include "report/simulate_table.h"
#include "report/summary.h"
#include "terminal.h"
#include "version.h"

namespace ragp::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResultsJson = "results.json";
constexpr const char* kResultsCsv = "results.csv";

std::string plain_table(std::span<const SimulateRun> runs) {
  return report::simulate_table(runs, stdout_style());
}
std::string plain_table(std::span<const ReplayRun> runs) {
  return report::replay_table(runs, stdout_style());
}

template <class Run>
std::string table(std::span<const Run> runs, const OutputOptions& options) {
  const std::string pairs =
      report::paired_table(report::paired(runs, options.against), stdout_style());
  return pairs.empty() ? plain_table(runs) : plain_table(runs) + "\n" + pairs;
}

template <class Run>
std::string json(std::span<const Run> runs, const OutputOptions& options) {
  const codec::ResultsInfo info{.version = RAGP_VERSION,
                                .reproduce = options.reproduce,
                                .command = options.command,
                                .no_timing = options.no_timing};
  return codec::results_json(info, runs, report::summarize(runs),
                             report::paired(runs, options.against));
}

template <class Run>
Status write_folder(std::span<const Run> runs, const OutputOptions& options,
                    const std::vector<NamedText>& extra) {
  if (options.folder.empty()) return {};
  std::vector<NamedText> files = extra;
  files.push_back({kResultsCsv, codec::results_csv(runs, {.no_timing = options.no_timing})});
  files.push_back({kResultsJson, json(runs, options)});  // last: its presence says all is there
  for (const NamedText& file : files) {
    const std::string path = (fs::path(options.folder) / file.name).string();
    if (const auto written = codec::write_file_atomically(path, file.text); !written) {
      return written;
    }
  }
  return {};
}

template <class Run>
int deliver_runs(std::span<const Run> runs, const OutputOptions& options,
                 const std::vector<NamedText>& extra) {
  const auto written = write_folder(runs, options, extra);
  int code = kOk;
  switch (options.format) {  // printed even where the folder failed: nothing computed is lost
    case Format::kTable:
      code = print(table(runs, options));
      break;
    case Format::kJson:
      code = print(json(runs, options));
      break;
    case Format::kCsv:
      code = print(codec::results_csv(runs, {.no_timing = options.no_timing}));
      break;
  }
  return written ? code : report(written.error());
}

}  // namespace

Status prepare_folder(const OutputOptions& options) {
  if (options.folder.empty()) return {};
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    return fail(Errc::kIo,
                "--out: cannot make folder '" + options.folder + "': " + error.message());
  }
  if (!options.force && fs::exists(fs::path(options.folder) / kResultsJson, error)) {
    return fail(Errc::kInput, "--out: folder '" + options.folder +
                                  "' already holds results; choose another or say --force");
  }
  return {};
}

int deliver(std::span<const SimulateRun> runs, const OutputOptions& options,
            const std::vector<NamedText>& extra) {
  return deliver_runs(runs, options, extra);
}

int deliver(std::span<const ReplayRun> runs, const OutputOptions& options,
            const std::vector<NamedText>& extra) {
  return deliver_runs(runs, options, extra);
}

}  // namespace ragp::app
