// Waveforms: bounds of the samples, whatever the parts in which they come.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "../../lib/sound-files/src/folder.h"
#include "../../lib/sound-files/test/check.h"
#include "../../lib/sound-files/test/temporary_folder.h"
#include "../src/files/peaks.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;

namespace {

struct Point {
  int16_t low, high;
};

/** All points of a file of `channels` channels, whose header is checked. */
std::vector<Point> points_of(const std::string& path, uint16_t channels, uint32_t rate_hz) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const uint16_t shorts[] = {1, channels};
  const uint32_t longs[] = {256, rate_hz};
  CHECK(bytes.size() >= 16 && std::memcmp(bytes.data(), "RDPK", 4) == 0);
  CHECK(std::memcmp(bytes.data() + 4, shorts, 4) == 0 && std::memcmp(bytes.data() + 8, longs, 8) == 0);
  CHECK((bytes.size() - 16) % (4 * channels) == 0);
  std::vector<Point> points((bytes.size() - 16) / 4);
  std::memcpy(points.data(), bytes.data() + 16, points.size() * 4);
  return points;
}

}  // namespace

TEST("peaks are the bounds of their frames, rounded outwards") {
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
  CHECK(points_of(path, 2, 48000).size() == 2 * (left.size() / frames_per_peak));
  writer.close();
  const auto points = points_of(path, 2, 48000);
  CHECK(points.size() == 2 * (left.size() / frames_per_peak + 1));
  for (size_t n = 0; n < points.size() / 2; ++n) {
    const size_t first = n * frames_per_peak, end = std::min(first + frames_per_peak, left.size());
    for (const auto* plane : {&left, &right}) {
      const auto [low, high] = std::minmax_element(plane->data() + first, plane->data() + end);
      const Point& point = points[2 * n + (plane == &right)];
      CHECK(point.low == std::floor(*low * 32767) && point.high == std::ceil(*high * 32767));
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
  CHECK(points_of(path, 1, 96000).size() == 50);
  {
    PeaksWriter writer = PeaksWriter::open(path, 1, 96000, 25'700);
    writer.write(channels, 156);
    writer.write_silence(256);
    const float nan[] = {NAN, NAN};
    const float* none[] = {nan};
    writer.write(none, 2);
  }
  const auto points = points_of(path, 1, 96000);
  CHECK(points.size() == 103);
  for (const size_t n : {49, 100}) CHECK(points[n].high == 32767);
  for (const size_t n : {50, 99, 101, 102}) CHECK(points[n].high == 0 && points[n].low == 0);
  std::string words;
  try {
    PeaksWriter::open(path, 2, 96000);
  } catch (const sound::FileError& error) {
    words = error.what();
  }
  CHECK(words.find("another number of channels") != std::string::npos);
}
