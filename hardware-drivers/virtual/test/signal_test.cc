// Levels, spectra and purity of the signals.
#include <complex>

#include "../../lib/sound-files/test/check.h"
#include "fixture.h"

using namespace rowdesk::stagebox;
using namespace rowdesk::stagebox::test;
using namespace rowdesk::test;

namespace {

std::vector<float> signal_of(const InputSetup& input, double rate, uint64_t frames, uint32_t block = 64) {
  Stagebox box(1, 1);
  PassThrough processor;
  auto setup = make_setup(1, 1, 1);
  setup->inputs[0] = input;
  box.setups().send(std::move(setup));
  box.prepare(processor.interface, rate, 4096);
  auto out = run(box, frames, block);
  box.release();
  return out;
}

/** Power in dB of the band around `centre_hz`, a third of an octave wide, by the mean of |DFT|^2 over segments. */
double band_db(const std::vector<float>& samples, double rate, double centre_hz) {
  const size_t length = 8192;
  double power = 0;
  int bins = 0;
  const double width = rate / length;
  for (double f = centre_hz / 1.122; f <= centre_hz * 1.122; f += std::max(width, centre_hz / 40)) {
    for (size_t start = 0; start + length <= samples.size(); start += length) {
      std::complex<double> sum = 0, turn = 1;
      const std::complex<double> step = std::polar(1.0, -2 * M_PI * f / rate);
      for (size_t n = 0; n < length; ++n) {
        const double hann = 0.5 - 0.5 * std::cos(2 * M_PI * static_cast<double>(n) / length);
        sum += static_cast<double>(samples[start + n]) * hann * turn;
        turn *= step;
      }
      power += std::norm(sum);
      ++bins;
    }
  }
  return 10 * std::log10(power / bins);
}

}  // namespace

TEST("a sine has its level as peak and its residual is that of float32") {
  for (const double rate : {44100.0, 48000.0, 192000.0}) {
    InputSetup input{.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = -20};
    const auto fit = fit_sine(signal_of(input, rate, 48000), 997 / rate);
    CHECK_NEAR(db(fit.peak), -20, 0.0001);
    CHECK_UNDER(fit.residual_db, -145);
  }
}

TEST("the sine of an hour later is where it has to be") {
  Stagebox box(1, 1);
  PassThrough processor;
  auto setup = make_setup(1, 1, 1);
  setup->inputs[0] = {.signal = Signal::sine, .frequency_hz = 1000.1, .level_dbfs = 0};
  box.setups().send(std::move(setup));
  box.prepare(processor.interface, 48000, 64);
  const uint64_t later = 48000ull * 3600 * 10;
  box.skip(later);
  const auto out = run(box, 64, 64);
  // 1000.1 Hz is 10001 turns in 480000 frames.
  const auto expected = std::sin(2 * M_PI * static_cast<double>(later % 480000 * 10001 % 480000) / 480000);
  CHECK_NEAR(out[0], expected, 1e-6);
  box.release();
}

TEST("noises have their level as RMS, where a full-scale sine is 0") {
  for (const Signal signal : {Signal::white, Signal::pink}) {
    InputSetup input{.signal = signal, .level_dbfs = -20};
    const auto samples = signal_of(input, 48000, 48000 * 20);
    CHECK_NEAR(db(rms(samples) * std::sqrt(2)), -20, 0.15);
  }
}

TEST("pink noise falls by 3.01 dB per octave from 20 Hz to 20 kHz") {
  for (const double rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
    rd_pink_filter pink;
    rd_pink_design(&pink, rate);
    rd_pink_state state{};
    std::vector<double> response;
    for (int n = 0; n < static_cast<int>(rate); ++n) response.push_back(rd_pink_noise(&pink, &state, n == 0 ? 1 : 0));
    const auto gain_db = [&](double f) {
      std::complex<double> sum = 0;
      for (size_t n = 0; n < response.size(); ++n) {
        sum += response[n] * std::polar(1.0, -2 * M_PI * f / rate * static_cast<double>(n));
      }
      return 20 * std::log10(std::abs(sum));
    };
    double least = 99, most = -99;
    for (double f = 20; f <= 20000; f *= std::pow(2, 0.25)) {
      const double off = gain_db(f) - gain_db(1000) + 10 * std::log10(f / 1000);
      least = std::min(least, off), most = std::max(most, off);
    }
    std::printf("     pink at %g Hz: %.2f to %.2f dB off its slope\n", rate, least, most);
    CHECK_UNDER(std::max(-least, most), 0.2);
  }
  const auto samples = signal_of({.signal = Signal::pink, .level_dbfs = -10}, 48000, 8192 * 160);
  CHECK_NEAR(band_db(samples, 48000, 400) - band_db(samples, 48000, 6400), 4 * 3.01, 0.6);
}

