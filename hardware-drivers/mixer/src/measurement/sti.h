// Speech transmission index of an impulse response: modulation transfer by Schroeder's law in seven octaves at fourteen
// modulation frequencies, weights of a male voice.
//
// Sources: IEC 60268-16:2020 (the index, its weights); M. R. Schroeder, "Modulation Transfer Functions: Definition and
// Measurement", Acustica 49, 1981. Left out: what depends on the level (masking of an octave by the one below it, the threshold
// of hearing), and background noise other than what the caller gives.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace rowdesk::measurement {

inline constexpr size_t sti_bands = 7;  // octaves from 125 Hz to 8 kHz: those of octave_bands.h without the first
inline constexpr std::array<double, 14> modulations_hz = {0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0, 10.0, 12.5};

// By band and modulation, 0 to 1.
using ModulationTransfer = std::array<std::array<double, modulations_hz.size()>, sti_bands>;

// dB for each band, of speech over the noise of the room when it speaks; absent: no noise.
using SpeechToNoise = std::optional<std::array<double, sti_bands>>;
// Of such a ratio, the factor of the modulations.
double noise_factor(double speech_to_noise_db);

// 0 to 1.
double sti_of(const ModulationTransfer& transfer);

// bands: of an impulse response, as octave_bands gives them. The response's own noise is left out by its
// decay (decay.h). Absent where a band is silent, or its peak less than 15 dB over its noise.
std::optional<double> sti_of(const std::vector<std::vector<float>>& bands, double rate, const SpeechToNoise& noise = {});

}  // namespace rowdesk::measurement
