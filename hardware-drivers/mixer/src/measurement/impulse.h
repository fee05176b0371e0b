// The impulse response from the reference to the microphone: spectral division of the whole capture by the captured reference,
// regularised where the reference is weak. With an exponential sweep each harmonic of a distortion comes before the response,
// by its own time (sound_s / ln(to / from) * ln(order)), and is cut off.
//
// Sources: A. Farina, "Simultaneous Measurement of Impulse Response and Distortion with a Swept-Sine Technique", AES 108,
// 2000; O. Kirkeby et al., "Fast Deconvolution of Multichannel Systems Using Regularization", IEEE Trans. Speech Audio 6(2),
// 1998.
#pragma once

#include <cstddef>
#include <vector>

#include "measurement/record_spectra.h"

namespace rowdesk::measurement {

struct ImpulseResponse {
  double rate;                // Hz
  double arrival_frames;      // of the direct sound behind the reference
  size_t arrival;             // the frame of `values` nearest to it
  std::vector<float> values;  // a path of gain 1 without a delay has one value of 1; from 20 ms before the arrival on
  double peak_db;             // of the direct sound's envelope within 2 ms
  double noise_db;            // mean square of the last tenth
};

inline constexpr double before_arrival_s = 0.02;
inline constexpr double longest_response_s = 10.0;

// arrival_frames: of find_delay. most_frames: how long behind the arrival (response_frames).
ImpulseResponse impulse_response(const RecordSpectra& spectra, double arrival_frames, size_t most_frames,
                                 const FrequencyRange& range, RealFft& fft);

// How long a response the capture has behind its arrival: the silence behind the stimulus, or half of a capture without; from
// 0.1 s to longest_response_s.
size_t response_frames(const CapturedSound& sound, double arrival_frames, bool encloses);

// The magnitude of the analytic signal, as long as the values.
std::vector<float> envelope(const std::vector<float>& values);

}  // namespace rowdesk::measurement
