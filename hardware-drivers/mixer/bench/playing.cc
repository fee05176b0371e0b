#include "playing.h"

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "../test/player.h"
#include "laps.h"

namespace rowdesk {
namespace {

constexpr uint32_t lap_blocks = 384;  // with the ones before them less than the ring has

// Cheap, and of no period of a block.
float made(uint32_t channel, uint64_t frame) {
  return static_cast<float>((frame * 2654435761u + channel * 40503u) % 65536u) / 131072.0f - 0.25f;
}

}  // namespace

PlayedBlocks played(const Kernel& kernel, uint32_t channels) {
  std::string folder = (std::filesystem::temp_directory_path() / "rowdesk-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  Laps settled(lap_blocks), played(lap_blocks);
  {
    BusyDesk desk(kernel, {.inputs = channels}), other(kernel, {.inputs = channels, .runtime_folder = folder});
    other.play_inputs();
    Player player(folder);
    player.play(true);
    for (uint32_t lap = 0; lap < Laps::count; ++lap) {
      settled.run(desk);
      player.fill(made);
      played.run(other);
    }
    if (player.underruns() > 0 || !player.is_sounding()) return {};
  }
  std::filesystem::remove_all(folder);
  const LapFigures without = settled.figures(), with = played.figures();
  return {without.median, without.worst, with.median, with.worst};
}

}  // namespace rowdesk
