#include "measurement/sti.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "measurement/decay.h"

namespace rowdesk::measurement {
namespace {

// IEC 60268-16:2020, table of weights for male speech: of each octave, and of two neighbours, which have some in common.
constexpr std::array<double, sti_bands> weights = {0.085, 0.127, 0.230, 0.233, 0.309, 0.224, 0.173};
constexpr std::array<double, sti_bands - 1> redundancies = {0.085, 0.078, 0.065, 0.011, 0.047, 0.095};
constexpr double least_over_noise_db = 15.0;  // of a band's peak: below, the noise's own chance is in the index
constexpr double most_db = 15.0;  // of the apparent speech-to-noise ratio

double transmission(double modulation) {
  const double m = std::clamp(modulation, 1e-9, 1.0 - 1e-9);
  const double apparent_db = std::clamp(10.0 * std::log10(m / (1.0 - m)), -most_db, most_db);
  return (apparent_db + most_db) / (2.0 * most_db);
}

// The Fourier transform of the squared response over its energy; what is behind the cut decays on.
double modulation_of(const std::vector<float>& band, const DecayModel& model, double rate, double modulation_hz) {
  const double w = 2.0 * std::numbers::pi * modulation_hz / rate;
  const std::complex<double> step = std::polar(1.0, -w);
  std::complex<double> turn = 1.0, sum = 0.0;
  double energy = 0.0;
  for (size_t i = 0; i < model.cut; ++i) {
    const double power = static_cast<double>(band[i]) * band[i] - model.noise;
    sum += power * turn;
    energy += power;
    turn *= step;
  }
  if (model.per_frame > 0.0) {
    sum += model.power_at_cut * turn / std::complex<double>(model.per_frame, w);
    energy += model.rest();
  }
  return energy > 0.0 ? std::abs(sum) / energy : 0.0;
}

}  // namespace

double noise_factor(double speech_to_noise_db) { return 1.0 / (1.0 + std::pow(10.0, -speech_to_noise_db / 10.0)); }

double sti_of(const ModulationTransfer& transfer) {
  std::array<double, sti_bands> indices;
  for (size_t band = 0; band < sti_bands; ++band) {
    double sum = 0.0;
    for (const double modulation : transfer[band]) sum += transmission(modulation);
    indices[band] = sum / static_cast<double>(modulations_hz.size());
  }
  double sti = 0.0;
  for (size_t band = 0; band < sti_bands; ++band) sti += weights[band] * indices[band];
  for (size_t band = 0; band + 1 < sti_bands; ++band) sti -= redundancies[band] * std::sqrt(indices[band] * indices[band + 1]);
  return std::clamp(sti, 0.0, 1.0);
}

std::optional<double> sti_of(const std::vector<std::vector<float>>& bands, double rate, const SpeechToNoise& noise) {
  ModulationTransfer transfer;
  for (size_t band = 0; band < sti_bands; ++band) {
    const std::vector<float>& sound = bands[band + 1];
    const std::optional<DecayModel> model = model_decay(sound, rate);
    if (!model || model->peak_over_noise_db < least_over_noise_db) return {};
    const double factor = noise ? noise_factor((*noise)[band]) : 1.0;
    for (size_t i = 0; i < modulations_hz.size(); ++i) {
      transfer[band][i] = factor * modulation_of(sound, *model, rate, modulations_hz[i]);
    }
  }
  return sti_of(transfer);
}

}  // namespace rowdesk::measurement
