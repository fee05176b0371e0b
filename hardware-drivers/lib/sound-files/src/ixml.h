// The chunk `iXML` of a WAV: the names of its channels and when it begins (iXML Specification 2.10, Gallery Software,
// gallery.co.uk/ixml).
#pragma once
#include <string>

#include "sound_file.h"

namespace rowdesk::sound {

/** Text of XML 1.0; control characters, which it has not, become blanks. */
inline std::string xml_text(const std::string& words) {
  std::string text;
  for (const char each : words) {
    switch (each) {
      case '&': text += "&amp;"; break;
      case '<': text += "&lt;"; break;
      case '>': text += "&gt;"; break;
      default: text += static_cast<unsigned char>(each) < 0x20 ? ' ' : each;
    }
  }
  return text;
}

/** `Keys L` and `Keys R` of two. */
inline std::string channel_name(const std::string& track, uint32_t channels, uint32_t channel) {
  if (channels == 1) return track;
  return track + (channels > 2 ? " " + std::to_string(channel) : channel == 1 ? " L" : " R");
}

/** `format` has facts. */
inline std::string ixml_of(const SoundFormat& format, uint32_t channels, uint32_t rate_hz) {
  const BroadcastFacts& facts = *format.facts;
  const auto element = [](const char* name, const std::string& content) {
    return std::string("<") + name + ">" + content + "</" + name + ">";
  };
  const std::string rate = std::to_string(rate_hz);
  std::string tracks = element("TRACK_COUNT", std::to_string(channels));
  for (uint32_t channel = 1; channel <= channels; ++channel) {
    const std::string number = std::to_string(channel), name = channel_name(facts.track_name, channels, channel);
    tracks += element("TRACK", element("CHANNEL_INDEX", number) + element("INTERLEAVE_INDEX", number) +
                                   element("NAME", xml_text(name)));
  }
  const std::string speed = element("FILE_SAMPLE_RATE", rate) + element("AUDIO_BIT_DEPTH", std::to_string(bits_of(format.encoding))) +
                            element("TIMESTAMP_SAMPLE_RATE", rate) +
                            element("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI", std::to_string(facts.time_reference >> 32)) +
                            element("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", std::to_string(facts.time_reference & 0xffffffff));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" +
         element("BWFXML", element("IXML_VERSION", "2.10") + element("NOTE", xml_text(facts.description)) +
                               element("SPEED", speed) + element("TRACK_LIST", tracks));
}

}  // namespace rowdesk::sound
