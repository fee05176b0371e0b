// `new Stagebox(inputs, outputs)` with the timer clock (start, stop, figures), or offline with a pump (prepare, record,
// run, finish).
#pragma once
#include <napi.h>

#include <functional>

#include "addon_processor.h"
#include "pump.h"
#include "timer_clock.h"

namespace rowdesk::stagebox {

class StageboxWrap : public Napi::ObjectWrap<StageboxWrap> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit StageboxWrap(const Napi::CallbackInfo& info);
 private:
  void send(const Napi::CallbackInfo& info);
  Napi::Value applied(const Napi::CallbackInfo& info);
  void start(const Napi::CallbackInfo& info);
  void stop(const Napi::CallbackInfo& info);
  Napi::Value figures(const Napi::CallbackInfo& info);
  void prepare(const Napi::CallbackInfo& info);
  void record(const Napi::CallbackInfo& info);
  void run(const Napi::CallbackInfo& info);
  Napi::Value finish(const Napi::CallbackInfo& info);
  void abandon(const Napi::CallbackInfo& info);

  /** Claims the processor handed over as argument 0 and keeps it alive. */
  const rd_processor& take_processor(const Napi::CallbackInfo& info);
  void give_back_processor();
  void stop_clock();

  Stagebox stagebox_;
  TimerClock clock_{stagebox_};
  Pump pump_{stagebox_};
  Claim claim_;
  Napi::Reference<Napi::Value> processor_;
  Napi::Env::CleanupHook<std::function<void()>> at_exit_;
};

}  // namespace rowdesk::stagebox
