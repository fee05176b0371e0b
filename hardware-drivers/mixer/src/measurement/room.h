// Reverberation and speech intelligibility of an impulse response.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "measurement/impulse.h"
#include "measurement/measure.h"
#include "measurement/sti.h"
#include "measurement/traces.h"

namespace rowdesk::measurement {

struct Room {
  std::vector<BandReverberation> reverberation;
  std::vector<BandCurve> curves;
  std::optional<double> sti;  // absent where an octave from 125 Hz to 8 kHz is not covered
};

// covers: whether the reference has sound in an octave of that middle in Hz.
Room measure_room(const ImpulseResponse& response, const std::function<bool(double)>& covers, const SpeechToNoise& noise = {});

}  // namespace rowdesk::measurement
