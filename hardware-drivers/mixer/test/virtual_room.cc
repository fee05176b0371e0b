#include "virtual_room.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace rowdesk {
namespace {

constexpr double sound_m_s = 343.0;
constexpr double longest_s = 1.2;
constexpr size_t bands = 4;
// Where a band ends and the next begins, Hz: half an octave of crossfade around each.
constexpr double borders_hz[bands - 1] = {200.0, 1000.0, 3500.0};
constexpr double absorbed[bands] = {0.67, 1.0, 1.2, 1.5};
// Of air at 20 degrees and 50 % of humidity, dB per metre, about. Source: ISO 9613-1.
constexpr double air_db_m[bands] = {0.0005, 0.003, 0.01, 0.05};

// The part of a band at a frequency, 0 to 1; all parts add up to 1.
double part_of(size_t band, double hz) {
  const auto above = [&](size_t border) {
    const double octaves = std::log2(std::max(hz, 1.0) / borders_hz[border]);
    return std::clamp(octaves + 0.5, 0.0, 1.0);
  };
  const double from = band == 0 ? 1.0 : above(band - 1);
  const double to = band == bands - 1 ? 0.0 : above(band);
  return from - to;
}

double loudspeaker_gain(const VirtualRoom& room, double hz) {
  const double low = std::pow(hz / 70.0, 4.0), high = std::pow(hz / 12000.0, 4.0);
  const double presence = std::exp(-0.5 * std::pow(std::log2(std::max(hz, 1.0) / 3000.0), 2.0));
  return std::sqrt(low / (1.0 + low) / (1.0 + high)) * std::pow(10.0, room.tweeter_db * presence / 20.0);
}

}  // namespace

VirtualRoom virtual_room(uint32_t number) {
  std::mt19937 random(1000 + number);
  const auto between = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  VirtualRoom room;
  room.name = "room " + std::to_string(number + 1);
  // Small rooms, clubs, halls.
  const double scale = std::pow(10.0, between(0.0, 0.55));
  room.size = {between(5.0, 8.0) * scale, between(3.5, 6.0) * scale, between(2.5, 3.5) * std::sqrt(scale)};
  room.absorption = between(0.15, 0.45);
  const auto place = [&](double height_low, double height_high) -> Place {
    return {between(0.12, 0.88) * room.size.x, between(0.12, 0.88) * room.size.y, between(height_low, height_high)};
  };
  room.microphone = place(1.2, 1.7);
  if (number % 2 == 0) {
    // A monitor on the floor, a metre or two from the microphone.
    const double angle = between(0.0, 2.0 * std::numbers::pi), distance = between(0.8, 2.0);
    room.loudspeaker = {std::clamp(room.microphone.x + distance * std::cos(angle), 0.2, room.size.x - 0.2),
                        std::clamp(room.microphone.y + distance * std::sin(angle), 0.2, room.size.y - 0.2), 0.3};
  } else {
    room.loudspeaker = place(1.8, 2.3);
  }
  room.latency = static_cast<uint32_t>(between(0.0, 300.0));
  room.tweeter_db = between(0.0, 6.0);
  room.source = static_cast<int>(number / 2 % 4);
  room.source_db = between(-8.0, 8.0);
  room.seed = number + 1;
  return room;
}

std::vector<float> impulse_response(const VirtualRoom& room, double rate) {
  const Place &size = room.size, &from = room.loudspeaker, &to = room.microphone;
  const double absorption = room.absorption;
  double reflected[bands], log_reflected[bands];
  for (size_t band = 0; band < bands; ++band) {
    reflected[band] = std::sqrt(1.0 - std::min(0.95, absorption * absorbed[band]));
    log_reflected[band] = std::log(reflected[band]);
  }
  // As long as it takes to fall by 60 dB, by Sabine.
  const double volume = size.x * size.y * size.z;
  const double surface = 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
  const double length_s = std::min(longest_s, 0.161 * volume / (surface * absorption * absorbed[0]));
  const auto frames = static_cast<size_t>(length_s * rate);
  size_t power = 8;
  while (power < 2 * frames) power *= 2;
  std::vector<std::vector<float>> of_bands(bands, std::vector<float>(power));
  const double farthest = length_s * sound_m_s;
  const auto most = [&](double length) { return static_cast<int>(farthest / (2.0 * length)) + 1; };
  for (int nx = -most(size.x); nx <= most(size.x); ++nx) {
    for (int px = 0; px < 2; ++px) {
      const double dx = (1 - 2 * px) * from.x + 2.0 * nx * size.x - to.x;
      const int hits_x = std::abs(nx - px) + std::abs(nx);
      for (int ny = -most(size.y); ny <= most(size.y); ++ny) {
        for (int py = 0; py < 2; ++py) {
          const double dy = (1 - 2 * py) * from.y + 2.0 * ny * size.y - to.y;
          const double plane = dx * dx + dy * dy;
          if (plane > farthest * farthest) continue;
          const int hits_y = std::abs(ny - py) + std::abs(ny);
          for (int nz = -most(size.z); nz <= most(size.z); ++nz) {
            for (int pz = 0; pz < 2; ++pz) {
              const double dz = (1 - 2 * pz) * from.z + 2.0 * nz * size.z - to.z;
              const double distance = std::sqrt(plane + dz * dz);
              const auto frame = static_cast<size_t>(distance / sound_m_s * rate + 0.5);
              if (frame >= frames) continue;
              const int hits = hits_x + hits_y + std::abs(nz - pz) + std::abs(nz);
              for (size_t band = 0; band < bands; ++band) {
                const double level = hits * log_reflected[band] - air_db_m[band] * 0.115 * distance;
                if (level > -9.0) of_bands[band][frame] += static_cast<float>(std::exp(level) / distance);
              }
            }
          }
        }
      }
    }
  }
  RealFft fft(power);
  std::vector<std::complex<float>> sum(power / 2 + 1), spectrum(power / 2 + 1);
  for (size_t band = 0; band < bands; ++band) {
    fft.forward(of_bands[band], spectrum);
    for (size_t bin = 0; bin < sum.size(); ++bin) {
      const double hz = static_cast<double>(bin) * rate / static_cast<double>(power);
      sum[bin] += spectrum[bin] * static_cast<float>(part_of(band, hz) * loudspeaker_gain(room, hz));
    }
  }
  float loudest = 0.0f;
  for (const auto& value : sum) loudest = std::max(loudest, std::abs(value));
  for (auto& value : sum) value /= loudest * static_cast<float>(power);
  std::vector<float> response(power);
  fft.inverse(sum, response);
  response.resize(frames);
  return response;
}

