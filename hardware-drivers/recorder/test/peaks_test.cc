// Waveforms: bounds of the samples, whatever the parts in which they come.
#include <algorithm>
#include <cmath>
#include <random>

#include "../../sound-files/src/folder.h"
#include "../../sound-files/test/check.h"
#include "../../sound-files/test/temporary_folder.h"
#include "../src/files/peaks.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;

TEST("peaks are the bounds of their frames, at every fold and from any frame on") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/01.peaks";
  std::mt19937 random(3);
  std::vector<float> left, right;
  for (int n = 0; n < 100'000; ++n) {
    left.push_back(static_cast<float>(random() / 4294967296.0 * std::sin(n * 1e-4)));
    right.push_back(-0.5f * left.back());
  }
  PeaksWriter writer = PeaksWriter::open(path, 2, 48000);
  for (uint64_t at = 0; at < left.size();) {
    const uint64_t part = std::min<uint64_t>(1 + random() % 3000, left.size() - at);
    const float* channels[] = {left.data() + at, right.data() + at};
    writer.write(channels, part);
    at += part;
    if (random() % 3 == 0) writer.renew();
  }
  writer.renew();
  CHECK(read_peaks(path, 1 << 20).count() == left.size() / frames_per_peak);
  writer.close();
  CHECK(read_peaks(path, 1 << 20).count() == left.size() / frames_per_peak + 1);
  for (const uint64_t most : {1, 7, 100, 10'000}) {
    for (const uint64_t from : {0, 30'000}) {
      const Peaks peaks = read_peaks(path, most, from, 90'000);
      CHECK(peaks.channels == 2 && peaks.rate_hz == 48000 && peaks.count() <= most);
      CHECK(peaks.from_frame <= from && from - peaks.from_frame < frames_per_peak);
      for (uint64_t n = 0; n < peaks.count(); ++n) {
        const uint64_t first = peaks.from_frame + n * peaks.frames_per_peak;
        const uint64_t end = std::min<uint64_t>(first + peaks.frames_per_peak, 90'112);
        const auto [low, high] = std::minmax_element(left.begin() + static_cast<long>(first), left.begin() + static_cast<long>(end));
        const float* found = peaks.values.data() + n * 4;
        CHECK_NEAR(found[0], *low, 1.0 / 32767);
        CHECK_NEAR(found[1], *high, 1.0 / 32767);
        CHECK(found[0] <= *low && found[1] >= *high);
        CHECK_NEAR(found[2], -0.5 * *high, 1.0 / 32767);
      }
    }
  }
}

TEST("a waveform goes on where the take goes on: later peaks are cut off, missing ones are silence") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/01.peaks";
  const std::vector<float> loud(25'600, 1);
  const float* channels[] = {loud.data()};
  {
    PeaksWriter writer = PeaksWriter::open(path, 1, 96000);
    writer.write(channels, loud.size());
  }
  PeaksWriter::open(path, 1, 96000, 12'800);
  CHECK(read_peaks(path, 1000).count() == 50);
  {
    PeaksWriter writer = PeaksWriter::open(path, 1, 96000, 25'700);
    writer.write(channels, 156);
    writer.write_silence(256);
    const float nan[] = {NAN, NAN};
    const float* none[] = {nan};
    writer.write(none, 2);
  }
  const Peaks peaks = read_peaks(path, 1000);
  CHECK(peaks.count() == 103);
  const auto high = [&](uint64_t n) { return peaks.values[2 * n + 1]; };
  CHECK(high(49) == 1 && high(50) == 0 && high(99) == 0 && high(100) == 1 && high(101) == 0 && high(102) == 0);
  std::string words;
  try {
    PeaksWriter::open(path, 2, 96000);
  } catch (const sound::FileError& error) {
    words = error.what();
  }
  CHECK(words.find("another number of channels") != std::string::npos);
}
