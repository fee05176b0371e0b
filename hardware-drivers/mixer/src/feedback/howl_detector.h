// Finds howling in a row of spectra: one steady, straight growing or dominating sine.
//
// Criteria and their names: T. van Waterschoot, M. Moonen, "Comparative evaluation of howling detection criteria in
// notch-filter-based howling suppression", JAES 58(11), 2010; "Fifty years of acoustic feedback control: state of the art
// and future challenges", Proc. IEEE 99(2), 2011. With P(k) the power of bin k, b the bin of a peak, all in dB:
//   PNPR  peak to neighbours: on each side 10 log P(b) / P(b + m), the most of m = 3, 4, 5, 6 (beyond a Hann window's main
//         lobe); of both sides the lesser. Another howl a few bins beside the peak leaves a valley between them.
//   PHPR  peak to harmonics: 10 log P(b) / P(m b), the least of m = 1/2, 2/3, 3/4, 4/5, 5/4, 3/2, 2, 4, where a note has
//         other partials; and 3 where the sound does not clip
//   PAPR  peak to average: 10 log P(b) / (mean of P over all bins)
//   IPMP  persistence: the spectra in a row that have the peak
//   MSD   magnitude slope deviation: the root mean square distance of the peak's level from its regression line
// and the slope of that line, dB per second; with the standard deviation of the peak's frequency. A loop whose gain
// exceeds 1 by g dB grows by g dB with each round: a straight line at one frequency, which no voice and few instruments have.
//
// No criterion decides alone: what each says of a line is added up, as logarithms of likelihoods are.
//   evidence = 1.5 ln(rise) - 2 ln(MSD) - 1.5 ln(deviation in bins) + PHPR / 5 - PAPR / 20
// for lines of several lengths, of which the short ones need more. The weights are those of a logistic regression over the
// tracks of loops through virtual rooms and of orchestral and electronic music, rounded. PAPR counts against a howl, since
// for the same straightness a line in silence says less than one below a voice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rowdesk {

struct HowlCandidate {
  double frequency_hz;
  double level_db;       // 0: a full-scale sine
  double slope_db_s;     // of the last spectra
  double score;          // 0 to 1: 1 is a howl
  bool is_steady;        // it dominates at one level, which a test tone does too
};

// Frames of a spectrum, and from one to the next, at a rate in Hz.
size_t howl_spectrum_frames(double rate);
inline size_t howl_hop_frames(double rate) { return howl_spectrum_frames(rate) / 8; }

// Deterministic; no function but the constructor allocates.
class HowlDetector {
 public:
  explicit HowlDetector(double rate);

  // 0 to 100. A higher sensitivity finds all that a lower one finds.
  void set_sensitivity(double percent);
  void forget();
  // powers: of all bins of the next spectrum under a Hann window, without scale.
  void hear(std::span<const float> powers);

  // By score, then level. Valid until the next call.
  std::span<const HowlCandidate> candidates() const { return {candidates_.data(), candidate_count_}; }
  // dB of the loudest peak within this factor of the frequency (above 1), silence_db for none.
  double level_near(double frequency_hz, double factor) const;
  // dB of the loudest peak.
  double loudest_db() const;
  double hop_s() const { return hop_s_; }

  static constexpr double silence_db = -120.0;

 private:
  static constexpr size_t most_tracks = 24;
  static constexpr size_t memory = 32;  // spectra
  struct Peak {
    double bin, level_db, neighbours_db, harmonics_db, average_db;
  };
  struct Track {
    uint32_t spectra = 0;  // it was found in, in a row; 0: unused
    uint32_t missed = 0;
    std::array<Peak, memory> peaks;  // [spectrum % memory]
  };
  struct Line {
    double slope, deviation, bin_deviation, mean_neighbours, mean_harmonics, mean_average;
  };

  void find_peaks(std::span<const float> powers);
  double harmonics_of(std::span<const float> powers, double bin, double power, bool is_clipped) const;
  void follow();
  void judge(const Track& track);
  Line line_of(const Track& track, size_t spectra) const;
  double growth_of(const Track& track) const;
  double steadiness_of(const Track& track) const;
  const Peak& last(const Track& track) const { return track.peaks[now_ % memory]; }

  double bin_hz_, hop_s_, scale_;
  size_t first_bin_, end_bin_;
  double sensitivity_;  // -1 to 1
  uint64_t now_ = 0;
  size_t peak_count_ = 0, candidate_count_ = 0;
  std::array<Peak, most_tracks> peaks_;
  std::array<Track, most_tracks> tracks_;
  std::array<HowlCandidate, most_tracks> candidates_;
};

}  // namespace rowdesk
