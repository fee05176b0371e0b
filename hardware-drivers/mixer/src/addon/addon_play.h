// The virtual soundcheck for JavaScript.
#pragma once

#include <napi.h>

#include <algorithm>
#include <system_error>

#include "control/mixer.h"

namespace rowdesk {

// (channels: number): throws Error in words
inline void make_play_ring_of(const Napi::CallbackInfo& info, Mixer& mixer) {
  const uint32_t channels = info[0].As<Napi::Number>();
  if (channels > RD_PLAY_MAX_CHANNELS) throw Napi::RangeError::New(info.Env(), "too many channels");
  try {
    mixer.make_play_ring(channels);
  } catch (const std::system_error& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (number, lanes: Int32Array, two for each strip of strips(), of PlayedSources; empty: all strips have their own)
inline void play_of(const Napi::CallbackInfo& info, Mixer& mixer) {
  const auto legs = info[1].As<Napi::Int32Array>();
  const Layout& layout = mixer.layout();
  PlayedSources played{{}, info[0].As<Napi::Number>()};
  if (legs.ElementLength() > 0) {
    if (legs.ElementLength() != layout.sounding_strips() * 2) throw Napi::RangeError::New(info.Env(), "two legs for each strip");
    played.lanes.assign(layout.lanes(), PlayedSources::own);
    for (uint32_t number = 0; number < layout.sounding_strips(); ++number) {
      const StripPlace& strip = layout.strips()[number];
      for (uint32_t leg = 0; leg < strip.legs; ++leg) {
        const int32_t channel = legs[2 * number + leg];
        if (channel >= static_cast<int32_t>(RD_PLAY_MAX_CHANNELS)) throw Napi::RangeError::New(info.Env(), "no such channel");
        played.lanes[strip.first_lane + leg] = std::max(channel, PlayedSources::own);
      }
    }
  }
  mixer.play(std::move(played));
}

// Returns { played: number, -1 while the audio thread has not got there; fault: string }
inline Napi::Value played_of(const Napi::CallbackInfo& info, const Mixer& mixer) {
  auto result = Napi::Object::New(info.Env());
  const std::optional<uint32_t> played = mixer.played();
  result["played"] = Napi::Number::New(info.Env(), played ? static_cast<double>(*played) : -1.0);
  result["fault"] = Napi::String::New(info.Env(), mixer.play_fault());
  return result;
}

}  // namespace rowdesk
