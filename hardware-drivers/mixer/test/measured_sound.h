// Captures for the tests of measurements: a stimulus and what a known path makes of it.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "measurement/capture_file.h"

namespace rowdesk {

// Silence, an exponential sweep (A. Farina, AES 108, 2000) of 0.5 with ends faded over 20 ms, silence.
struct SweepShape {
  double from_hz = 20.0, to_hz = 20000.0, sound_s = 4.0, before_s = 0.1, after_s = 1.0;
};
std::vector<float> sweep(double rate, const SweepShape& shape = {});

// The path's response at a frequency in Hz.
using Response = std::function<std::complex<double>(double)>;
// A peaking filter of R. Bristow-Johnson's "Audio EQ Cookbook", from its digital coefficients.
Response peaking(double rate, double frequency_hz, double q, double gain_db);
Response delay(double seconds);
Response operator*(const Response& one, const Response& other);

// The sound through the path, by its transform: exact, fractions of frames included. As long as the sound.
std::vector<float> through(const std::vector<float>& sound, double rate, const Response& path);
// Through an impulse response.
std::vector<float> convolved(const std::vector<float>& sound, const std::vector<float>& response);

// White, of a level against the mean square of the sound between its first and last tenth of a second that is no silence.
std::vector<float> with_noise(std::vector<float> sound, double snr_db, uint32_t seed);

}  // namespace rowdesk
