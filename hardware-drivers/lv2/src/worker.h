// The worker of one plugin instance (LV2's worker:schedule): a thread that does what may not be done while sound is processed.
#pragma once
#include <lv2/worker/worker.h>

#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include "message_ring.h"

namespace rowdesk::plugins {

class Worker {
 public:
  Worker();
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /** The feature; it holds before instantiation too. */
  LV2_Worker_Schedule* schedule() { return &schedule_; }
  /** After instantiation; a null interface is a plugin without a worker. Starts the thread, whose faults are those of the caller's place. */
  void start(LV2_Handle instance, const LV2_Worker_Interface* interface);
  /** Before the instance ends: waits for the end of the work at hand. */
  void stop();

  /** From now on work that is scheduled is done in the thread; before, at once. */
  void run_in_thread() { is_threaded_.store(true, std::memory_order_release); }
  /** Of the rack's thread, after the plugin's run(). */
  void deliver() noexcept;
  /** A request is not done yet. */
  bool is_busy() const noexcept { return asked_.load(std::memory_order_acquire) != finished_.load(std::memory_order_acquire); }

 private:
  static LV2_Worker_Status on_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void* data);
  static LV2_Worker_Status on_respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void* data);
  void work_on(const char* place);

  LV2_Worker_Schedule schedule_{this, on_schedule};
  LV2_Handle instance_ = nullptr;
  const LV2_Worker_Interface* interface_ = nullptr;
  MessageRing requests_;
  MessageRing responses_;
  std::vector<char> response_;
  /** Requests that came, and those that are done; they wrap at 2^32. */
  std::atomic<uint32_t> asked_{0};
  std::atomic<uint32_t> finished_{0};
  std::atomic<bool> is_threaded_{false};
  std::atomic<bool> ends_{false};
  std::counting_semaphore<> wake_{0};
  std::thread thread_;
};

}  // namespace rowdesk::plugins
