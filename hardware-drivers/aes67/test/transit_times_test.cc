#include "../src/transit_times.h"

#include <algorithm>
#include <random>
#include <vector>

#include "../../lib/sound-files/test/check.h"

namespace rowdesk::aes67 {
namespace {

/** The smallest number that at least this part of all does not exceed. */
double percentile(std::vector<double> all, double part) {
  std::sort(all.begin(), all.end());
  return all[static_cast<size_t>(std::ceil(part * static_cast<double>(all.size()))) - 1];
}

bool is_just_above(double seen, double exact) {
  return seen >= exact && seen <= exact + std::max(1.0, std::fabs(exact) / 16);
}

TEST("percentiles of transit are those of all packets, at most a sixteenth too high, from -1 s to 1 s") {
  std::mt19937_64 random(1);
  for (const double scale_us : {3.0, 40.0, 900.0, 20'000.0, 500'000.0}) {
    for (const double offset : {-1.0, -0.5, 0.0, 0.5}) {
      TransitTimes times;
      std::vector<double> all;
      std::uniform_real_distribution<double> any(0, 1);
      for (int i = 0; i < 5000; ++i) {
        all.push_back(scale_us * (offset + any(random) * any(random)));
        times.add(all.back());
      }
      const TransitFigures figures = times.figures();
      CHECK(is_just_above(figures.p50_us, percentile(all, 0.5)));
      CHECK(is_just_above(figures.p999_us, percentile(all, 0.999)));
      CHECK(figures.max_us == percentile(all, 1));
    }
  }
}

TEST("each second is forgotten after ten, and without packets all is 0") {
  TransitTimes times;
  CHECK(times.figures().max_us == 0 && times.figures().p50_us == 0);
  times.add(5000);
  for (int second = 0; second < 9; ++second) {
    times.turn();
    times.add(100);
    CHECK(times.figures().max_us == 5000);
  }
  times.turn();
  CHECK(times.figures().max_us == 100 && times.figures().p999_us == 100);
  for (int second = 0; second < 9; ++second) times.turn();
  CHECK(times.figures().max_us == 0);
}

TEST("a transit that is no time of this world is kept within the bins") {
  TransitTimes times;
  for (const double us : {1e8, -1e8, 1e300, -1e300, std::nan("")}) times.add(us);
  CHECK(times.figures().max_us == 1e8);
  CHECK(times.figures().p50_us == -(1 << 20) + (1 << 15));
}

}  // namespace
}  // namespace rowdesk::aes67
