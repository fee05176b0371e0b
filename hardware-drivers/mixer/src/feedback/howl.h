// Howl-round protection of strips: listens to each protected strip in a thread of its own, and places notches.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "analysis/analysis_probe.h"
#include "control/layout.h"
#include "feedback/howl_settings.h"
#include "feedback/howl_watch.h"
#include "feedback/notch_plan.h"

namespace rowdesk {

// Strips are indices of sounding strips in the layout. As many are protected as there are probes; others report nothing.
class Howl {
 public:
  // All notches of a strip from now on: the fixed ones, then the live ones by slot. False when they can't be sent now: they
  // are sent again with the next step. Called by the thread, and by configure() and reset(); never while a lock of the
  // report is held.
  using Send = std::function<bool(uint32_t strip, const std::vector<Notch>& notches)>;

  // layout and board must outlive it; no one else adds probes to the board. Without a thread the caller calls step().
  Howl(const Layout& layout, ProbeBoard& board, Send send, bool has_thread);
  ~Howl();
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

  // Hears what has sounded since the last step. With steps at least every 0.3 s what comes of it depends on the sound only.
  void step();
  // Before each block without a clock, by its thread: the thread of its own rests from then on until prepared(), so that the
  // notches depend on the sound alone.
  void step_offline();
  // Blocks of another clock may come: the thread of its own goes on, unless they are offline again.
  void prepared();

 private:
  struct Strip {
    HowlSettings settings;
    NotchPlan plan;
    HowlReport report;
    uint64_t reported = 0;  // position of the last report
    bool is_unsent = false;
  };

  void hear_all();
  void arrange();
  bool hear(HowlWatch& watch);
  void send(uint32_t strip);
  void report_now(Strip& strip, const HowlDetector* detector, uint64_t position);
  void run();

  const Layout& layout_;
  ProbeBoard& board_;
  const Send send_;
  const bool has_thread_;

  std::mutex stepping_;        // held for a step, taken first
  std::atomic<bool> is_offline_{false};  // the thread makes no step; becomes true under stepping_
  std::mutex sending_;         // the newest notches are sent last; taken before mutex_
  mutable std::mutex mutex_;   // strips_ and what follows
  std::vector<Strip> strips_;  // by number
  bool is_new_ = false;        // a mode or sensitivity has changed
  bool any_unsent_ = false;
  bool is_stopping_ = false;
  HowlReport now_;             // while a report is made
  std::condition_variable wake_;
  std::atomic<uint64_t> changes_{0};

  // Of the thread, under stepping_.
  std::vector<Probe*> resting_;
  std::vector<std::unique_ptr<HowlWatch>> watches_;

  std::thread thread_;
};

}  // namespace rowdesk
