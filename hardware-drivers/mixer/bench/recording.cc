#include "recording.h"

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "laps.h"

namespace rowdesk {
namespace {

constexpr uint32_t lap_blocks = 65536 / block_frames;  // of the ring

}  // namespace

RecordedBlocks recorded(const Kernel& kernel, uint32_t tracks) {
  std::string folder = (std::filesystem::temp_directory_path() / "rowdesk-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  Laps settled(lap_blocks), recorded(lap_blocks);
  {
    BusyDesk desk(kernel, {.inputs = tracks}), other(kernel, {.inputs = tracks, .runtime_folder = folder});
    other.record_inputs();
    for (uint32_t lap = 0; lap < Laps::count; ++lap) {
      settled.run(desk);
      recorded.run(other);
    }
  }
  std::filesystem::remove_all(folder);
  const LapFigures without = settled.figures(), with = recorded.figures();
  return {without.median, without.worst, with.median, with.worst};
}

}  // namespace rowdesk
