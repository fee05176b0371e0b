// A measurement of a capture: what is desired of it, and what it reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "measurement/calibration.h"
#include "measurement/decay.h"
#include "measurement/record_spectra.h"
#include "measurement/refusal.h"
#include "measurement/sti.h"

namespace rowdesk::measurement {

enum class Goal : uint8_t { delay, transfer, rta, impulse };

struct Sweep {
  double from_hz, to_hz, sound_s;
};

// A stimulus that sounds twice, each time with silence behind it.
struct Twice {
  double sound_s, silence_s;
};

struct Order {
  Goal goal = Goal::delay;
  std::string file;
  uint32_t reference = 1, microphone = 2;  // channels, from 1
  std::optional<Sweep> sweep;              // absent: noise or a programme
  std::optional<Twice> twice;              // absent: it sounds once, and nothing says whether frames were lost on its way
  uint32_t smoothing = 0;                  // parts of an octave, 0 for none
  Calibration calibration;
  SpeechToNoise speech_to_noise_db;        // for the speech transmission index
};

struct BandReverberation {
  double frequency_hz;  // nominal
  ReverberationTimes times;
};

// Absent: not measured by this goal, or the capture does not carry it.
struct Summary {
  std::optional<double> delay_ms, delay_frames;
  std::optional<double> confidence_percent, coherence_percent;
  std::optional<double> snr_db;    // of what the microphone hears: the power that follows the reference over the rest
  std::optional<double> level_db;  // of the microphone, dBFS of a mean square against a full-scale sine
  std::optional<double> peak_db;   // its highest sample, dBFS
  std::optional<double> gain_db;         // of the path from what was sent, over its band
  std::optional<double> noise_floor_db;  // of the impulse response, against a path of gain 1
  std::vector<BandReverberation> reverberation;  // bands that the reference covers
  std::optional<double> sti;             // 0 to 1
  std::string polarity;                  // same, inverted, or ''
};

// A trace as its file has it: numbers, lists of numbers, lists of these.
struct Trace {
  using Values = std::variant<double, std::vector<double>, std::vector<std::vector<double>>>;
  struct Field {
    std::string name;
    Values values;
  };
  std::string name;
  std::vector<Field> fields;
};

struct Report {
  MaybeRefused refusal;
  Summary summary;
  std::vector<Trace> traces;  // none with a refusal
};

// Takes about 0.03 s of processor time for each second at 48 kHz, 0.1 s at 192 kHz; memory: capture_file.h. Throws sound::FileError
// in words for a file that can't be read.
Report measure(const Order& order);

}  // namespace rowdesk::measurement
