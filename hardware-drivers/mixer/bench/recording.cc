#include "recording.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "busy_desk.h"

namespace rowdesk {
namespace {

constexpr uint32_t laps = 15;
constexpr uint32_t lap_blocks = 65536 / block_frames;  // of the ring

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

struct Laps {
  std::vector<std::vector<double>> blocks = std::vector<std::vector<double>>(lap_blocks);

  void run(BusyDesk& desk) {
    desk.run(64);  // the caches are its own again
    for (std::vector<double>& block : blocks) block.push_back(desk.run(1));
  }
  std::vector<double> medians() const {
    std::vector<double> each;
    for (const std::vector<double>& block : blocks) each.push_back(median_of(block));
    return each;
  }
};

}  // namespace

RecordedBlocks recorded(const Kernel& kernel, uint32_t tracks) {
  std::string folder = (std::filesystem::temp_directory_path() / "rowdesk-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  Laps settled, recorded;
  {
    BusyDesk desk(kernel, {.inputs = tracks}), other(kernel, {.inputs = tracks, .runtime_folder = folder});
    other.record_inputs();
    for (uint32_t lap = 0; lap < laps; ++lap) {
      settled.run(desk);
      recorded.run(other);
    }
  }
  std::filesystem::remove_all(folder);
  const std::vector<double> without = settled.medians(), with = recorded.medians();
  return {median_of(without), *std::ranges::max_element(without), median_of(with), *std::ranges::max_element(with)};
}

}  // namespace rowdesk
