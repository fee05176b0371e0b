// Processor time of the mixer, as JSON: make -C hardware-drivers/mixer bench
//
// A figure is a median of many runs (busy_desk.h, worst_blocks.h, laps.h).
#include <cstdio>

#include "busy_desk.h"
#include "kernels/instruction_set.h"
#include "measuring.h"
#include "playing.h"
#include "protection.h"
#include "recording.h"
#include "worst_blocks.h"

namespace rowdesk {
namespace {

constexpr uint32_t most_inputs = 239;  // with 16 mixes and a main the most that a desk has

double per_strip(const Kernel& kernel, bool has_processors, bool has_sends) {
  const double one = BusyDesk(kernel, {64, has_processors, has_sends}).median();
  return (BusyDesk(kernel, {128, has_processors, has_sends}).median() - one) / 64;
}

void print(const char* name, const WorstBlocks& blocks) {
  std::printf("      \"%s\": { \"usFirst\": %.1f, \"usWorst\": %.1f, \"usLater\": %.1f, \"usSettled\": %.1f, \"steps\": %u },\n",
              name, blocks.first, blocks.worst, blocks.later, blocks.settled, blocks.steps);
}

void print(const Kernel& kernel) {
  std::printf("    {\n      \"instructionSet\": \"%s\",\n", kernel.name);
  std::printf("      \"usPerStripAllOnAnd16Sends\": %.4f,\n", per_strip(kernel, true, true));
  std::printf("      \"usPerStripAllOnNoSends\": %.4f,\n", per_strip(kernel, true, false));
  std::printf("      \"usPerStripAllOffAnd16Sends\": %.4f,\n", per_strip(kernel, false, true));
  std::printf("      \"usPerStripAllOffNoSends\": %.4f,\n", per_strip(kernel, false, false));
  const double desk = BusyDesk(kernel, {64}).median();
  std::printf("      \"usPerBlock64InputsInto16Buses\": %.2f,\n", desk);
  std::printf("      \"percentOfOneCore64InputsInto16Buses\": %.2f,\n", desk / block_us * 100);
  print("recallWithFade", recall_with_fade(kernel, most_inputs, 16));
  print("pansInFade", pans_in_fade(kernel, most_inputs, 16));
  print("pansInFadeOf64Mixes", pans_in_fade(kernel, most_inputs, 64));
  const RecordedBlocks of64 = recorded(kernel, 64);
  std::printf("      \"recorded64\": { \"usSettled\": %.1f, \"usWorstSettled\": %.1f, \"usRecorded\": %.1f, \"usWorst\": %.1f },\n",
              of64.settled, of64.worst_settled, of64.recorded, of64.worst);
  const PlayedBlocks from64 = played(kernel, 64);
  std::printf("      \"played64\": { \"usSettled\": %.1f, \"usWorstSettled\": %.1f, \"usPlayed\": %.1f, \"usWorst\": %.1f },\n",
              from64.settled, from64.worst_settled, from64.played, from64.worst);
  const ProtectionCost protection = protection_cost(kernel);
  std::printf("      \"protection\": { \"percentPerStrip\": %.4f, \"usPerStripInBlock\": %.4f },\n", protection.percent_per_strip,
              protection.us_per_strip_in_block);
  std::printf("      \"growth\": [");
  const char* comma = "";
  for (const uint32_t inputs : {16u, 32u, 64u, 128u, most_inputs}) {
    std::printf("%s{ \"inputs\": %u, \"usPerBlock\": %.2f }", comma, inputs, BusyDesk(kernel, {inputs}).median());
    comma = ", ";
  }
  std::printf("]\n    }");
}

}  // namespace
}  // namespace rowdesk

int main() {
  std::printf("{\n  \"frames\": %u,\n  \"rate\": %.0f,\n", rowdesk::block_frames, rowdesk::block_rate);
  const rowdesk::MeasuringCost cost = rowdesk::measuring();
  std::printf("  \"measuringSPerS\": { \"delay\": %.4f, \"transfer\": %.4f, \"impulse\": %.4f },\n  \"sets\": [\n", cost.delay,
              cost.transfer, cost.impulse);
  const char* comma = "";
  for (const rowdesk::Kernel* kernel : rowdesk::kernels_that_run()) {
    std::printf("%s", comma);
    rowdesk::print(*kernel);
    std::fflush(stdout);
    comma = ",\n";
  }
  std::printf("\n  ]\n}\n");
}
