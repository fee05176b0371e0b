// Music and speech that no loop brings back: HOWL_MUSIC names a folder of sounds, each 48 kHz mono, 32-bit float.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "howl_strip.h"

namespace rowdesk {
namespace {

TEST("music and speech have at most one false notch in ten minutes") {
  const char* const folder = std::getenv("HOWL_MUSIC");
  if (folder == nullptr || *folder == '\0') {
    std::printf("     no music: js/howl-music.night.test.ts brings some\n");
    return;
  }
  double minutes = 0.0;
  int notches = 0, sounds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::vector<float> sound(std::filesystem::file_size(entry.path()) / sizeof(float));
    std::ifstream(entry.path(), std::ios::binary).read(reinterpret_cast<char*>(sound.data()), static_cast<std::streamsize>(sound.size() * sizeof(float)));
    HowlStrip strip;
    strip.protect({.mode = HowlMode::suppress});
    size_t before = 0;
    const auto sample = [&](uint32_t, double time_s) { return sound[std::min(sound.size() - 1, static_cast<size_t>(time_s * 48000.0 + 0.5))]; };
    strip.play(static_cast<double>(sound.size()) / 48000.0, sample, [&] {
      const size_t now = strip.notches().size();
      if (now > before) {
        notches += static_cast<int>(now - before);
        std::printf("     %s: %.0f Hz after %.1f s\n", entry.path().filename().c_str(), strip.notches().back().frequency_hz, strip.time_s());
      }
      before = now;
      return false;
    });
    minutes += static_cast<double>(sound.size()) / 48000.0 / 60.0;
    ++sounds;
  }
  std::printf("     %d sounds of %.1f minutes, %d notches\n", sounds, minutes, notches);
  CHECK(sounds > 0);
  CHECK(notches <= minutes / 10.0);
}

}  // namespace
}  // namespace rowdesk
