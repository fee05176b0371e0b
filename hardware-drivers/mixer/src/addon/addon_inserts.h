// Inserts and effects with a plugin, for JavaScript.
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
  const Kind kind = mixer.layout().strips()[strip].kind;
  const uint32_t place = place_of_insert(info);
  if (!holds(insert_kinds, kind) && (kind != Kind::fx_send || place > 0)) throw Napi::RangeError::New(info.Env(), "no inserts");
  try {
    const bool has_plugin = info[2].As<Napi::Boolean>(), is_enabled = info[3].As<Napi::Boolean>();
    return Napi::Number::New(info.Env(), mixer.set_insert(strip, place, has_plugin, is_enabled));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (strip, place, frames): returns the number of the change, see Mixer::set_insert_offset
inline Napi::Value set_insert_offset_of(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  const uint32_t place = place_of_insert(info);
  if (!holds(insert_kinds, mixer.layout().strips()[strip].kind)) throw Napi::RangeError::New(info.Env(), "no inserts");
  const int32_t frames = info[2].As<Napi::Number>();
  return Napi::Number::New(info.Env(), mixer.set_insert_offset(strip, place, frames));
}

// (strip, place): returns { heard, lateBlocks, delayFrames, latencyFrames, isUnanswered, fault }, see HostedInserts::State; of one without a plugin that of
// its hardware
inline Napi::Value insert_state_of(const Napi::CallbackInfo& info, const Mixer& mixer, uint32_t strip) {
  constexpr const char* heard[] = {"none", "dry", "plugin", "return"};
  constexpr uint32_t heard_return = 3;
  const HostedInserts::State state = mixer.insert(strip, place_of_insert(info));
  const auto hardware = mixer.hardware_insert(strip, place_of_insert(info));
  const bool has_hardware = hardware && state.heard == HostedHeard::none && state.fault.empty();
  auto result = Napi::Object::New(info.Env());
  const HostedHeard sound = has_hardware ? hardware->heard : state.heard;
  const bool is_return = has_hardware && sound == HostedHeard::plugin;
  result["heard"] = Napi::String::New(info.Env(), heard[is_return ? heard_return : static_cast<uint32_t>(sound)]);
  result["lateBlocks"] = Napi::Number::New(info.Env(), static_cast<double>(state.late_blocks));
  result["delayFrames"] = Napi::Number::New(info.Env(), has_hardware ? hardware->delay_frames : state.delay_frames);
  result["latencyFrames"] = Napi::Number::New(info.Env(), state.latency_frames);
  result["isUnanswered"] = Napi::Boolean::New(info.Env(), has_hardware && hardware->is_unanswered);
  result["fault"] = Napi::String::New(info.Env(), state.fault);
  return result;
}

}  // namespace rowdesk
