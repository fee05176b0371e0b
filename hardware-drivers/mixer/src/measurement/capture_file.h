// Two channels of a captured file: what was sent, and what the microphone heard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk::measurement {

// Of the same length, full scale 1.0, every sample finite.
struct CapturedSound {
  double rate = 0.0;  // Hz
  std::vector<float> reference, microphone;

  double seconds() const { return static_cast<double>(reference.size()) / rate; }
};

inline constexpr uint32_t lowest_rate = 44100, highest_rate = 192000;

// Of one channel, 41 s at 192 kHz: with the longest delay it fits into a transform of 2^23, which bounds the memory of all that
// is computed to about 500 MB.
inline constexpr uint64_t most_frames = (1u << 23) - 400000;

// Channels from 1. Throws sound::FileError in words for a file that is no WAV, has no such channel, another rate, more than
// most_frames, or a sample that is no number.
CapturedSound read_capture(const std::string& path, uint32_t reference_channel, uint32_t microphone_channel);

}  // namespace rowdesk::measurement
