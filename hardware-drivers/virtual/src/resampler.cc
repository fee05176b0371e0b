#include "resampler.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numbers>

namespace rowdesk::stagebox {
namespace {

// Kaiser's estimates for a stop band of 140 dB (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5.3):
constexpr double kaiser_beta = 0.1102 * (140 - 8.7);
// 96 zero crossings on each side make a transition of (140 - 8) / (2.285 * 2 pi * 192) = 0.048 of the rate.
constexpr double crossings = 96;
constexpr double transition = 0.048;
// Between two of so many positions of the kernel a straight line is off by less than -150 dB.
constexpr double phases_at_full_band = 4096;

/** The modified Bessel function of the first kind, order 0, by its series. */
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > sum * 1e-17; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

/** The filter's impulse response at every 1/phases of an input sample, arranged for dot products. */
class Kernel {
 public:
  /** `band`: output rate over input rate, at most 1; below 1 the filter is that much longer. */
  explicit Kernel(double band)
      : band_(band),
        half_(static_cast<int64_t>(std::ceil(crossings / band))),
        phases_(static_cast<int64_t>(std::ceil(phases_at_full_band * band))),
        rows_(static_cast<size_t>((phases_ + 1) * taps())) {
    for (int64_t phase = 0; phase <= phases_; ++phase) {
      for (int64_t tap = 0; tap < taps(); ++tap) {
        const double fraction = static_cast<double>(phase) / static_cast<double>(phases_);
        rows_[static_cast<size_t>(phase * taps() + tap)] = at(static_cast<double>(tap - half_ + 1) - fraction);
      }
    }
  }

  double band() const { return band_; }
  int64_t half() const { return half_; }
  int64_t taps() const { return 2 * half_; }

  /** The value at `fraction` (0 to 1) after sample `half - 1` of `in`, which holds `taps` samples. */
  double interpolate(const double* in, double fraction) const {
    const double exact = fraction * static_cast<double>(phases_);
    const auto phase = std::min(static_cast<int64_t>(exact), phases_ - 1);
    const double share = exact - static_cast<double>(phase);
    const double* low = rows_.data() + phase * taps();
    const double* high = low + taps();
    // Four sums side by side: the compiler may not reorder one.
    double a[4] = {}, b[4] = {};
    for (int64_t tap = 0; tap + 4 <= taps(); tap += 4) {
      for (int64_t lane = 0; lane < 4; ++lane) {
        a[lane] += in[tap + lane] * low[tap + lane];
        b[lane] += in[tap + lane] * high[tap + lane];
      }
    }
    for (int64_t tap = taps() & ~int64_t{3}; tap < taps(); ++tap) {
      a[0] += in[tap] * low[tap];
      b[0] += in[tap] * high[tap];
    }
    const double at_low = a[0] + a[1] + (a[2] + a[3]);
    const double at_high = b[0] + b[1] + (b[2] + b[3]);
    return at_low + (at_high - at_low) * share;
  }

 private:
  double at(double distance) const {
    const double place = distance * band_ / crossings;
    if (std::abs(place) >= 1) return 0;
    static const double at_centre = bessel_i0(kaiser_beta);
    const double window = bessel_i0(kaiser_beta * std::sqrt(1 - place * place)) / at_centre;
    const double cutoff = band_ * (1 - transition);
    const double angle = std::numbers::pi * cutoff * distance;
    return cutoff * window * (angle == 0 ? 1 : std::sin(angle) / angle);
  }

  double band_;
  int64_t half_, phases_;
  std::vector<double> rows_;
};

/** The last kernel is kept: clips of one rate come in a row. */
std::shared_ptr<const Kernel> kernel_for(double band) {
  static std::mutex guard;
  static std::shared_ptr<const Kernel> last;
  const std::lock_guard lock(guard);
  if (!last || last->band() != band) last = std::make_shared<const Kernel>(band);
  return last;
}

/** The input with `half` samples of what is before and after it. */
std::vector<double> padded(std::span<const float> in, int64_t half, bool circular) {
  const auto length = static_cast<int64_t>(in.size());
  std::vector<double> out(static_cast<size_t>(length + 2 * half), 0.0);
  for (int64_t n = -half; n < length + half; ++n) {
    if (n >= 0 && n < length) {
      out[static_cast<size_t>(n + half)] = in[static_cast<size_t>(n)];
    } else if (circular) {
      out[static_cast<size_t>(n + half)] = in[static_cast<size_t>(((n % length) + length) % length)];
    }
  }
  return out;
}

}  // namespace

std::vector<float> resample(std::span<const float> in, uint64_t out_frames, uint64_t in_step, uint64_t out_step,
                            bool circular) {
  std::vector<float> out(out_frames);
  if (in.empty()) return out;
  // Loops of nearly equal length have nearly equal rates, and share one filter.
  const double ratio = static_cast<double>(out_step) / static_cast<double>(in_step);
  const auto kernel = kernel_for(ratio >= 1 ? 1 : std::round(ratio * 1e6) / 1e6);
  const std::vector<double> around = padded(in, kernel->half(), circular);
  // n * in_step would overflow for hours at high rates; whole and rest are carried instead.
  uint64_t whole = 0, rest = 0;
  for (uint64_t n = 0; n < out_frames && whole < in.size(); ++n) {
    const double fraction = static_cast<double>(rest) / static_cast<double>(out_step);
    out[n] = static_cast<float>(kernel->interpolate(around.data() + whole + 1, fraction));
    whole += in_step / out_step;
    rest += in_step % out_step;
    if (rest >= out_step) {
      rest -= out_step;
      ++whole;
    }
  }
  return out;
}

}  // namespace rowdesk::stagebox
