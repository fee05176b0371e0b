// Inserts with a plugin, for JavaScript.
#pragma once

#include <napi.h>

#include "control/mixer.h"

namespace rowdesk {

inline uint32_t place_of_insert(const Napi::CallbackInfo& info) {
  const uint32_t place = info[1].As<Napi::Number>();
  if (place >= hosted_places) throw Napi::RangeError::New(info.Env(), "no such insert");
  return place;
}

// (strip, place, hasPlugin, isEnabled): returns the number of the change, see Mixer::set_insert
inline Napi::Value set_insert_of(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  if (!holds(insert_kinds, mixer.layout().strips()[strip].kind)) throw Napi::RangeError::New(info.Env(), "no inserts");
  try {
    const bool has_plugin = info[2].As<Napi::Boolean>(), is_enabled = info[3].As<Napi::Boolean>();
    return Napi::Number::New(info.Env(), mixer.set_insert(strip, place_of_insert(info), has_plugin, is_enabled));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (strip, place): returns { heard, lateBlocks, delayFrames, fault }, see HostedInserts::State
inline Napi::Value insert_state_of(const Napi::CallbackInfo& info, const Mixer& mixer, uint32_t strip) {
  constexpr const char* heard[] = {"none", "dry", "plugin"};
  const HostedInserts::State state = mixer.insert(strip, place_of_insert(info));
  auto result = Napi::Object::New(info.Env());
  result["heard"] = Napi::String::New(info.Env(), heard[static_cast<uint32_t>(state.heard)]);
  result["lateBlocks"] = Napi::Number::New(info.Env(), static_cast<double>(state.late_blocks));
  result["delayFrames"] = Napi::Number::New(info.Env(), state.delay_frames);
  result["fault"] = Napi::String::New(info.Env(), state.fault);
  return result;
}

}  // namespace rowdesk
