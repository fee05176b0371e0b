// `new Recorder({ folder, file, outputs, rateHz, mostDataBytes? }, changed)`: opens the file. Throws Error in words.
#pragma once
#include <napi.h>

#include <memory>

#include "recorder.h"

namespace rowdesk::stagebox {

class RecorderWrap : public Napi::ObjectWrap<RecorderWrap> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit RecorderWrap(const Napi::CallbackInfo& info);
  const std::shared_ptr<Recorder>& recorder() const { return recorder_; }

 private:
  Napi::Value state(const Napi::CallbackInfo& info);
  void end(const Napi::CallbackInfo& info);
  std::shared_ptr<Recorder> recorder_;
};

/** `{ ordered, outputs, file, frames, lost, fault, closed }`; outputs from 1. */
Napi::Object recording_to(Napi::Env env, const Recorder& recorder);

}  // namespace rowdesk::stagebox
