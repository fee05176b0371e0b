// The thread that runs all plugins of a rack, slot after slot, when the mixer has written a block.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "lane.h"
#include "slot_map.h"

namespace rowdesk::plugins {

class RackThread {
 public:
  /** Starts it with the scheduling of the thread that calls. */
  explicit RackThread(uint32_t rack);
  ~RackThread();
  RackThread(const RackThread&) = delete;
  RackThread& operator=(const RackThread&) = delete;

  /** What it runs from now on; returns when it does so, and uses what it had before no longer. Of one thread. */
  void follow(std::shared_ptr<WakeMap> wake, std::vector<std::shared_ptr<Lane>> lanes);

 private:
  struct Plan {
    std::shared_ptr<WakeMap> wake;
    std::vector<std::shared_ptr<Lane>> lanes;
    bool ends = false;
  };
  void publish(std::unique_ptr<const Plan> plan);
  void run();
  void wait(const Plan& plan, uint32_t sequence, uint64_t longest_ns) noexcept;

  const uint32_t rack_;
  std::unique_ptr<const Plan> plan_;
  std::atomic<const Plan*> wanted_{nullptr};
  std::atomic<const Plan*> followed_{nullptr};
  /** The word to wait for while there is no mixer. */
  uint32_t alone_ = 0;
  std::thread thread_;
};

}  // namespace rowdesk::plugins
