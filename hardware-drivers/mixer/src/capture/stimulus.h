// The stimulus: a test signal for measurements with a known beginning, rendered off the audio thread.
//
// The sweep is that of A. Farina, "Simultaneous Measurement of Impulse Response and Distortion with a Swept-Sine
// Technique", AES 108th Convention, 2000: sin(2 pi f1 T / L (exp(t L / T) - 1)) with L = ln(f2 / f1); its frequency at the
// time t is f1 exp(t L / T). Pink noise is that of rowdesk/noise.h, cut off below f1 and above f2 by Butterworth filters of
// 24 dB per octave; each repetition is the same noise.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/locked_array.h"

namespace rowdesk {

enum class StimulusKind : uint32_t { sweep, pink };
enum class StimulusLeg : uint32_t { both, left, right };

struct StimulusOrder {
  StimulusKind kind = StimulusKind::sweep;
  std::vector<uint32_t> targets;  // sounding strips, buses: the stimulus enters their legs at Top-Of-Ch
  StimulusLeg leg = StimulusLeg::both;  // which of them; a target of one leg has only both
  double level_db = -30.0;  // dBFS: the peak of a sweep; the RMS of pink noise, 0 for that of a full-scale sine (AES17)
  double from_hz = 20.0, to_hz = 20000.0;
  double sound_s = 4.0;
  double fade_ms = 20.0;    // raised cosines at both ends of a sound
  uint32_t repeats = 1;
  double silence_s = 0.0;   // after each sound
  double lead_s = 0.0;      // silence before the first sound
};

// Throws std::invalid_argument that names the value and its range. rate: Hz.
void check_stimulus(const StimulusOrder& order, double rate);

// What the audio thread and the control side tell each other of one stimulus, without a lock.
struct StimulusSignals {
  static constexpr uint64_t never = ~uint64_t{0};

  std::atomic<uint64_t> lease_until{never};  // engine position: without renewal the stimulus fades out there
  std::atomic<bool> is_ended{false};         // the control side ends it: it fades out
  std::atomic<uint64_t> begun_at{never};     // engine position of its first frame
  std::atomic<bool> is_over{false};          // the audio thread reads nothing of it any more
};

// Belongs to the control side, then to the audio thread, then to the control side again.
struct Stimulus {
  LockedArray<float> sound;     // with level and fades
  uint64_t lead_frames = 0;
  uint64_t period_frames = 0;   // of a sound and the silence after it
  uint64_t frames = 0;          // in all
  std::vector<uint32_t> buses;  // bus lanes from the first
  std::shared_ptr<StimulusSignals> signals;
};

// leg: of a target, from 0.
bool has_leg(const StimulusOrder& order, uint32_t leg);

// The sound of a checked order. Takes a second for a minute of sound.
LockedArray<float> render_stimulus(const StimulusOrder& order, double rate);

}  // namespace rowdesk