TEST("inputs hiss each for itself, and alike on every run") {
  Stagebox box(2, 2);
  PassThrough processor;
  auto setup = make_setup(1, 2, 2);
  for (auto& input : setup->inputs) input.signal = Signal::white;
  box.setups().send(std::move(setup));
  box.prepare(processor.interface, 48000, 4096);
  double product = 0, power = 0;
  for (int n = 0; n < 20; ++n) {
    box.process(4096, 0, 0, 0);
    for (int i = 0; i < 4096; ++i) {
      product += static_cast<double>(box.output(0)[i]) * box.output(1)[i];
      power += static_cast<double>(box.output(0)[i]) * box.output(0)[i];
    }
  }
  CHECK_UNDER(std::fabs(product / power), 0.02);
  box.release();
  const InputSetup white{.signal = Signal::white};
  CHECK(signal_of(white, 48000, 1000) == signal_of(white, 48000, 1000));
}

TEST("gain and pad change the sound by as much as they say, and full scale is the end") {
  InputSetup input{.signal = Signal::sine, .level_dbfs = -40, .gain_db = 20};
  CHECK_NEAR(db(fit_sine(signal_of(input, 48000, 4800), 1.0 / 48).peak), -20, 0.0001);
  input.pad = true;
  CHECK_NEAR(db(fit_sine(signal_of(input, 48000, 4800), 1.0 / 48).peak), -40, 0.0001);
  input = {.signal = Signal::sine, .level_dbfs = 0, .gain_db = 60};
  const auto loud = signal_of(input, 48000, 4800);
  CHECK(*std::max_element(loud.begin(), loud.end()) == 1.0f);
  CHECK(*std::min_element(loud.begin(), loud.end()) == -1.0f);
}

TEST("a converter counts what it clips") {
  Stagebox box(2, 1);
  PassThrough processor;
  auto setup = make_setup(1, 2, 1);
  setup->inputs[0] = {.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = 0, .gain_db = 6.0206};
  setup->inputs[1] = {.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = 0};
  box.setups().send(std::move(setup));
  box.prepare(processor.interface, 48000, 4096);
  run(box, 4800, 64);
  // Twice full scale is beyond it for two thirds of the time.
  CHECK_NEAR(static_cast<double>(box.clipped(0)), 4800 * 2.0 / 3.0, 20);
  CHECK(box.clipped(1) == 0);
  box.release();
}

TEST("a converter leaves what lies between the samples of a file, and clips what is beyond its full scale") {
  auto clip = std::make_shared<Clip>();
  clip->samples = {0.5f, 1.4f, -1.5f};
  clip->headroom = 1.41f;
  auto out = signal_of({.signal = Signal::file, .clip = clip}, 48000, 3);
  CHECK(out[0] == 0.5f && out[1] == 1.0f && out[2] == -1.0f);  // the output has an end of its own
  out = signal_of({.signal = Signal::file, .pad = true, .clip = clip}, 48000, 3);
  CHECK_NEAR(out[1], 0.14, 1e-6);
}

TEST("what a file has that is no number passes, so that a guard behind it can be tested") {
  auto clip = std::make_shared<Clip>();
  clip->samples = {0.5f, NAN, INFINITY, -0.5f, 2.0f};
  const auto out = signal_of({.signal = Signal::file, .clip = clip}, 48000, 10);
  CHECK(out[0] == 0.5f && std::isnan(out[1]) && std::isinf(out[2]) && out[3] == -0.5f && out[4] == 1.0f);
  CHECK(out[5] == 0.5f);
}

TEST("every signal is the same in blocks of any size") {
  auto clip = std::make_shared<Clip>();
  for (int n = 0; n < 777; ++n) clip->samples.push_back(static_cast<float>(std::sin(n * 0.1)));
  for (const Signal signal : {Signal::sine, Signal::pink, Signal::white, Signal::file}) {
    const InputSetup input{.signal = signal, .frequency_hz = 1234.5, .clip = clip};
    const auto expected = signal_of(input, 48000, 10000, 64);
    for (const uint32_t block : {1u, 17u, 1000u, 4096u}) CHECK(signal_of(input, 48000, 10000, block) == expected);
  }
}
