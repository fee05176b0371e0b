// What a result is drawn from: lists of bounded length.
#pragma once

#include "measurement/impulse.h"
#include "measurement/measure.h"
#include "measurement/rta.h"
#include "measurement/transfer.h"

namespace rowdesk::measurement {

// `transfer`: frequenciesHz, magnitudesDb (without what the microphone shows too much), phasesDeg, coherencePercent, limitsDb.
Trace transfer_trace(const TransferFunction& of, const Calibration& calibration);

// `rta`: bandsPerOctave, frequenciesHz, levelsDb.
Trace rta_trace(const BandLevels& of, uint32_t bands_per_octave, const Calibration& calibration);

// `impulse`: startMs (behind the reference), stepMs, values, envelopeDb. At most 8192 points from 5 ms before the arrival on;
// a step longer than a frame shows its largest value.
Trace impulse_trace(const ImpulseResponse& of);

// `decay`: frequenciesHz, stepMs, curvesDb: for each frequency a list from the arrival on, at most 500 points.
struct BandCurve {
  double frequency_hz;
  std::vector<float> curve_db;  // for each frame
};
Trace decay_trace(const std::vector<BandCurve>& of, double rate);

}  // namespace rowdesk::measurement
