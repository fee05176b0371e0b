// What a change leaves above 5 kHz while a 1 kHz tone plays, in dB relative to the tone: the strongest bin of any
// 4096-point Hann window.
#pragma once

#include <vector>

namespace rowdesk {

double splatter_db(const std::vector<float>& sound, double tone_amplitude, double rate = 48000.0);

}  // namespace rowdesk
