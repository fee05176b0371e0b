// Whether a capture can be measured, before anything is computed of it. Thresholds: thresholds.h.
#pragma once

#include "measurement/capture_file.h"
#include "measurement/refusal.h"

namespace rowdesk::measurement {

struct Checks {
  double least_s;       // the capture must be as long: a sweep's length, or 0
  bool has_reference;   // false: only the microphone counts
};

MaybeRefused check(const CapturedSound& sound, const Checks& checks);

// dBFS of the mean square, against a sine of full scale (0 dB); -144 for silence. Of the frames at which the channel is within
// 40 dB of its highest tenth of a second, so that silence around a stimulus does not count.
double level_db(const std::vector<float>& channel, double rate);
// dBFS of the highest sample, -144 for silence.
double peak_db(const std::vector<float>& channel);

}  // namespace rowdesk::measurement
