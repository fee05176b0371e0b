// Levels in fractional-octave bands. Formulas: IEC 61260-1:2014, chapter 5.
#include "analysis/analysis_spectrum.h"

#include <algorithm>
#include <utility>

#include "check.h"
#include "noise.h"

namespace rowdesk {
namespace {

std::vector<float> spectrum_of(const std::vector<float>& sound, double rate, uint32_t bands_per_octave) {
  PowerSpectrum power(rate);
  const SpectrumBands bands(rate, bands_per_octave);
  std::copy_n(sound.begin(), power.sound().size(), power.sound().begin());
  std::vector<float> levels(bands.bands());
  bands.measure(power.measure(), levels);
  return levels;
}

std::vector<float> tone(double frequency_hz, double amplitude, double rate, double phase = 0.3) {
  std::vector<float> sound(spectrum_frames(rate));
  for (size_t i = 0; i < sound.size(); ++i) {
    const double turn = 2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / rate + phase;
    sound[i] = static_cast<float>(amplitude * std::sin(turn));
  }
  return sound;
}

TEST("mid-bands are those of IEC 61260-1 for odd numbers of bands, for even ones too, from 20 Hz to 20 kHz") {
  for (const uint32_t b : {3u, 6u, 12u, 24u}) {
    const std::vector<double> frequencies = band_frequencies(b);
    CHECK(frequencies.size() == 31 * b / 3);
    for (size_t i = 0; i < frequencies.size(); ++i) {
      // formula 2, x from the number of the band
      const double g = std::pow(10.0, 0.3);
      const double x = static_cast<double>(i) - (b == 3 ? 17.0 : 17.5 * b / 3.0);
      const double exact = 1000.0 * std::pow(g, x / b);
      CHECK_NEAR(frequencies[i] / exact, 1.0, 1e-9);
    }
  }
  const std::vector<double> thirds = band_frequencies(3);
  CHECK_NEAR(thirds.front(), 19.95, 0.01);
  CHECK_NEAR(thirds[17], 1000.0, 1e-9);
  CHECK_NEAR(thirds.back(), 19952.6, 0.1);
}

TEST("a full-scale sine in the middle of a band reads 0 dB there, in every band at every rate") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    for (const uint32_t b : check::sweep({3u, 6u, 12u, 24u})) {
      const std::vector<double> frequencies = band_frequencies(b);
      for (size_t i = 0; i < frequencies.size(); i += b / 3) {
        CHECK_NEAR(spectrum_of(tone(frequencies[i], 1.0, rate), rate, b)[i], 0.0, frequencies[i] < 40 ? 0.7 : 0.05);
      }
    }
  }
}

TEST("1 kHz is in the middle of a band, however many there are") {
  for (const uint32_t b : {3u, 6u, 12u, 24u}) {
    const std::vector<float> levels = spectrum_of(tone(1000.0, 1.0, 48000.0), 48000.0, b);
    CHECK_NEAR(*std::ranges::max_element(levels), 0.0, 0.05);
  }
}

TEST("a sine is far below in bands far from its own") {
  const std::vector<float> levels = spectrum_of(tone(1000.0, 0.5, 48000.0), 48000.0, 3);
  CHECK_NEAR(levels[17], -6.02, 0.05);
  for (size_t band = 0; band < levels.size(); ++band) {
    if (band < 16 || band > 18) CHECK(levels[band] < -80.0f);
  }
}

// The mean of several: one of noise is noise itself. And the mean square of the sound.
std::pair<std::vector<double>, double> mean_spectrum(const std::vector<float>& noise, int spectra) {
  const size_t frames = spectrum_frames(48000.0);
  std::vector<double> mean(31);
  double power = 0;
  for (int part = 0; part < spectra; ++part) {
    const auto begin = noise.begin() + static_cast<std::ptrdiff_t>(frames) * part;
    const std::vector<float> sound(begin, begin + static_cast<std::ptrdiff_t>(frames));
    const std::vector<float> levels = spectrum_of(sound, 48000.0, 3);
    for (size_t band = 0; band < mean.size(); ++band) mean[band] += std::pow(10.0, levels[band] / 10.0) / spectra;
    for (const float sample : sound) power += static_cast<double>(sample) * sample / (static_cast<double>(frames) * spectra);
  }
  return {mean, power};
}

TEST("pink noise is as loud in every band") {
  const std::vector<double> mean = mean_spectrum(pink_noise(spectrum_frames(48000.0) * 60, 5), 60).first;
  for (size_t band = 4; band < 29; ++band) CHECK_NEAR(10 * std::log10(mean[band] / mean[17]), 0.0, 1.0);
}

TEST("the powers of all bands are the power of the sound") {
  const auto [mean, power] = mean_spectrum(white_noise(spectrum_frames(48000.0) * 30, 5), 30);
  double sum = 0;
  for (const double band : mean) sum += band;
  // of white noise the bands have what lies between 17.8 Hz and 22.4 kHz; 0 dB is a mean square of a half
  const double part = 1000.0 * (std::pow(10.0, 1.35) - std::pow(10.0, -1.75)) / 24000.0;
  CHECK_NEAR(10 * std::log10(sum), 10 * std::log10(2 * power * part), 0.1);
}

TEST("silence reads -144 dB") {
  for (const float level : spectrum_of(std::vector<float>(spectrum_frames(48000.0)), 48000.0, 24)) CHECK(level == -144.0f);
}

TEST("a transform of real sound is that of the definition, and its inverse gives the sound") {
  for (const size_t size : {size_t{8}, size_t{16}, size_t{32}, size_t{512}, size_t{1024}}) {
    RealFft fft(size);
    const std::vector<float> sound = white_noise(size, 1, 1.0f);
    std::vector<std::complex<float>> bins(size / 2 + 1);
    std::vector<float> back(size);
    fft.forward(sound, bins);
    for (size_t k = 0; k <= size / 2; ++k) {
      std::complex<double> sum = 0;
      for (size_t i = 0; i < size; ++i) {
        sum += std::polar<double>(1.0, -2.0 * std::numbers::pi * static_cast<double>(k * i % size) / static_cast<double>(size)) *
               static_cast<double>(sound[i]);
      }
      CHECK_NEAR(std::abs(sum - std::complex<double>(bins[k])), 0.0, 1e-4);
    }
    fft.inverse(bins, back);
    for (size_t i = 0; i < size; ++i) CHECK_NEAR(back[i] / static_cast<float>(size), sound[i], 1e-5);
  }
}

}  // namespace
}  // namespace rowdesk
