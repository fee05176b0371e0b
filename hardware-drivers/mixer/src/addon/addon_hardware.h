// Inserts through hardware, for JavaScript.
#pragma once

#include <napi.h>

#include <algorithm>
#include <optional>

#include "addon/addon_inserts.h"
#include "control/mixer.h"

namespace rowdesk {

// (strip, place, ports: Int32Array of 4, the channels of the sends by leg and then of the returns, or empty for no hardware,
// frames, mayBeSilent): returns the number of the change, see Mixer::set_hardware_insert
inline Napi::Value set_hardware_insert_of(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  if (!holds(insert_kinds, mixer.layout().strips()[strip].kind)) throw Napi::RangeError::New(info.Env(), "no inserts");
  const auto channels = info[2].As<Napi::Int32Array>();
  std::optional<InsertPorts> ports;
  if (channels.ElementLength() == 2 * hosted_legs) {
    ports.emplace();
    std::copy_n(channels.Data(), hosted_legs, ports->send.begin());
    std::copy_n(channels.Data() + hosted_legs, hosted_legs, ports->back.begin());
    ports->may_be_silent = info[4].As<Napi::Boolean>();
  }
  try {
    const uint32_t frames = info[3].As<Napi::Number>();
    return Napi::Number::New(info.Env(), mixer.set_hardware_insert(strip, place_of_insert(info), ports, frames));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (strip, place)
inline void measure_insert_of(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  try {
    mixer.measure_insert(strip, place_of_insert(info));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (strip, place): undefined while the clicks are under way, then { frames, gainDb, fault }, see RoundTrip
inline Napi::Value measured_insert_of(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  try {
    const auto found = mixer.measured_insert(strip, place_of_insert(info));
    if (!found) return info.Env().Undefined();
    auto result = Napi::Object::New(info.Env());
    result["frames"] = Napi::Number::New(info.Env(), found->frames);
    result["gainDb"] = Napi::Number::New(info.Env(), found->gain_db);
    result["fault"] = Napi::String::New(info.Env(), found->fault);
    return result;
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

}  // namespace rowdesk
