#include "measurement/capture_file.h"

#include <algorithm>
#include <cmath>

#include "../../../lib/sound-files/src/wav_reader.h"

namespace rowdesk::measurement {

CapturedSound read_capture(const std::string& path, uint32_t reference_channel, uint32_t microphone_channel) {
  const auto fail = [&](const std::string& words) -> void { throw sound::FileError(path + ": " + words); };
  sound::FileBytes bytes(sound::open_to_read("", path));
  CapturedSound captured;
  try {
    sound::WavReader reader(bytes);
    if (reader.rate_hz() < lowest_rate || reader.rate_hz() > highest_rate) {
      fail("runs at " + std::to_string(reader.rate_hz()) + " Hz; 44100 to 192000 Hz can be measured");
    }
    captured.rate = reader.rate_hz();
    captured.reference = reader.read_channel(reference_channel, most_frames);
    captured.microphone = reader.read_channel(microphone_channel, most_frames);
  } catch (const sound::FileError& error) {
    const std::string words = error.what();
    if (words.starts_with(path)) throw;
    fail(words);
  }
  for (const auto* channel : {&captured.reference, &captured.microphone}) {
    const auto found = std::ranges::find_if(*channel, [](float sample) { return !std::isfinite(sample); });
    if (found != channel->end()) fail("frame " + std::to_string(found - channel->begin()) + " is no number");
  }
  return captured;
}

}  // namespace rowdesk::measurement
