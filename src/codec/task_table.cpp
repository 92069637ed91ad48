// Task table: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/task_table.h"

#include <array>

#include "codec/dlrm.h"
#include "codec/file.h"
#include "codec/openb.h"

namespace ragp::codec {

Result<std::vector<TaskRow>> parse_tasks(std::string_view content, std::string_view file,
                                         const NodeTable& nodes) {
  constexpr std::array<CsvColumn, 1> kMark{{{"instance_sn", false}}};
  const Result<CsvReader> header = CsvReader::open(content, file, kMark);
  if (header && header->cell(0).present) return parse_dlrm_tasks(content, file, nodes);
  return parse_openb_tasks(content, file, nodes);
}

Result<std::vector<TaskRow>> read_tasks(const std::string& path, const NodeTable& nodes) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_tasks(*content, path, nodes);
}

}  // namespace ragp::codec
