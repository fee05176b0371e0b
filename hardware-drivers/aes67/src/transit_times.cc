#include "transit_times.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace rowdesk::aes67 {
namespace {

using std::memory_order::relaxed;

}  // namespace

uint32_t TransitTimes::bin_of(double us) {
  const double size = std::min(std::floor(std::fabs(us)), static_cast<double>((1u << 20) - 1));
  const auto whole = static_cast<uint32_t>(size);
  uint32_t bin = whole;
  if (whole >= octave_bins) {
    // 16 to 31 are the first octave: its bins are 1 us wide, those of the next one 2 us.
    const uint32_t octave = static_cast<uint32_t>(std::bit_width(whole)) - 5;
    bin = octave_bins * (octave + 1) + ((whole >> octave) & (octave_bins - 1));
  }
  // Below 0 the bins go the other way.
  return us < 0 ? half - 1 - bin : half + bin;
}

double TransitTimes::edge_of(uint32_t bin) {
  const bool is_below = bin < half;
  // Of a number below 0, the edge that is nearer to 0 is the upper one.
  const uint32_t index = is_below ? half - 1 - bin : bin - half + 1;
  const uint32_t octave = index / octave_bins;
  const double size = octave == 0 ? index : static_cast<double>((octave_bins + index % octave_bins) << (octave - 1));
  return is_below ? -size : size;
}

void TransitTimes::add(double us) noexcept {
  if (!(std::fabs(us) < 1e9)) return;
  Second& second = seconds_[now_];
  auto& bin = second.bins[bin_of(us)];
  bin.store(bin.load(relaxed) + 1, relaxed);
  const uint32_t packets = second.packets.load(relaxed);
  if (packets == 0 || us > second.max_us.load(relaxed)) second.max_us.store(us, relaxed);
  second.packets.store(packets + 1, std::memory_order_release);
}

void TransitTimes::turn() noexcept {
  now_ = (now_ + 1) % seconds;
  Second& second = seconds_[now_];
  if (second.packets.load(relaxed) == 0) return;
  second.packets.store(0, relaxed);
  for (auto& bin : second.bins) bin.store(0, relaxed);
}

TransitFigures TransitTimes::figures() const {
  // A second that is being cleared or filled may be read in part: a few packets more or less.
  std::array<uint64_t, 2 * half> bins{};
  uint64_t packets = 0;
  TransitFigures figures;
  bool has_max = false;
  for (const Second& second : seconds_) {
    if (second.packets.load(std::memory_order_acquire) == 0) continue;
    for (uint32_t i = 0; i < bins.size(); ++i) {
      const uint32_t more = second.bins[i].load(relaxed);
      bins[i] += more;
      packets += more;
    }
    const double max_us = second.max_us.load(relaxed);
    figures.max_us = has_max ? std::max(figures.max_us, max_us) : max_us;
    has_max = true;
  }
  if (packets == 0) return {};
  const auto percentile = [&](double part) {
    const auto wanted = std::max<uint64_t>(1, static_cast<uint64_t>(std::ceil(part * static_cast<double>(packets))));
    uint64_t seen = 0;
    uint32_t bin = 0;
    while (bin + 1 < bins.size() && (seen += bins[bin]) < wanted) ++bin;
    return std::min(edge_of(bin), figures.max_us);
  };
  figures.p50_us = percentile(0.5);
  figures.p999_us = percentile(0.999);
  return figures;
}

}  // namespace rowdesk::aes67
