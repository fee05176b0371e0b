// Howl-round protection of strips: listens to each protected strip in a thread of its own, and places notches.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "analysis/analysis_probe.h"
#include "control/layout.h"
#include "feedback/howl_settings.h"

namespace rowdesk {

// Where a strip is listened to: the tap at the input of its notches.
inline constexpr Tap howl_tap = tap_post_eq;

// Strips are indices of sounding strips in the layout.
class Howl {
 public:
  // All notches of a strip from now on: the fixed ones, then the live ones by slot. False when they can't be sent now: they
  // are sent again with the next step. Called by the thread, and by configure() and reset(); never while a lock of the
  // report is held.
  using Send = std::function<bool(uint32_t strip, const std::vector<Notch>& notches)>;

  // layout and board must outlive it. Without a thread the caller calls step().
  Howl(const Layout& layout, ProbeBoard& board, Send send, bool has_thread);
  Howl(const Howl&) = delete;
  Howl& operator=(const Howl&) = delete;

  // Control side. Values are in the range of HowlSettings. Fixed notches are sent before this returns, and come off in mode
  // `off`; live notches come off in every mode but `suppress`.
  void configure(uint32_t strip, HowlSettings settings);
  // Takes the live notches off.
  void reset(uint32_t strip);

  // Any thread.
  HowlReport report(uint32_t strip) const;
  // Counts the changes of any report.
  uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

  void step();
  // Before each block without a clock, by its thread: the thread of its own rests from then on, so that the notches depend
  // on the sound alone.
  void step_offline();

 private:
  struct Strip {
    HowlSettings settings;
    HowlReport report;
    bool is_unsent = false;
  };

  void send(uint32_t strip);
  std::vector<Notch> notches_of(const Strip& strip) const;

  const Send send_;
  std::mutex stepping_;        // held for a step, taken first
  bool is_offline_ = false;    // under stepping_: the thread makes no step
  std::mutex sending_;         // the newest notches are sent last; taken before mutex_
  mutable std::mutex mutex_;   // strips_
  std::vector<Strip> strips_;  // by number
  std::atomic<uint64_t> changes_{0};
};

}  // namespace rowdesk