LoopResponse::LoopResponse(std::span<const float> impulse_response, uint32_t delay, double rate) : rate_(rate) {
  size_t power = 8;
  while (power < 4 * impulse_response.size()) power *= 2;
  RealFft fft(power);
  std::vector<float> sound(power);
  std::ranges::copy(impulse_response, sound.begin());
  std::vector<std::complex<float>> spectrum(power / 2 + 1);
  fft.forward(sound, spectrum);
  bin_hz_ = rate / static_cast<double>(power);
  for (size_t bin = 0; bin < spectrum.size(); ++bin) {
    const double turns = static_cast<double>(bin) / static_cast<double>(power) * delay;
    response_.push_back(std::complex<double>(spectrum[bin]) * std::polar(1.0, -2.0 * std::numbers::pi * turns));
  }
}

std::vector<LoopResponse::Howl> LoopResponse::howls(double gain, std::span<const Notch> notches) const {
  const double least = 1.0 / (gain * gain);
  const auto at = [&](size_t bin) {
    const double hz = static_cast<double>(bin) * bin_hz_;
    std::complex<double> value = response_[bin] * gain;
    // A peaking cut under the bilinear transform. Source: R. Bristow-Johnson, as in processors/filter_design.h.
    for (const Notch& notch : notches) {
      const double x = std::tan(std::numbers::pi * hz / rate_) / std::tan(std::numbers::pi * notch.frequency_hz / rate_);
      const double a = std::pow(10.0, notch.gain_db / 40.0);
      const std::complex<double> s(0.0, x);
      value *= (s * s + s * (a / notch.q) + 1.0) / (s * s + s / (a * notch.q) + 1.0);
    }
    return value;
  };
  std::vector<Howl> found;
  for (size_t bin = 1; bin + 2 < response_.size(); ++bin) {
    if (std::norm(response_[bin]) < least && std::norm(response_[bin + 1]) < least) continue;
    const std::complex<double> one = at(bin), next = at(bin + 1);
    if ((one.imag() < 0.0) == (next.imag() < 0.0)) continue;
    const double part = one.imag() / (one.imag() - next.imag());
    const double louder = one.real() + part * (next.real() - one.real());
    const double delay_s = -std::arg(next / one) / (2.0 * std::numbers::pi * bin_hz_);
    if (louder <= 1.0 || delay_s <= 0.0) continue;
    found.push_back({(static_cast<double>(bin) + part) * bin_hz_, 20.0 * std::log10(louder) / delay_s});
  }
  return found;
}

Convolution::Convolution(std::span<const float> impulse_response, uint32_t block)
    : block_(block),
      fft_(2 * block),
      parts_((impulse_response.size() + block - 1) / block),
      held_(2 * block),
      sound_(2 * block),
      responses_(parts_ * (block + 1)),
      spectra_(responses_.size()),
      sum_(block + 1) {
  for (size_t part = 0; part < parts_; ++part) {
    std::ranges::fill(sound_, 0.0f);
    const size_t count = std::min<size_t>(block, impulse_response.size() - part * block);
    std::copy_n(impulse_response.begin() + static_cast<std::ptrdiff_t>(part * block), count, sound_.begin());
    fft_.forward(sound_, std::span(responses_).subspan(part * (block + 1), block + 1));
  }
}

void Convolution::process(std::span<const float> in, std::span<float> out) {
  std::copy(held_.begin() + block_, held_.end(), held_.begin());
  std::ranges::copy(in, held_.begin() + block_);
  const size_t bins = block_ + 1;
  fft_.forward(held_, std::span(spectra_).subspan(at_ * bins, bins));
  std::ranges::fill(sum_, 0.0f);
  auto* const sum = reinterpret_cast<float*>(sum_.data());
  for (size_t part = 0; part < parts_; ++part) {
    const auto* const x = reinterpret_cast<const float*>(&spectra_[(at_ + parts_ - part) % parts_ * bins]);
    const auto* const h = reinterpret_cast<const float*>(&responses_[part * bins]);
    for (size_t bin = 0; bin < 2 * bins; bin += 2) {
      sum[bin] += x[bin] * h[bin] - x[bin + 1] * h[bin + 1];
      sum[bin + 1] += x[bin] * h[bin + 1] + x[bin + 1] * h[bin];
    }
  }
  at_ = (at_ + 1) % parts_;
  fft_.inverse(sum_, sound_);
  const float scale = 1.0f / static_cast<float>(2 * block_);
  for (uint32_t i = 0; i < block_; ++i) out[i] = sound_[block_ + i] * scale;
}

}  // namespace rowdesk
