// Stimuli that sound twice: frames that are lost on the way of one are refused or change little; noise and a room are no fault.
#include "measurement/repeats.h"

#include "measurement/delay.h"
#include "measurement/transfer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.h"
#include "measured_sound.h"
#include "noise.h"

namespace rowdesk {
namespace {

using namespace measurement;

constexpr double rate = 48000.0, sound_s = 2.0, silence_s = 1.0, before_s = 0.2, snr_db = 20.0;
constexpr auto period = static_cast<size_t>((sound_s + silence_s) * rate);
constexpr auto first_frame = static_cast<size_t>(before_s * rate);
constexpr double late = 480.3;
const Response filter = peaking(rate, 1000.0, 1.0, 6.0);

std::vector<float> twice(const std::vector<float>& once) {
  std::vector<float> both(once.size() + period);
  for (size_t n = 0; n < once.size(); ++n) both[n] += once[n], both[n + period] += once[n];
  return both;
}
std::vector<float> sweeps() { return twice(sweep(rate, {.sound_s = sound_s, .before_s = before_s, .after_s = silence_s})); }
std::vector<float> noises() {
  auto once = pink_noise(first_frame + period, 4);
  std::fill_n(once.begin(), first_frame, 0.0f);
  std::fill(once.end() - static_cast<std::ptrdiff_t>(silence_s * rate), once.end(), 0.0f);
  return twice(once);
}
std::vector<float> in_room(const std::vector<float>& sent) {
  auto response = white_noise(static_cast<size_t>(rate), 8, 0.05f);
  for (size_t n = 0; n < response.size(); ++n) response[n] *= static_cast<float>(std::exp(-6.9 * static_cast<double>(n) / rate));
  response[0] = 1.0f;
  return convolved(through(sent, rate, delay(late / rate) * filter), response);
}
// Of a mean square as with_noise has it.
std::vector<float> beside(const std::vector<float>& heard, std::vector<float> noise, double noise_snr_db) {
  const auto rms = [](const std::vector<float>& sound) {
    double power = 0.0, counted = 0.0;
    for (const float sample : sound) {
      if (std::abs(sample) < 1e-4f) continue;
      power += static_cast<double>(sample) * sample, counted += 1.0;
    }
    return std::sqrt(power / counted);
  };
  return mixed(heard, noise, static_cast<float>(rms(heard) / rms(noise) * std::pow(10.0, -noise_snr_db / 20.0)));
}
// Of a large ventilation: low-passed twice at 60 Hz.
std::vector<float> rumble(size_t frames, uint32_t seed) {
  auto sound = white_noise(frames, seed);
  const double part = 1.0 - std::exp(-2.0 * std::numbers::pi * 60.0 / rate);
  double one = 0.0, two = 0.0;
  for (float& sample : sound) one += part * (sample - one), two += part * (one - two), sample = static_cast<float>(two);
  return sound;
}

bool is_refused(const std::vector<float>& sent, const std::vector<float>& heard) {
  const auto refused = compare_repeats({rate, sent, heard}, period, late);
  return refused && refused->reason == "unsteady";
}

std::vector<double> magnitudes_db(const std::vector<float>& sent, const std::vector<float>& heard) {
  const CapturedSound mean = mean_of_repeats({rate, sent, heard}, period);
  const FrequencyRange range{20.0, 20000.0};
  RealFft fft(transform_size(mean));
  const double frames = find_delay(transform(mean, range, fft), fft).frames;
  return smoothed(transfer_function(mean, frames, range, true), 12).magnitudes_db;
}

double largest_difference(const std::vector<double>& one, const std::vector<double>& other) {
  double largest = 0.0;
  // of 20 Hz to 20 kHz: from 40 Hz to 18 kHz
  for (size_t i = 48; i + 8 < one.size(); ++i) largest = std::max(largest, std::abs(one[i] - other[i]));
  return largest;
}

using Fault = void (*)(std::vector<float>& heard, size_t at);
void lose(std::vector<float>& heard, size_t at, size_t frames) {
  heard.erase(heard.begin() + static_cast<std::ptrdiff_t>(at), heard.begin() + static_cast<std::ptrdiff_t>(at + frames));
  heard.resize(heard.size() + frames);
}
void silence(std::vector<float>& heard, size_t at, size_t frames) {
  std::fill_n(heard.begin() + static_cast<std::ptrdiff_t>(at), std::min(frames, heard.size() - at), 0.0f);
}
// The block before it once more, as a server plays what a client did not renew.
void repeat(std::vector<float>& heard, size_t at, size_t frames) {
  for (size_t n = frames; n-- > 0;) heard[at + n] = heard[at + n - frames];
}

struct Counted {
  int refused = 0, of = 0;
  double largest_db = 0.0;  // of those that were not
};

// At places all over both sounds, beside noise.
Counted with_fault(const std::vector<float>& sent, const std::vector<float>& clean, Fault fault) {
  const int places = check::is_brief() ? 6 : 40;
  Counted counted;
  std::vector<double> changes;
  for (int place = 0; place < places; ++place) {
    const auto whole = beside(clean, pink_noise(clean.size(), static_cast<uint32_t>(place + 10)), snr_db);
    auto heard = whole;
    // by the golden ratio: spread evenly, in no rhythm
    const double part = std::fmod(0.25 + 0.6180339887 * place, 1.0);
    const auto within = static_cast<size_t>(part * sound_s * rate);
    fault(heard, first_frame + static_cast<size_t>(late) + within + (place % 2 == 0 ? 0 : period));
    ++counted.of;
    if (is_refused(sent, heard)) ++counted.refused;
    else changes.push_back(largest_difference(magnitudes_db(sent, heard), magnitudes_db(sent, whole)));
  }
  for (const double change : changes) counted.largest_db = std::max(counted.largest_db, change);
  return counted;
}

// Half a decibel: what is left is below 50 Hz, where a sweep is slow and frames are few.
bool is_told_or_small(const Counted& counted, double most_db) {
  return counted.refused >= counted.of * 3 / 4 && counted.largest_db < most_db;
}

TEST("64 frames that are lost anywhere in a sweep or in noise are refused, or change the result by less than half a decibel") {
  const auto fault = [](auto& heard, size_t at) { lose(heard, at, 64); };
  const auto sent = sweeps();
  CHECK(is_told_or_small(with_fault(sent, through(sent, rate, delay(late / rate) * filter), fault), 0.5));
  CHECK(is_told_or_small(with_fault(sent, in_room(sent), fault), 0.5));
  const auto pink = noises();
  CHECK(is_told_or_small(with_fault(pink, in_room(pink), fault), 0.1));
}

TEST("64 frames of silence are refused from where they are a part of an octave, or change the result by less than 0.3 dB") {
  const auto sent = sweeps();
  const auto clean = through(sent, rate, delay(late / rate) * filter);
  const Counted silent = with_fault(sent, clean, [](auto& heard, size_t at) { silence(heard, at, 64); });
  CHECK(silent.refused >= silent.of / 2);
  CHECK(silent.largest_db < 0.3);
}

TEST("a block of 1024 frames that was left out, played again or lost is refused, in a room as well") {
  const auto sent = sweeps();
  for (const auto& clean : {through(sent, rate, delay(late / rate) * filter), in_room(sent)}) {
    CHECK(is_told_or_small(with_fault(sent, clean, [](auto& heard, size_t at) { silence(heard, at, 1024); }), 0.6));
    CHECK(is_told_or_small(with_fault(sent, clean, [](auto& heard, size_t at) { repeat(heard, at, 1024); }), 0.6));
    CHECK(is_told_or_small(with_fault(sent, clean, [](auto& heard, size_t at) { lose(heard, at, 1024); }), 0.6));
  }
}

TEST("noise, rumble, hum and speech 20 dB below are no fault, nor is steady noise as loud as the sweep") {
  const auto sent = sweeps();
  for (const auto& clean : {through(sent, rate, delay(late / rate) * filter), in_room(sent)}) {
    std::vector<float> hum(clean.size());
    const double turn = 2.0 * std::numbers::pi * 50.013 / rate;
    for (size_t n = 0; n < hum.size(); ++n) hum[n] = static_cast<float>(std::sin(turn * static_cast<double>(n)));
    const uint32_t seeds = check::is_brief() ? 3 : 30;
    int refused = 0;
    for (uint32_t seed = 1; seed <= seeds; ++seed) {
      for (const auto& noise : {white_noise(clean.size(), seed), pink_noise(clean.size(), seed), rumble(clean.size(), seed)}) {
        refused += is_refused(sent, beside(clean, noise, 20.0));
        refused += is_refused(sent, beside(clean, noise, 0.0));
      }
      refused += is_refused(sent, beside(clean, babble(clean.size(), seed), 20.0));
    }
    for (const double each_db : {30.0, 20.0, 10.0}) refused += is_refused(sent, beside(clean, hum, each_db));
    CHECK(refused == 0);
  }
}

TEST("the mean of two has half the noise of one; other sound on the bus is no fault") {
  const auto sent = sweeps();
  const auto clean = through(sent, rate, delay(late / rate));
  const auto noise = white_noise(sent.size(), 3, 0.01f);
  const CapturedSound mean = mean_of_repeats({rate, sent, mixed(clean, noise, 1.0f)}, period);
  CHECK(mean.reference.size() == sent.size() - period);
  double before = 0.0, after = 0.0;
  for (size_t n = 0; n < mean.microphone.size(); ++n) {
    before += std::pow(noise[n], 2);
    after += std::pow(mean.microphone[n] - clean[n], 2);
  }
  CHECK_NEAR(after / before, 0.5, 0.02);
  auto lost = clean;
  lose(lost, lost.size() / 2, 64);
  CHECK(is_refused(sent, lost));
  CHECK(!is_refused(mixed(sent, noise, 5.0f), lost));
}

}  // namespace
}  // namespace rowdesk
