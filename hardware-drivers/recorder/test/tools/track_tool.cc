// Writes sound files of takes for programs of others to judge.
//   write PATH wav|flac int16|int24|float32 CHANNELS FRAMES RENEWED close|kill   renews after RENEWED frames; kill: ends there
//   lengthen PATH FRAMES   to so many frames, a hole but for the last 1000 of a mono float file
//   repair PATH            prints the frames
//   mark PATH FRAME LABEL FRAME LABEL ...
//   peaks PATH CHANNELS FRAMES
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../../src/files/markers.h"
#include "../../src/files/peaks.h"
#include "../../src/files/repair.h"
#include "../../src/files/track_file.h"

using namespace rowdesk;
using namespace rowdesk::recorder;

namespace {

/** What the judges expect at a frame: a multiple of 2^-15 that floats hold exactly. */
float sample_of(uint64_t frame, uint32_t channel) {
  return static_cast<float>(static_cast<int32_t>((frame * 7919 + channel * 104729) % 32749) - 16384) / 32768;
}

void write(const std::vector<std::string>& words) {
  const auto channels = static_cast<uint32_t>(std::stoul(words[4]));
  const uint64_t frames = std::stoull(words[5]), renewed = std::stoull(words[6]);
  const sound::Encoding encoding = words[3] == "int16"   ? sound::Encoding::int16
                                   : words[3] == "int24" ? sound::Encoding::int24
                                                         : sound::Encoding::float32;
  const sound::Container container = words[2] == "flac" ? sound::Container::flac : sound::Container::wav;
  TrackFile track = TrackFile::create(words[1], {container, encoding, 48000, channels, 1},
                                      {"Singer", "Rowdesk", "take-7", "2026-11-22", "20:15:30", 3'500'640'000, "Singer"});
  std::vector<float> piece;
  for (uint64_t frame = 0; frame < frames; ++frame) {
    if (frame == renewed) {
      track.write(piece);
      piece.clear();
      track.renew();
    }
    for (uint32_t channel = 0; channel < channels; ++channel) piece.push_back(sample_of(frame, channel));
  }
  track.write(piece);
  if (words[7] == "kill") raise(SIGKILL);
  track.close();
}

void lengthen(const std::string& path, uint64_t frames) {
  truncate_to(path, frames);
  std::vector<float> last;
  for (uint64_t frame = frames - 1000; frame < frames; ++frame) last.push_back(sample_of(frame, 0));
  struct stat facts;
  stat(path.c_str(), &facts);
  const int file = open(path.c_str(), O_WRONLY);
  const size_t bytes = last.size() * sizeof(float);
  if (pwrite(file, last.data(), bytes, facts.st_size - static_cast<off_t>(bytes)) != static_cast<ssize_t>(bytes)) abort();
  close(file);
}

void draw(const std::string& path, uint32_t channels, uint64_t frames) {
  PeaksWriter peaks = PeaksWriter::open(path, channels, 48000);
  std::vector<float> samples(channels);
  std::vector<const float*> pointers;
  for (const float& sample : samples) pointers.push_back(&sample);
  for (uint64_t frame = 0; frame < frames; ++frame) {
    for (uint32_t channel = 0; channel < channels; ++channel) samples[channel] = sample_of(frame, channel);
    peaks.write(pointers.data(), 1);
  }
  peaks.close();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 8 && words[0] == "write") {
    write(words);
  } else if (words.size() == 3 && words[0] == "lengthen") {
    lengthen(words[1], std::stoull(words[2]));
  } else if (words.size() == 4 && words[0] == "peaks") {
    draw(words[1], static_cast<uint32_t>(std::stoul(words[2])), std::stoull(words[3]));
  } else if (words.size() >= 4 && words[0] == "mark") {
    std::vector<Marker> markers;
    for (size_t n = 2; n + 1 < words.size(); n += 2) markers.push_back({std::stoull(words[n]), words[n + 1]});
    write_markers(words[1], markers);
  } else if (words.size() == 2 && words[0] == "repair") {
    std::printf("%llu\n", static_cast<unsigned long long>(repair(words[1]).frames));
  } else {
    return 2;
  }
}
