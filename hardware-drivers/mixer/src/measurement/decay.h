// Reverberation: the backward integral of a band's impulse response, with its noise taken off, cut where the decay meets the
// noise, and with the energy behind the cut put back.
//
// Sources: M. R. Schroeder, J. Acoust. Soc. Am. 37, 1965; ISO 3382-1:2009, 5.3.3 and 6; crossing of decay and noise: A. Lundeby
// et al., "Uncertainties of Measurements in Room Acoustics", Acustica 81, 1995; noise off, cut and put back: M. Guski and
// M. Vorlaender, "Comparison of Noise Compensation Methods for Room Acoustic Impulse Response Evaluations", Acta Acustica 100,
// 2014.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace rowdesk::measurement {

// Of a band's impulse response; power per frame.
struct DecayModel {
  size_t cut;             // the frame where decay and noise meet, or the end
  double noise;           // 0 where the response ends before its noise
  double per_frame;       // natural logarithm by which the power falls each frame, over 0; 0: it does not decay
  double power_at_cut;    // of the decay
  double peak_over_noise_db;
  // Of the decay behind the cut.
  double rest() const { return per_frame > 0.0 ? power_at_cut / per_frame : 0.0; }
};

// rate: Hz. Nothing for a response that is silent or shorter than 50 ms.
std::optional<DecayModel> model_decay(const std::vector<float>& band, double rate);

// dB, 0 at the beginning, for each frame before the cut.
std::vector<float> schroeder_curve(const std::vector<float>& band, const DecayModel& model);

// Seconds for 60 dB. Absent: the noise is not 10 dB below the range, as ISO 3382-1 demands.
struct ReverberationTimes {
  std::optional<double> edt_s, t20_s, t30_s;
};
ReverberationTimes reverberation_times(const std::vector<float>& curve, const DecayModel& model, double rate);

}  // namespace rowdesk::measurement
