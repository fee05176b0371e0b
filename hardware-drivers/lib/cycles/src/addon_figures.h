// The figures of an audio thread as JavaScript reads them (js/figures.ts).
#pragma once
#include <napi.h>

#include "thread_figures.h"

namespace rowdesk {

inline Napi::Object figures_to(Napi::Env env, const ThreadFigures::Read& f) {
  auto to = Napi::Object::New(env);
  to.Set("frames", static_cast<double>(f.frames));
  to.Set("xruns", static_cast<double>(f.xruns));
  to.Set("lostFrames", static_cast<double>(f.lost_frames));
  to.Set("lastXrunNs", static_cast<double>(f.last_xrun_ns));
  to.Set("blockUs", f.block_us);
  to.Set("blockMaxUs", f.block_max_us);
  to.Set("wakeupJitterUs", f.wakeup_jitter_us);
  to.Set("policy", f.policy);
  to.Set("priority", f.priority);
  to.Set("threadId", f.thread);
  return to;
}

}  // namespace rowdesk
