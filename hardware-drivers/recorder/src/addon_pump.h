// TakePump of js/native.ts.
#pragma once

#include <napi.h>

#include "jobs/take_pump.h"

namespace rowdesk {

class AddonPump : public Napi::ObjectWrap<AddonPump> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonPump(const Napi::CallbackInfo& info);

 private:
  void feed(const Napi::CallbackInfo& info);
  void prepare(const Napi::CallbackInfo& info);
  void record(const Napi::CallbackInfo& info);
  void run(const Napi::CallbackInfo& info);
  Napi::Value finish(const Napi::CallbackInfo& info);
  void abandon(const Napi::CallbackInfo& info);

  recorder::TakePump pump_;
  /** Keeps the mixer while it is prepared. */
  Napi::Reference<Napi::Value> processor_;
  uint32_t rate_hz_ = 48000;
};

}  // namespace rowdesk
