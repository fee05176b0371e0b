// Rate conversion of exports: levels, aliases, the time of every frame, and a length that follows from the rates.
#include <cmath>
#include <random>

#include "../../lib/sound-files/src/folder.h"
#include "../../lib/sound-files/test/check.h"
#include "../src/files/rate_conversion.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;

namespace {

std::vector<float> tone(double hz, double rate, size_t frames, double phase = 0) {
  std::vector<float> samples;
  for (size_t n = 0; n < frames; ++n) {
    samples.push_back(static_cast<float>(0.5 * std::sin(2 * M_PI * hz * static_cast<double>(n) / rate + phase)));
  }
  return samples;
}

/** All of `in` in parts of any length. */
std::vector<std::vector<float>> all_of(const std::vector<std::vector<float>>& in, uint32_t from_hz, uint32_t to_hz) {
  std::mt19937 random(4);
  RateConversion conversion(from_hz, to_hz, static_cast<uint32_t>(in.size()));
  std::vector<std::vector<float>> out(in.size());
  const auto keep = [&](const RateConversion::Converted& part) {
    for (size_t channel = 0; channel < in.size(); ++channel) {
      out[channel].insert(out[channel].end(), part.channels[channel], part.channels[channel] + part.frames);
    }
  };
  for (size_t at = 0; at < in[0].size();) {
    const size_t part = std::min<size_t>(random() % 20'000, in[0].size() - at);
    std::vector<const float*> channels;
    for (const auto& plane : in) channels.push_back(plane.data() + at);
    keep(conversion.convert(channels.data(), part));
    at += part;
  }
  keep(conversion.finish());
  CHECK(out[0].size() == conversion.frames_for(in[0].size()));
  return out;
}

std::span<const float> middle(const std::vector<float>& samples) {
  return std::span(samples).subspan(samples.size() / 4, samples.size() / 2);
}

}  // namespace

TEST("a tone has its level within 0.01 dB and nothing beside it, at all pairs of rates") {
  for (const uint32_t from : {44100u, 48000u, 96000u}) {
    for (const uint32_t to : {44100u, 48000u, 96000u, 192000u}) {
      for (const double hz : {20.0, 997.0, 10'000.0, 19'000.0}) {
        const auto out = all_of({tone(hz, from, 2 * from)}, from, to)[0];
        const SineFit fit = fit_sine(middle(out), hz / to);
        CHECK_NEAR(db(fit.peak / 0.5), 0, 0.01);
        CHECK_UNDER(fit.residual_db, -130);
      }
    }
  }
}

TEST("what the lower rate can't hold is below -100 dB") {
  for (const double hz : {24'100.0, 30'000.0, 40'000.0}) {
    CHECK_UNDER(db(rms(middle(all_of({tone(hz, 96000, 192'000)}, 96000, 44100)[0]))), -106);
  }
}

TEST("every frame keeps its time, and channels stay beside each other") {
  const auto in = std::vector{tone(1000, 48000, 96'000), tone(1000, 48000, 96'000, M_PI / 3)};
  const auto out = all_of(in, 48000, 44100);
  double error = 0;
  for (size_t n = 1000; n < 80'000; ++n) {
    const double at = 2 * M_PI * 1000 * static_cast<double>(n) / 44100;
    error = std::max({error, std::fabs(out[0][n] - 0.5 * std::sin(at)), std::fabs(out[1][n] - 0.5 * std::sin(at + M_PI / 3))});
  }
  CHECK_UNDER(error, 1e-6);
}

TEST("equal rates pass every sample on, and any length has one that follows from the rates") {
  const std::vector<std::vector<float>> in{tone(997, 48000, 12345)};
  CHECK(all_of(in, 48000, 48000) == in);
  for (const size_t frames : {0, 1, 2, 147, 160, 4801, 100'003}) {
    all_of({tone(997, 48000, frames)}, 48000, 44100);
    all_of({tone(997, 44100, frames)}, 44100, 96000);
  }
}

TEST("without libsoxr the words say how to install it") {
  std::string words;
  try {
    SoxrLibrary library("libsoxr-of-nobody.so.0");
  } catch (const sound::FileError& error) {
    words = error.what();
  }
  CHECK(words.find("sudo apt install libsoxr0") != std::string::npos);
}
