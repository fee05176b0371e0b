#include "addon_player.h"

namespace rowdesk {

Napi::Function AddonPlayer::define(Napi::Env env) {
  return DefineClass(env, "NativePlayer", {});
}

AddonPlayer::AddonPlayer(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonPlayer>(info) {}

}  // namespace rowdesk
