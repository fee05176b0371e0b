#include "clap_host.h"

#include <cstdio>
#include <cstring>

namespace rowdesk::plugins {
namespace {

thread_local const ClapHost* processing __attribute__((tls_model("initial-exec"))) = nullptr;
/** Of a log's severities, the first that is of use to others than the plugin's maker. */
constexpr int32_t least_severity = 2;

void on_log(const clap_host_t*, int32_t severity, const char* message) {
  // An audio thread may not write.
  if (severity >= least_severity && message != nullptr && processing == nullptr) fprintf(stderr, "%s\n", message);
}

}  // namespace

ClapHost::Processing::Processing(const ClapHost& host) noexcept : before_(processing) { processing = &host; }
ClapHost::Processing::~Processing() { processing = before_; }

ClapHost::ClapHost()
    : host_{{1, 1, 0}, this, "Rowdesk", "Rowdesk", "", "1", extension,
            [](const clap_host_t* host) { of(host).wants_restart_.store(true, std::memory_order_release); },
            // A plugin in a slot is processed with each block of the mixer, and without a block there is nothing to process.
            [](const clap_host_t*) {},
            [](const clap_host_t* host) { of(host).wants_callback_.store(true, std::memory_order_release); }} {}

void ClapHost::activated() noexcept {
  take_restart();
  take_rescan();
}

bool ClapHost::is_main_thread(const clap_host_t* host) {
  return processing == nullptr && std::this_thread::get_id() == of(host).main_;
}

bool ClapHost::is_audio_thread(const clap_host_t* host) { return processing == &of(host); }

const void* ClapHost::extension(const clap_host_t*, const char* id) {
  // A latency may change in activate() alone: what an active plugin says is a wish to be activated again.
  static const clap_host_latency_t latency = {
      [](const clap_host_t* host) { of(host).wants_restart_.store(true, std::memory_order_release); }};
  static const clap_host_state_t state = {
      [](const clap_host_t* host) { of(host).is_dirty_.store(true, std::memory_order_release); }};
  static const clap_host_params_t params = {
      [](const clap_host_t* host, uint32_t flags) {
        constexpr uint32_t values = CLAP_PARAM_RESCAN_VALUES | CLAP_PARAM_RESCAN_ALL;
        if ((flags & values) != 0) of(host).has_other_values_.store(true, std::memory_order_release);
      },
      // Nothing refers to a parameter but by its id.
      [](const clap_host_t*, uint32_t, uint32_t) {},
      // The next block's process() is the flush.
      [](const clap_host_t*) {}};
  static const clap_host_thread_check_t threads = {is_main_thread, is_audio_thread};
  static const clap_host_log_t log = {on_log};
  if (std::strcmp(id, "clap.latency") == 0) return &latency;
  if (std::strcmp(id, "clap.state") == 0) return &state;
  if (std::strcmp(id, "clap.params") == 0) return &params;
  if (std::strcmp(id, "clap.thread-check") == 0) return &threads;
  if (std::strcmp(id, "clap.log") == 0) return &log;
  return nullptr;
}

}  // namespace rowdesk::plugins
