// Sounds for measurements: noise that is the same each time, and what a room does to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rowdesk {

std::vector<float> white_noise(size_t frames, uint32_t seed, float level = 0.1f);

// -3 dB per octave, within half a decibel from 10 Hz on at 48 kHz.
std::vector<float> pink_noise(size_t frames, uint32_t seed, float level = 0.1f);

// Syllables of voiced and unvoiced sound with pauses between them: pulses of a gliding pitch or noise, through three
// formants that change with each.
std::vector<float> babble(size_t frames, uint32_t seed, double rate = 48000.0);

// The sound so many frames later, which need not be whole: by a sinc of 64 frames under a Hann window.
std::vector<float> delayed(const std::vector<float>& sound, double frames);

std::vector<float> mixed(std::vector<float> sound, const std::vector<float>& other, float gain);

}  // namespace rowdesk
