// Recording, for JavaScript.
#pragma once

#include <napi.h>

#include <utility>
#include <vector>

#include "control/mixer.h"

namespace rowdesk {

// (tracks: Uint32Array, three numbers each: strip, tap, rd_record_role): returns the number of the list, see Mixer::record
inline Napi::Value record_tracks(const Napi::CallbackInfo& info, Mixer& mixer) {
  const auto flat = info[0].As<Napi::Uint32Array>();
  if (flat.ElementLength() / 3 > RD_RECORD_MAX_TRACKS) throw Napi::RangeError::New(info.Env(), "too many tracks");
  std::vector<RecordTrack> tracks;
  for (size_t i = 0; i + 2 < flat.ElementLength(); i += 3) {
    tracks.push_back({flat[i], static_cast<Tap>(flat[i + 1]), static_cast<rd_record_role>(flat[i + 2])});
    if (tracks.back().strip >= mixer.layout().sounding_strips()) throw Napi::RangeError::New(info.Env(), "no such strip");
    if (tracks.back().tap >= tap_count) throw Napi::RangeError::New(info.Env(), "no such tap");
  }
  try {
    return Napi::Number::New(info.Env(), mixer.record(std::move(tracks)));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// Returns { number, fault }, see Mixer::recorded.
inline Napi::Value recorded_tracks(Napi::Env env, const Mixer& mixer) {
  const auto [number, fault] = mixer.recorded();
  auto result = Napi::Object::New(env);
  result["number"] = Napi::Number::New(env, number);
  result["fault"] = Napi::String::New(env, fault);
  return result;
}

}  // namespace rowdesk
