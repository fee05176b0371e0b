// One protected strip: its sound, spectra of the sound, and what the detector finds in them.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/analysis_listener.h"
#include "analysis/fft.h"
#include "control/layout.h"
#include "feedback/howl_detector.h"

namespace rowdesk {

// Where a strip is listened to: the tap at the input of its notches.
inline constexpr Tap howl_tap = tap_post_eq;

class HowlWatch {
 public:
  // probe must outlive it.
  HowlWatch(Probe& probe, uint32_t number, const StripPlace& strip);

  uint32_t strip() const { return strip_; }
  Probe& probe() const { return listener_.probe(); }
  void set_sensitivity(double percent);

  // Takes the sound that waits. Allocates at the first sound and at another rate.
  void listen();
  // The next spectrum; false when there is none yet. Spectra are on a grid of positions.
  bool hear();
  // After hear().
  const HowlDetector& detector() const { return *detector_; }
  uint64_t position() const { return due_ - hop_; }
  double rate() const { return rate_; }

 private:
  void begin(double rate);

  const uint32_t strip_;
  Listener listener_;
  double sensitivity_percent_ = 50.0;
  double rate_ = 0.0;
  uint64_t due_ = 0, hop_ = 0;  // the end of the next spectrum
  std::unique_ptr<HowlDetector> detector_;
  std::unique_ptr<RealFft> fft_;
  std::vector<float> window_, sound_, powers_;
  std::vector<std::complex<float>> bins_;
};

}  // namespace rowdesk
