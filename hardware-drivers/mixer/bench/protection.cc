#include "protection.h"

#include <ctime>
#include <random>
#include <vector>

#include "busy_desk.h"
#include "feedback/howl.h"

namespace rowdesk {
namespace {

constexpr uint32_t strips = 32;
constexpr double seconds = 10.0;

double hearing_percent() {
  KindCounts counts{};
  counts[static_cast<uint32_t>(Kind::input)] = strips;
  counts[static_cast<uint32_t>(Kind::main)] = 1;
  const Layout layout(counts);
  ProbeBoard board;
  Howl howl(layout, board, [](uint32_t, const std::vector<Notch>&) { return true; }, false);
  for (uint32_t strip = 0; strip < strips; ++strip) howl.configure(strip, {.mode = HowlMode::suppress});
  std::vector<float> noise(block_rate);
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 0.1f);
  for (float& sample : noise) sample = normal(random);
  State state{};
  state.lanes = layout.lanes();
  std::vector<float*> taps(tap_count * layout.lanes());
  state.taps = taps.data();
  double cost_s = 0.0;
  howl.step();
  for (uint64_t position = 0; position < seconds * block_rate; position += block_frames) {
    for (size_t place = 0; place < taps.size(); ++place) {
      taps[place] = noise.data() + (position + place * 577) % (noise.size() - block_frames);
    }
    board.take(state, position, block_frames, block_rate);
    if (position / block_frames % 8 != 7) continue;
    timespec before, after;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    howl.step();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    cost_s += static_cast<double>(after.tv_sec - before.tv_sec) + static_cast<double>(after.tv_nsec - before.tv_nsec) * 1e-9;
  }
  return 100.0 * cost_s / seconds / strips;
}

}  // namespace

ProtectionCost protection_cost(const Kernel& kernel) {
  constexpr uint32_t inputs = 64;
  BusyDesk without(kernel, {.inputs = inputs, .has_processors = false, .has_sends = false});
  BusyDesk with(kernel, {.inputs = inputs, .has_processors = false, .has_sends = false});
  with.notch_inputs();
  return {hearing_percent(), (with.median() - without.median()) / inputs};
}

}  // namespace rowdesk
