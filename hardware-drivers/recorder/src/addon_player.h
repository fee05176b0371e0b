// NativePlayer of js/native.ts.
#pragma once

#include <napi.h>

namespace rowdesk {

class AddonPlayer : public Napi::ObjectWrap<AddonPlayer> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonPlayer(const Napi::CallbackInfo& info);
};

}  // namespace rowdesk
