// Howl-round protection for JavaScript.
#pragma once

#include <napi.h>

#include <utility>
#include <vector>

#include "control/mixer.h"

namespace rowdesk {

// (strip, mode: number of HowlMode, numbers: Float64Array: sensitivityPercent, maxNotches, maxDepthDb, liftAfterS, then
// frequencyHz, q and gainDb of each fixed notch)
inline void protect_strip(const Napi::CallbackInfo& info, Mixer& mixer, uint32_t strip) {
  const auto numbers = info[2].As<Napi::Float64Array>();
  constexpr size_t settings = 4, per_notch = 3;
  if (numbers.ElementLength() < settings || numbers.ElementLength() > settings + per_notch * most_notches) {
    throw Napi::RangeError::New(info.Env(), "a strip has at most " + std::to_string(most_notches) + " notches");
  }
  HowlSettings howl;
  howl.mode = static_cast<HowlMode>(info[1].As<Napi::Number>().Uint32Value());
  howl.sensitivity_percent = numbers[0];
  howl.most = static_cast<uint32_t>(numbers[1]);
  howl.deepest_db = numbers[2];
  howl.lift_after_s = numbers[3];
  for (size_t i = settings; i + per_notch <= numbers.ElementLength(); i += per_notch) {
    howl.fixed.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
  mixer.howl().configure(strip, std::move(howl));
}

// Returns { notches: { slot, frequencyHz, q, gainDb, ageS }[], candidates: { frequencyHz, score }[], howling, headroomDb }
inline Napi::Value howl_report(Napi::Env env, Mixer& mixer, uint32_t strip) {
  const HowlReport report = mixer.howl().report(strip);
  const auto number = [&](double value) { return Napi::Number::New(env, value); };
  auto notches = Napi::Array::New(env, report.notches.size());
  for (uint32_t i = 0; i < report.notches.size(); ++i) {
    const auto& [slot, notch, since] = report.notches[i];
    auto each = Napi::Object::New(env);
    each["slot"] = number(slot);
    each["frequencyHz"] = number(notch.frequency_hz);
    each["q"] = number(notch.q);
    each["gainDb"] = number(notch.gain_db);
    each["ageS"] = number(mixer.seconds_since(since));
    notches[i] = each;
  }
  auto candidates = Napi::Array::New(env, report.candidates.size());
  for (uint32_t i = 0; i < report.candidates.size(); ++i) {
    auto each = Napi::Object::New(env);
    each["frequencyHz"] = number(report.candidates[i].frequency_hz);
    each["score"] = number(report.candidates[i].score);
    candidates[i] = each;
  }
  auto result = Napi::Object::New(env);
  result["notches"] = notches;
  result["candidates"] = candidates;
  result["howling"] = Napi::Boolean::New(env, report.is_howling);
  result["headroomDb"] = number(report.headroom_db);
  return result;
}

}  // namespace rowdesk
