// Latency compensation: shorter paths into a main are delayed to the length of the longest one, by at most 10 ms. Paths
// with the same delay share a delay line.
#pragma once

#include <cstdint>
#include <vector>

#include "control/block.h"
#include "control/layout.h"
#include "control/routing.h"

namespace rowdesk {

class Alignment {
 public:
  // Layout and routing must outlive the alignment.
  Alignment(const Layout& layout, const Routing& routing);

  // The latency of a strip's processors, in frames. True when it changes.
  bool set_latency(uint32_t strip, uint32_t frames);
  // Makes the delay lines for this rate; their delays are unknown until the next update.
  void prepare(double rate);

  // True once a strip has had latency: before that no path has a line.
  bool is_used() const { return is_used_; }
  // Computes delays from the present routes. Calls moved(strip, main) for each path that changes to another line.
  template <typename Moved>
  void plan(std::vector<Change>& changes, Moved moved);

  // The line of a path, from 1; 0 for none.
  uint32_t line_of(uint32_t strip, const StripPlace& main) const { return lines_[place(strip, main.index)]; }
  // The delay of a strip before a main, in frames.
  uint32_t wait_frames(uint32_t strip, const StripPlace& main) const {
    const uint32_t line = line_of(strip, main);
    return line == 0 ? 0 : delays_[static_cast<size_t>(main.index - 1) * alignment_delays + line - 1];
  }
  uint32_t latency(uint32_t strip) const { return latencies_[strip]; }
  // By how much the main's longest path exceeds the longest delay, in frames; 0 while all paths are aligned.
  uint32_t excess_frames(uint32_t main) const { return excess_[main - 1]; }

 private:
  size_t place(uint32_t strip, uint32_t main) const { return (main - 1) * latencies_.size() + strip; }
  uint32_t latency_of(uint32_t strip, const Paths& paths) const;
  std::vector<uint32_t> delays_into(uint32_t strip_of_main, uint32_t main);
  uint32_t line_for(uint32_t main, uint32_t frames, const std::vector<uint32_t>& needed, std::vector<Change>& changes);

  const Layout& layout_;
  const Routing& routing_;
  std::vector<uint32_t> latencies_;  // per strip
  std::vector<uint32_t> delays_;     // [main][line], frames; 0: free
  std::vector<uint8_t> lines_;       // [main][strip]
  std::vector<uint32_t> excess_;     // per main
  uint32_t most_frames_ = 0;
  bool is_used_ = false;
};

template <typename Moved>
void Alignment::plan(std::vector<Change>& changes, Moved moved) {
  for (uint32_t index = 1; const StripPlace* main = layout_.find(Kind::main, index); ++index) {
    const uint32_t number = layout_.number_of(*main);
    const std::vector<uint32_t> delays = delays_into(number, index);
    for (uint32_t strip = 0; strip < latencies_.size(); ++strip) {
      const auto line = static_cast<uint8_t>(line_for(index, delays[strip], delays, changes));
      if (lines_[place(strip, index)] == line) continue;
      lines_[place(strip, index)] = line;
      moved(strip, number);
    }
  }
}

}  // namespace rowdesk
