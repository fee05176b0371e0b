// Total harmonic distortion and noise of a tone, as its least-squares sine leaves it.
#pragma once
#include <cmath>
#include <span>

namespace rowdesk::test {

struct ToneFit {
  double hz, peak;
  /** All that is not the sine, from 0 Hz to half the rate, against the sine. */
  double thdn_db;
};

/** The sine of free frequency, phase and level: Gauss and Newton on the frequency, least squares for the others. */
inline ToneFit fit_tone(std::span<const float> samples, double rate_hz, double hz) {
  ToneFit fit{hz, 0, 0};
  const double middle = static_cast<double>(samples.size() - 1) / 2;
  for (int turn = 0; turn < 6; ++turn) {
    // x = a sin + b cos + c t (a cos - b sin): the third column is the derivative by frequency.
    double a = fit.peak == 0 ? 1 : 0, b = a;
    for (int columns = 2; columns <= 3; ++columns) {
      double m[3][4] = {};
      const double w = 2 * M_PI * fit.hz / rate_hz;
      const double before_a = a, before_b = b;
      for (size_t n = 0; n < samples.size(); ++n) {
        const double t = static_cast<double>(n) - middle;
        const double s = std::sin(w * t), c = std::cos(w * t);
        const double column[3] = {s, c, t * (before_a * c - before_b * s)};
        for (int i = 0; i < columns; ++i) {
          for (int j = 0; j < columns; ++j) m[i][j] += column[i] * column[j];
          m[i][3] += column[i] * samples[n];
        }
      }
      for (int i = 0; i < columns; ++i) {
        for (int r = 0; r < columns; ++r) {
          if (r == i) continue;
          const double factor = m[r][i] / m[i][i];
          for (int k = i; k < 4; ++k) m[r][k] -= factor * m[i][k];
        }
      }
      a = m[0][3] / m[0][0], b = m[1][3] / m[1][1];
      if (columns == 3) fit.hz += m[2][3] / m[2][2] * rate_hz / (2 * M_PI);
    }
    fit.peak = std::hypot(a, b);
  }
  double a = 0, b = 0;
  const double w = 2 * M_PI * fit.hz / rate_hz;
  double ss = 0, sc = 0, cc = 0, sx = 0, cx = 0, rest = 0;
  for (size_t n = 0; n < samples.size(); ++n) {
    const double t = static_cast<double>(n) - middle, s = std::sin(w * t), c = std::cos(w * t);
    ss += s * s, sc += s * c, cc += c * c, sx += s * samples[n], cx += c * samples[n];
  }
  const double det = ss * cc - sc * sc;
  a = (sx * cc - cx * sc) / det, b = (cx * ss - sx * sc) / det;
  for (size_t n = 0; n < samples.size(); ++n) {
    const double t = static_cast<double>(n) - middle;
    const double e = samples[n] - a * std::sin(w * t) - b * std::cos(w * t);
    rest += e * e;
  }
  fit.peak = std::hypot(a, b);
  fit.thdn_db = 10 * std::log10(rest / static_cast<double>(samples.size()) / (fit.peak * fit.peak / 2));
  return fit;
}

}  // namespace rowdesk::test
