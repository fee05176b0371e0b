#include "addon_recorder.h"

namespace rowdesk {

Napi::Function AddonRecorder::define(Napi::Env env) {
  return DefineClass(env, "NativeRecorder", {});
}

AddonRecorder::AddonRecorder(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonRecorder>(info) {}

}  // namespace rowdesk
