#include "worst_blocks.h"

#include <algorithm>
#include <vector>

#include "busy_desk.h"

namespace rowdesk {
namespace {

constexpr int repeats = 21;
constexpr uint32_t measured_blocks = 60;  // more than any of these commits takes, less than its fade
constexpr uint32_t rest_blocks = 300;     // past a fade of 200 ms

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// begin: makes ready, and commits. rest: behind the measured blocks.
template <typename Begin, typename Rest>
WorstBlocks measure(BusyDesk& desk, Begin begin, Rest rest) {
  WorstBlocks result{0.0, 0.0, 0.0, desk.median(), 0};
  std::vector<std::vector<double>> blocks(measured_blocks);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    begin(repeat % 2 == 0);
    for (uint32_t block = 0; block < measured_blocks; ++block) {
      blocks[block].push_back(block == 0 ? desk.run_to_commit() : desk.run(1));
      if (result.steps <= block && !desk.has_applied()) result.steps = block + 1;
    }
    rest();
  }
  ++result.steps;
  std::vector<double> each;
  for (const std::vector<double>& block : blocks) each.push_back(median_of(block));
  result.first = each.front();
  result.worst = *std::ranges::max_element(each);
  result.later = median_of({each.begin() + result.steps, each.end()});
  return result;
}

}  // namespace

WorstBlocks recall_with_fade(const Kernel& kernel, uint32_t inputs, uint32_t mixes) {
  BusyDesk desk(kernel, {.inputs = inputs, .mixes = mixes});
  return measure(
      desk, [&](bool is_up) { desk.recall(is_up ? -17.0 : -20.0, 200.0f); }, [&] { desk.run(rest_blocks); });
}

WorstBlocks pans_in_fade(const Kernel& kernel, uint32_t inputs, uint32_t mixes) {
  BusyDesk desk(kernel, {.inputs = inputs, .mixes = mixes, .has_pairs = true});
  return measure(
      desk,
      [&](bool is_up) {
        desk.set_sends(is_up ? 0.0 : -40.0, 10'000.0f);
        desk.run_to_commit();
        desk.run(100);
        desk.set_pans(is_up ? 50.0 : -50.0);
      },
      [] {});
}

}  // namespace rowdesk
