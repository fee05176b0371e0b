// NativeRecorder of js/native.ts.
#pragma once

#include <napi.h>

namespace rowdesk {

class AddonRecorder : public Napi::ObjectWrap<AddonRecorder> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonRecorder(const Napi::CallbackInfo& info);
};

}  // namespace rowdesk
