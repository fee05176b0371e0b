// Impulse responses, reverberation and speech transmission of rooms whose figures are known.
#include "measurement/decay.h"
#include "measurement/delay.h"
#include "measurement/impulse.h"
#include "measurement/octave_bands.h"
#include "measurement/room.h"
#include "measurement/sti.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.h"
#include "measured_sound.h"
#include "noise.h"

namespace rowdesk {
namespace {

using namespace measurement;

constexpr double rate = 48000.0;
const FrequencyRange whole_range{20.0, 20000.0};

ImpulseResponse response_of(const CapturedSound& sound) {
  const FrequencyRange range{20.0, std::min(20000.0, 0.45 * sound.rate)};
  RealFft fft(transform_size(sound));
  const RecordSpectra spectra = transform(sound, range, fft);
  const double arrival = find_delay(spectra, fft).frames;
  return impulse_response(spectra, arrival, response_frames(sound, arrival, true), range, fft);
}

// Noise that decays by 60 dB in so many seconds, with a direct sound.
std::vector<float> decaying(double reverberation_s, double length_s, uint32_t seed, float level = 0.1f) {
  auto response = white_noise(static_cast<size_t>(length_s * rate), seed, level);
  for (size_t i = 0; i < response.size(); ++i) {
    response[i] *= static_cast<float>(std::exp(-3.0 * std::numbers::ln10 * static_cast<double>(i) / rate / reverberation_s));
  }
  response[0] = 1.0f;
  return response;
}

Room room_of(std::vector<float> values) {
  ImpulseResponse response{rate, 0.0, 0, {}, 0.0, -144.0};
  response.arrival = static_cast<size_t>(before_arrival_s * rate);
  response.values.assign(response.arrival, 0.0f);
  response.values.insert(response.values.end(), values.begin(), values.end());
  return measure_room(response, [](double) { return true; });
}

TEST("the impulse response of a sweep is that of the path: place, height and sign, reflections, and silence elsewhere") {
  for (const double each_rate : check::sweep({44100.0, 96000.0})) {
    const auto sent = sweep(each_rate, {.sound_s = 2.0, .after_s = 0.6});
    const auto heard = mixed(through(sent, each_rate, delay(0.010)), through(sent, each_rate, delay(0.030)), -0.25f);
    const ImpulseResponse found = response_of({each_rate, sent, heard});
    CHECK_NEAR(found.arrival_frames / each_rate, 0.010, 1e-5);
    CHECK_NEAR(found.peak_db, 0.0, 0.5);
    const auto reflection = found.arrival + static_cast<size_t>(std::lround(0.020 * each_rate));
    CHECK_NEAR(found.values[found.arrival], 1.0, 0.06);
    CHECK_NEAR(found.values[reflection], -0.25, 0.03);
    CHECK(found.noise_db < -80.0);
    for (size_t i = found.arrival + static_cast<size_t>(0.05 * each_rate); i < found.values.size(); ++i) {
      if (std::abs(found.values[i]) > 0.003f) {
        CHECK_NEAR(found.values[i], 0.0, 0.003);
        break;
      }
    }
  }
}

TEST("the harmonics of a path that distorts are not in the response of its sweep, nor in its tail") {
  const auto sent = sweep(rate, {.sound_s = 4.0, .after_s = 0.6});
  auto heard = sent;
  for (float& sample : heard) sample += 0.2f * sample * sample + 0.2f * sample * sample * sample;
  const ImpulseResponse found = response_of({rate, sent, heard});
  CHECK(found.noise_db < -70.0);
  CHECK_NEAR(found.arrival_frames, 0.0, 0.2);
}

TEST("noise of a capture is the noise floor of its response: 20 dB more of it is 20 dB more") {
  const auto sent = sweep(rate, {.sound_s = 2.0, .after_s = 0.6});
  const double loud = response_of({rate, sent, with_noise(sent, 10.0, 3)}).noise_db;
  const double quiet = response_of({rate, sent, with_noise(sent, 30.0, 3)}).noise_db;
  CHECK_NEAR(loud - quiet, 20.0, 0.5);
}

TEST("reverberation times of decaying noise are within 5 %, with noise below it, or absent where it hides the range") {
  for (const double seconds : check::sweep({0.5, 1.0, 2.0, 4.0})) {
    auto response = decaying(seconds, 1.5 * seconds + 0.5, 11);
    response = mixed(std::move(response), white_noise(response.size(), 12, 1.0f), 0.1f * 0.0003f);
    const Room room = room_of(response);
    CHECK(room.reverberation.size() == octaves_hz.size());
    double mean = 0.0;
    for (size_t band = 3; band < octaves_hz.size(); ++band) {
      const ReverberationTimes& times = room.reverberation[band].times;
      CHECK(times.t20_s && times.t30_s && times.edt_s);
      if (!times.t30_s || !times.t20_s) continue;
      CHECK_NEAR(*times.t30_s / seconds, 1.0, band < 5 ? 0.08 : 0.05);
      mean += *times.t30_s / seconds / 5.0;
    }
    CHECK_NEAR(mean, 1.0, 0.03);
  }
}

TEST("a time is absent where the noise is nearer than 10 dB below its range") {
  for (const double noise_db : {-60.0, -40.0, -28.0}) {
    auto response = decaying(1.0, 2.0, 11);
    response = mixed(std::move(response), white_noise(response.size(), 12, 1.0f), 0.1f * static_cast<float>(std::pow(10.0, noise_db / 20.0)));
    const ReverberationTimes times = room_of(response).reverberation[5].times;
    CHECK(times.edt_s.has_value());
    CHECK(times.t20_s.has_value() == (noise_db < -35.0));
    CHECK(times.t30_s.has_value() == (noise_db < -45.0));
    if (times.t20_s) CHECK_NEAR(*times.t20_s, 1.0, 0.05);
  }
}

TEST("two rates of decay are told apart: early decay time of the first, T30 of the second") {
  const auto first = decaying(0.4, 3.0, 11, 0.3f), second = decaying(2.0, 3.0, 12, 0.3f);
  const ReverberationTimes times = room_of(mixed(first, second, 0.1f)).reverberation[5].times;
  CHECK(times.edt_s && *times.edt_s < 0.8);
  CHECK(times.t30_s && *times.t30_s > 1.3);
}

struct Box {
  std::vector<float> pressure;
  std::vector<double> energy;  // of its image sources, by frame
};

// A box with walls of one reflection factor: J. B. Allen, D. A. Berkley, J. Acoust. Soc. Am. 65, 1979.
Box image_sources(double reflection, double length_s) {
  const double size[] = {7.1, 9.3, 4.7}, source[] = {2.1, 3.3, 1.4}, microphone[] = {5.2, 6.7, 1.9};
  constexpr double speed = 343.0;
  const auto frames = static_cast<size_t>(length_s * rate);
  Box box{std::vector<float>(frames), std::vector<double>(frames)};
  const double farthest = length_s * speed;
  int most[3];
  for (int d = 0; d < 3; ++d) most[d] = static_cast<int>(farthest / (2.0 * size[d])) + 1;
  for (int x = -most[0]; x <= most[0]; ++x)
    for (int y = -most[1]; y <= most[1]; ++y)
      for (int z = -most[2]; z <= most[2]; ++z)
        for (int mirrored = 0; mirrored < 8; ++mirrored) {
          const int n[] = {x, y, z};
          double square = 0.0;
          int walls = 0;
          for (int d = 0; d < 3; ++d) {
            const int m = (mirrored >> d) & 1;
            const double away = (1 - 2 * m) * source[d] + 2.0 * n[d] * size[d] - microphone[d];
            square += away * away;
            walls += std::abs(n[d] - m) + std::abs(n[d]);
          }
          const double distance = std::sqrt(square);
          const auto frame = static_cast<size_t>(std::lround(distance / speed * rate));
          if (frame >= frames) continue;
          const double pressure = std::pow(reflection, walls) / distance;
          box.pressure[frame] += static_cast<float>(pressure);
          box.energy[frame] += pressure * pressure;
        }
  return box;
}

// T30 of the energy of the image sources, summed from the end, without bands, cut or noise.
double reference_time(const Box& box) {
  std::vector<double> energy(box.energy.size() + 1);
  for (size_t i = box.energy.size(); i-- > 0;) energy[i] = energy[i + 1] + box.energy[i];
  size_t at5 = 0, at35 = 0;
  while (energy[at5] > energy[0] * std::pow(10.0, -0.5)) ++at5;
  while (energy[at35] > energy[0] * std::pow(10.0, -3.5)) ++at35;
  return 2.0 * static_cast<double>(at35 - at5) / rate;
}

TEST("the reverberation time of a room of image sources is found through sweep, noise and response within 5 %") {
  const Box box = image_sources(0.75, 1.2);
  const double expected = reference_time(box);
  CHECK(expected > 0.3 && expected < 1.5);
  const auto sent = sweep(rate, {.sound_s = 4.0, .after_s = 1.2});
  const ImpulseResponse found = response_of({rate, sent, with_noise(convolved(sent, box.pressure), 40.0, 3)});
  const Room room = measure_room(found, [](double) { return true; });
  double mean = 0.0;
  for (size_t band = 4; band < 8; ++band) {
    CHECK(room.reverberation[band].times.t30_s.has_value());
    mean += room.reverberation[band].times.t30_s.value_or(0.0) / 4.0;
  }
  CHECK_NEAR(mean / expected, 1.0, 0.05);
}

TEST("speech transmission is 1 of a direct sound alone, and 0 of none at all") {
  std::vector<float> direct(48000);
  direct[0] = 1.0f;
  CHECK_NEAR(room_of(direct).sti.value_or(0.0), 1.0, 0.01);
  const double peak = 1.0, noise_db = -55.0;  // 20 dB below the peak in a part of 20 ms
  direct = mixed(std::move(direct), white_noise(48000, 5, static_cast<float>(peak * std::pow(10.0, noise_db / 20.0))), 1.0f);
  CHECK_NEAR(room_of(direct).sti.value_or(0.0), 1.0, 0.06);
  direct = mixed(std::vector<float>(48000), direct, 0.1f);
  direct = mixed(std::move(direct), white_noise(48000, 6, 0.01f), 1.0f);
  CHECK(!room_of(direct).sti);
  ModulationTransfer nothing{};
  CHECK_NEAR(sti_of(nothing), 0.0, 1e-9);
}

// Modulation transfer of exponential decay: M. R. Schroeder, Acustica 49, 1981.
double decay_factor(double modulation_hz, double seconds) {
  return 1.0 / std::sqrt(1.0 + std::pow(2.0 * std::numbers::pi * modulation_hz * seconds / (6.0 * std::numbers::ln10), 2.0));
}

TEST("speech transmission of exponential decay is that of the formula, for any reverberation time") {
  for (const double seconds : check::sweep({0.5, 1.0, 2.0, 4.0})) {
    ModulationTransfer formula;
    for (auto& band : formula) {
      for (size_t i = 0; i < modulations_hz.size(); ++i) band[i] = decay_factor(modulations_hz[i], seconds);
    }
    auto response = white_noise(static_cast<size_t>((1.5 * seconds + 0.5) * rate), 21, 0.1f);
    for (size_t i = 0; i < response.size(); ++i) {
      response[i] *= static_cast<float>(std::exp(-3.0 * std::numbers::ln10 * static_cast<double>(i) / rate / seconds));
    }
    CHECK_NEAR(room_of(response).sti.value_or(-1.0), sti_of(formula), 0.02);
  }
}

TEST("speech transmission in noise is that of the formula: 0.5 at 0 dB, 1 from 15 dB on, 0 from -15 dB down") {
  for (const double snr_db : {-20.0, -15.0, -6.0, 0.0, 6.0, 15.0, 30.0}) {
    ModulationTransfer transfer;
    for (auto& band : transfer) band.fill(noise_factor(snr_db));
    // each octave has the same index, and the weights less the redundancies add up to 1
    CHECK_NEAR(sti_of(transfer), std::clamp((snr_db + 15.0) / 30.0, 0.0, 1.0), 1e-6);
  }
}

TEST("octaves of IEC 61260 have their middle at full level, their edges 3 dB down, and no delay") {
  for (size_t band = 0; band < octaves_hz.size(); ++band) {
    CHECK_NEAR(exact_octave_hz(band) / octaves_hz[band], 1.0, 0.012);
    for (const double edge : {-0.5, 0.0, 0.5}) {
      const double hz = exact_octave_hz(band) * std::pow(10.0, 0.3 * edge);
      std::vector<float> tone(96000);
      for (size_t i = 0; i < tone.size(); ++i) {
        tone[i] = static_cast<float>(std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(i) / rate));
      }
      const auto filtered = octave_bands(tone, rate)[band];
      double both = 0.0, whole = 0.0;
      for (size_t i = 24000; i < 72000; ++i) {
        both += static_cast<double>(filtered[i]) * tone[i];
        whole += static_cast<double>(tone[i]) * tone[i];
      }
      CHECK_NEAR(20.0 * std::log10(both / whole), edge == 0.0 ? 0.0 : -3.01, 0.1);
    }
  }
}

}  // namespace
}  // namespace rowdesk
