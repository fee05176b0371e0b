// NativePlayer of js/native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "playing/player.h"

namespace rowdesk {

class AddonPlayer : public Napi::ObjectWrap<AddonPlayer> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonPlayer(const Napi::CallbackInfo& info);

 private:
  void load(const Napi::CallbackInfo& info);
  void transport(const Napi::CallbackInfo& info);
  void seek(const Napi::CallbackInfo& info);
  void loop(const Napi::CallbackInfo& info);
  void close(const Napi::CallbackInfo& info);
  Napi::Value state(const Napi::CallbackInfo& info);
  /** Throws after `close`. */
  playing::Player& open(Napi::Env env) const;

  std::unique_ptr<playing::Player> player_;
};

}  // namespace rowdesk
