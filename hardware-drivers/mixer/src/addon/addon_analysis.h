// Converts the requests and results of the analysis from and to JavaScript: numbers in typed arrays.
#pragma once

#include <napi.h>

#include <cmath>

#include "analysis/analysis.h"

namespace rowdesk {

// Arguments: (spectra: Float64Array, four numbers each: number, strip, bands per octave (3, 6, 12 or 24), interval in ms;
// alignments: Float64Array, three numbers each: number, strip, reference). Throws RangeError for any other.
inline AnalysisOrder analysis_order_of(const Napi::CallbackInfo& info, uint32_t strips) {
  const auto spectra = info[0].As<Napi::Float64Array>(), alignments = info[1].As<Napi::Float64Array>();
  const auto whole = [](const Napi::Float64Array& from, size_t at) { return static_cast<uint32_t>(from[at]); };
  AnalysisOrder order;
  for (size_t i = 0; i + 4 <= spectra.ElementLength(); i += 4) {
    order.spectra.push_back({whole(spectra, i), whole(spectra, i + 1), whole(spectra, i + 2), spectra[i + 3] * 0.001});
    const SpectrumOrder& each = order.spectra.back();
    const bool has_bands = each.bands_per_octave == 3 || each.bands_per_octave == 6 || each.bands_per_octave == 12 ||
                           each.bands_per_octave == 24;
    if (each.strip >= strips || !has_bands) throw Napi::RangeError::New(info.Env(), "no such spectrum");
  }
  for (size_t i = 0; i + 3 <= alignments.ElementLength(); i += 3) {
    order.alignments.push_back({whole(alignments, i), whole(alignments, i + 1), whole(alignments, i + 2)});
    const AlignmentOrder& each = order.alignments.back();
    if (each.strip >= strips || each.reference >= strips) throw Napi::RangeError::New(info.Env(), "no such strip");
  }
  return order;
}

inline Napi::Object analysis_results_of(Napi::Env env, const AnalysisResults& results) {
  auto spectra = Napi::Array::New(env), alignments = Napi::Array::New(env);
  for (const auto& [number, levels_db] : results.spectra) {
    auto each = Napi::Object::New(env);
    auto levels = Napi::Float32Array::New(env, levels_db.size());
    std::copy(levels_db.begin(), levels_db.end(), levels.Data());
    each["number"] = Napi::Number::New(env, number);
    each["levelsDb"] = levels;
    spectra[spectra.Length()] = each;
  }
  const auto ms = [&](const EstimatedDelay& found) { return Napi::Number::New(env, found.frames / results.rate * 1000.0); };
  const auto percent = [&](const EstimatedDelay& found) { return Napi::Number::New(env, found.confidence * 100.0); };
  for (const auto& [number, found] : results.alignments) {
    auto each = Napi::Object::New(env);
    each["number"] = Napi::Number::New(env, number);
    each["frames"] = Napi::Number::New(env, std::round(found.before.frames) + 0.0);
    each["offsetMs"] = ms(found.before);
    each["confidencePercent"] = percent(found.before);
    each["offsetAfterDelayMs"] = found.after ? ms(*found.after) : env.Null();
    each["confidenceAfterDelayPercent"] = found.after ? percent(*found.after) : Napi::Number::New(env, 0);
    alignments[alignments.Length()] = each;
  }
  auto result = Napi::Object::New(env);
  result["spectra"] = spectra;
  result["alignments"] = alignments;
  return result;
}

// (bandsPerOctave): returns the mid-band frequencies in Hz
inline Napi::Value band_frequencies_for(const Napi::CallbackInfo& info) {
  const std::vector<double> frequencies = band_frequencies(info[0].As<Napi::Number>().Uint32Value());
  auto result = Napi::Array::New(info.Env(), frequencies.size());
  for (uint32_t i = 0; i < frequencies.size(); ++i) result[i] = Napi::Number::New(info.Env(), frequencies[i]);
  return result;
}

}  // namespace rowdesk
