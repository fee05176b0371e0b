#include "measurement/measure.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "measurement/checks.h"
#include "measurement/delay.h"
#include "measurement/impulse.h"
#include "measurement/octave_bands.h"
#include "measurement/repeats.h"
#include "measurement/room.h"
#include "measurement/rta.h"
#include "measurement/thresholds.h"
#include "measurement/traces.h"
#include "measurement/transfer.h"

namespace rowdesk::measurement {
namespace {

FrequencyRange range_of(const Order& order, double rate) {
  FrequencyRange range;
  if (order.sweep) range = {order.sweep->from_hz, order.sweep->to_hz};
  range.to_hz = std::min(range.to_hz, 0.45 * rate);
  return range;
}

MaybeRefused check_delay(const FoundDelay& found, double microphone_db) {
  if (found.prominence < thresholds::least_prominence) {
    if (microphone_db < thresholds::silent_microphone_db) {
      return Refusal{"no-signal", "The microphone hears nothing of what was sent: see whether the speaker is on, and the "
                                  "microphone connected."};
    }
    return Refusal{"wrong-channel", "What the microphone hears is not what was sent: see whether it is the right input, and "
                                    "the output that the speaker plays."};
  }
  if (found.frames < thresholds::earliest_frames) {
    return Refusal{"wrong-channel", "What the microphone hears comes before it was sent: the output is not what its sound "
                                    "comes from."};
  }
  return {};
}

void describe(const FoundDelay& found, double rate, Summary& summary) {
  summary.delay_frames = found.frames;
  summary.delay_ms = found.frames / rate * 1000.0;
  summary.confidence_percent = found.confidence * 100.0;
  summary.coherence_percent = found.coherence * 100.0;
  summary.gain_db = found.gain_db;
  summary.snr_db = found.snr_db;
  summary.polarity = found.is_inverted ? "inverted" : "same";
}

// Those of analysis_spectrum.h.
uint32_t bands_per_octave(uint32_t smoothing) {
  for (const uint32_t bands : {3u, 6u, 12u}) {
    if (smoothing == bands) return bands;
  }
  return 24;
}

void measure_rta(const Order& order, const CapturedSound& sound, Report& report) {
  const uint32_t bands = bands_per_octave(order.smoothing);
  report.traces.push_back(rta_trace(band_levels(sound.microphone, sound.rate, bands), bands, order.calibration));
}

struct Found {
  const Order& order;
  const CapturedSound& sound;
  const RecordSpectra& spectra;
  const FoundDelay& delay;
  FrequencyRange range;
  bool encloses;  // the capture has the whole stimulus
};

void measure_transfer(const Found& found, Report& report) {
  const TransferFunction raw = transfer_function(found.sound, found.delay.frames, found.range, found.encloses);
  const double coherence = median_coherence(raw);
  report.summary.coherence_percent = coherence * 100.0;
  if (coherence < thresholds::least_coherence) {
    report.refusal = Refusal{"low-coherence", "Most of what the microphone hears is not what was sent: raise the level, quieten "
                                              "the room, or move the microphone nearer."};
    return;
  }
  report.traces.push_back(transfer_trace(smoothed(raw, found.order.smoothing), found.order.calibration));
}

// The reference has sound in nearly all of the octave.
bool covers_octave(const RecordSpectra& spectra, double middle_hz) {
  const double low = middle_hz / std::numbers::sqrt2, high = middle_hz * std::numbers::sqrt2;
  size_t excited = 0, bins = 0;
  for (auto k = static_cast<size_t>(low / spectra.bin_hz()); k < static_cast<size_t>(high / spectra.bin_hz()); ++k) {
    excited += spectra.is_excited(k);
    ++bins;
  }
  return static_cast<double>(excited) >= 0.9 * static_cast<double>(bins);
}

void measure_impulse(const Found& found, RealFft& fft, Report& report) {
  const size_t frames = response_frames(found.sound, found.delay.frames, found.encloses);
  const ImpulseResponse response = impulse_response(found.spectra, found.delay.frames, frames, found.range, fft);
  report.summary.noise_floor_db = response.noise_db;
  if (response.peak_db - response.noise_db < thresholds::least_peak_over_noise_db) {
    report.refusal = Refusal{"low-coherence", "Noise covers the impulse response: raise the level, or take a longer sweep."};
    return;
  }
  const auto covers = [&](double middle_hz) { return covers_octave(found.spectra, middle_hz); };
  Room room = measure_room(response, covers, found.order.speech_to_noise_db);
  report.summary.reverberation = std::move(room.reverberation);
  report.summary.sti = room.sti;
  report.traces.push_back(impulse_trace(response));
  report.traces.push_back(decay_trace(room.curves, response.rate));
}

// As the mixer rounds them (capture.cc).
size_t period_frames(const Twice& twice, double rate) {
  return static_cast<size_t>(std::llround(twice.sound_s * rate) + std::llround(twice.silence_s * rate));
}

double least_seconds(const Order& order) {
  if (order.twice) return 2.0 * (order.twice->sound_s + order.twice->silence_s);
  return order.sweep ? order.sweep->sound_s : 0.0;
}

}  // namespace

Report measure(const Order& order) {
  Report report;
  CapturedSound captured = read_capture(order.file, order.reference, order.microphone);
  const bool has_reference = order.goal != Goal::rta;
  report.refusal = check(captured, {least_seconds(order), has_reference});
  report.summary.level_db = level_db(captured.microphone, captured.rate);
  report.summary.peak_db = peak_db(captured.microphone);
  if (report.refusal) return report;
  if (!has_reference) {
    measure_rta(order, captured, report);
    return report;
  }
  const size_t period = order.twice ? period_frames(*order.twice, captured.rate) : 0;
  const CapturedSound sound = order.twice ? mean_of_repeats(captured, period) : std::move(captured);
  const FrequencyRange range = range_of(order, sound.rate);
  RealFft fft(transform_size(sound));
  const RecordSpectra spectra = transform(sound, range, fft);
  const FoundDelay delay = find_delay(spectra, fft);
  describe(delay, sound.rate, report.summary);
  // The mean of two has half the noise of each.
  if (order.twice) *report.summary.snr_db -= 10.0 * std::log10(2.0);
  report.refusal = check_delay(delay, *report.summary.level_db);
  if (!report.refusal && order.twice) report.refusal = compare_repeats(captured, period, delay.frames);
  if (report.refusal) return report;
  const Found found{order, sound, spectra, delay, range, order.sweep.has_value() || is_enclosed(sound)};
  if (order.goal == Goal::transfer) measure_transfer(found, report);
  if (order.goal == Goal::impulse) measure_impulse(found, fft, report);
  return report;
}

}  // namespace rowdesk::measurement
