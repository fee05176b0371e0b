#include "measurement/measure.h"

#include <algorithm>

#include "measurement/checks.h"
#include "measurement/delay.h"
#include "measurement/thresholds.h"

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
  summary.snr_db = found.snr_db;
  summary.polarity = found.is_inverted ? "inverted" : "same";
}

}  // namespace

Report measure(const Order& order) {
  Report report;
  const CapturedSound sound = read_capture(order.file, order.reference, order.microphone);
  const bool has_reference = order.goal != Goal::rta;
  report.refusal = check(sound, {order.sweep ? order.sweep->sound_s : 0.0, has_reference});
  report.summary.level_db = level_db(sound.microphone, sound.rate);
  report.summary.peak_db = peak_db(sound.microphone);
  if (report.refusal || !has_reference) return report;
  RealFft fft(transform_size(sound));
  const RecordSpectra spectra = transform(sound, range_of(order, sound.rate), fft);
  const FoundDelay delay = find_delay(spectra, fft);
  describe(delay, sound.rate, report.summary);
  report.refusal = check_delay(delay, *report.summary.level_db);
  return report;
}

}  // namespace rowdesk::measurement
