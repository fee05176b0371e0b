// Captures, for JavaScript. See capture/capture.h.
#pragma once

#include <napi.h>

#include <stdexcept>
#include <vector>

#include "control/mixer.h"

namespace rowdesk {

// (file, frames, seconds, tracks: Uint32Array, two numbers each: strip, tap, stimulus: undefined or an object as
// StimulusInput of native.ts): returns the number. Throws Error in words
inline Napi::Value start_capture_of(const Napi::CallbackInfo& info, Mixer& mixer) {
  const uint32_t strips = mixer.layout().sounding_strips();
  CaptureOrder order;
  order.file = info[0].As<Napi::String>();
  order.frames = static_cast<uint64_t>(info[1].As<Napi::Number>().DoubleValue());
  order.seconds = info[2].As<Napi::Number>();
  const auto flat = info[3].As<Napi::Uint32Array>();
  for (size_t i = 0; i + 1 < flat.ElementLength(); i += 2) {
    order.tracks.push_back({flat[i], static_cast<Tap>(flat[i + 1])});
    if (flat[i] >= strips) throw Napi::RangeError::New(info.Env(), "no such strip");
    if (flat[i + 1] >= tap_count) throw Napi::RangeError::New(info.Env(), "no such tap");
  }
  if (info[4].IsObject()) {
    const auto from = info[4].As<Napi::Object>();
    const auto number = [&](const char* name) { return from.Get(name).As<Napi::Number>().DoubleValue(); };
    StimulusOrder stimulus;
    stimulus.kind = from.Get("kind").As<Napi::String>().Utf8Value() == "pink" ? StimulusKind::pink : StimulusKind::sweep;
    const std::string leg = from.Get("leg").As<Napi::String>();
    stimulus.leg = leg == "left" ? StimulusLeg::left : leg == "right" ? StimulusLeg::right : StimulusLeg::both;
    stimulus.level_db = number("levelDb");
    stimulus.from_hz = number("fromHz");
    stimulus.to_hz = number("toHz");
    stimulus.sound_s = number("soundS");
    stimulus.fade_ms = number("fadeMs");
    stimulus.repeats = static_cast<uint32_t>(number("repeats"));
    stimulus.silence_s = number("silenceS");
    stimulus.lead_s = number("leadS");
    const auto targets = from.Get("targets").As<Napi::Uint32Array>();
    for (size_t i = 0; i < targets.ElementLength(); ++i) {
      stimulus.targets.push_back(targets[i]);
      if (targets[i] >= strips || describe(mixer.layout().strips()[targets[i]].kind).takes_source) {
        throw Napi::RangeError::New(info.Env(), "no such bus");
      }
    }
    order.stimulus = std::move(stimulus);
  }
  try {
    return Napi::Number::New(info.Env(), mixer.start_capture(order));
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

// (number): returns undefined for an unknown number, else { state, frames, total, dropouts, reason, peaks: Float32Array }
inline Napi::Value capture_of(const Napi::CallbackInfo& info, Mixer& mixer) {
  constexpr const char* states[] = {"running", "done", "failed"};
  const auto report = mixer.capture().report(info[0].As<Napi::Number>());
  if (!report) return info.Env().Undefined();
  auto result = Napi::Object::New(info.Env());
  auto peaks = Napi::Float32Array::New(info.Env(), report->peaks.size());
  std::copy(report->peaks.begin(), report->peaks.end(), peaks.Data());
  result["state"] = Napi::String::New(info.Env(), states[static_cast<uint32_t>(report->state)]);
  result["frames"] = Napi::Number::New(info.Env(), static_cast<double>(report->frames));
  result["total"] = Napi::Number::New(info.Env(), static_cast<double>(report->total));
  result["dropouts"] = Napi::Number::New(info.Env(), static_cast<double>(report->dropouts));
  result["reason"] = Napi::String::New(info.Env(), report->reason);
  result["peaks"] = peaks;
  return result;
}

}  // namespace rowdesk
