// What a CLAP plugin is given as its host: it notes what the plugin asks for, and its owner does that on the right thread.
#pragma once
#include <atomic>
#include <thread>

#include "clap_abi.h"

namespace rowdesk::plugins {

/** Of the thread that makes it, the `main-thread` of CLAP; whatever thread processes is its `audio-thread` meanwhile. */
class ClapHost {
 public:
  ClapHost();
  ClapHost(const ClapHost&) = delete;
  ClapHost& operator=(const ClapHost&) = delete;

  const clap_host_t* get() const { return &host_; }

  // What the plugin asked for since the last call.
  /** To be deactivated and activated again: another latency, other ports. */
  bool take_restart() noexcept { return wants_restart_.exchange(false, std::memory_order_acq_rel); }
  /** A call of on_main_thread(). */
  bool take_callback() noexcept { return wants_callback_.exchange(false, std::memory_order_acq_rel); }
  /** Its values are others than those that it was set to. */
  bool take_rescan() noexcept { return has_other_values_.exchange(false, std::memory_order_acq_rel); }
  bool take_dirty() noexcept { return is_dirty_.exchange(false, std::memory_order_acq_rel); }
  /** What was asked for before is void: the plugin is active from now on. */
  void activated() noexcept;

  /** In its scope, the calling thread is the plugin's audio thread. */
  class Processing {
   public:
    explicit Processing(const ClapHost& host) noexcept;
    ~Processing();
    Processing(const Processing&) = delete;
    Processing& operator=(const Processing&) = delete;

   private:
    const ClapHost* const before_;
  };

 private:
  static ClapHost& of(const clap_host_t* host) { return *static_cast<ClapHost*>(host->host_data); }
  static const void* extension(const clap_host_t* host, const char* id);
  static bool is_main_thread(const clap_host_t* host);
  static bool is_audio_thread(const clap_host_t* host);

  clap_host_t host_;
  const std::thread::id main_ = std::this_thread::get_id();
  std::atomic<bool> wants_restart_{false}, wants_callback_{false}, has_other_values_{false}, is_dirty_{false};
};

}  // namespace rowdesk::plugins
