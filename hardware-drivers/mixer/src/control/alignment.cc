#include "control/alignment.h"

#include <algorithm>

#include "engine/times.h"

namespace rowdesk {

Alignment::Alignment(const Layout& layout, const Routing& routing)
    : layout_(layout), routing_(routing), latencies_(layout.sounding_strips()) {
  uint32_t mains = 0;
  while (layout.find(Kind::main, mains + 1) != nullptr) ++mains;
  delays_.resize(static_cast<size_t>(mains) * alignment_delays);
  lines_.resize(static_cast<size_t>(mains) * latencies_.size());
  excess_.resize(mains);
}

bool Alignment::set_latency(uint32_t strip, uint32_t frames) {
  const bool is_new = latencies_[strip] != frames;
  latencies_[strip] = frames;
  is_used_ = is_used_ || frames > 0;
  return is_new;
}

void Alignment::prepare(double rate) {
  most_frames_ = static_cast<uint32_t>(most_alignment_ms * 0.001 * rate) + 1;  // for the rounding of each latency
  std::ranges::fill(delays_, 0u);
  std::ranges::fill(lines_, uint8_t{0});
}

// Of these paths from a strip; a tap before Pre-Fader is before all latency of the strip. A mix brings what went into it
// late along, and is never delayed itself for one strip's sake.
uint32_t Alignment::latency_of(uint32_t strip, const Paths& paths) const {
  const auto is_late = [](const Path& path) { return path.tap >= tap_pre_fader; };
  const uint32_t own = std::ranges::any_of(paths, is_late) ? latencies_[strip] : 0;
  if (layout_.strips()[strip].kind != Kind::mix) return own;
  uint32_t longest = 0;
  for (uint32_t from = 0; from < latencies_.size(); ++from) {
    if (latencies_[from] > longest && std::ranges::any_of(routing_.to_bus(from, strip), is_late)) longest = latencies_[from];
  }
  return longest + own;
}

std::vector<uint32_t> Alignment::delays_into(uint32_t number, uint32_t main) {
  constexpr uint32_t no_path = ~0u;
  std::vector<uint32_t> frames(latencies_.size(), no_path);
  uint32_t longest = 0;
  for (uint32_t strip = 0; strip < latencies_.size(); ++strip) {
    const Paths paths = routing_.to_bus(strip, number);
    if (paths.empty()) continue;
    frames[strip] = latency_of(strip, paths);
    longest = std::max(longest, frames[strip]);
  }
  excess_[main - 1] = 0;
  for (uint32_t& each : frames) {
    const uint32_t wait = each == no_path ? 0 : longest - each;
    each = std::min(wait, most_frames_);
    excess_[main - 1] = std::max(excess_[main - 1], wait - each);
  }
  return frames;
}

uint32_t Alignment::line_for(uint32_t main, uint32_t frames, const std::vector<uint32_t>& needed,
                             std::vector<Change>& changes) {
  if (frames == 0) return 0;
  uint32_t* const delays = delays_.data() + static_cast<size_t>(main - 1) * alignment_delays;
  uint32_t free = alignment_delays;
  for (uint32_t line = 0; line < alignment_delays; ++line) {
    if (delays[line] == frames) return line + 1;
    const bool is_free = std::ranges::find(needed, delays[line]) == needed.end() || delays[line] == 0;
    if (is_free && free == alignment_delays) free = line;
  }
  if (free == alignment_delays) {  // more lengths than lines: it comes early
    excess_[main - 1] = std::max(excess_[main - 1], frames);
    return 0;
  }
  delays[free] = frames;
  const uint32_t legs = describe(Kind::main).legs;
  for (uint32_t leg = 0; leg < legs; ++leg) {
    changes.push_back({Operation::alignment, ((main - 1) * legs + leg) * alignment_delays + free, static_cast<double>(frames)});
  }
  return free + 1;
}

}  // namespace rowdesk
