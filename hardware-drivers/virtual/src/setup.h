// The settings of the stagebox for the audio thread: one immutable block, swapped at a block boundary.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clip.h"
#include "recorder.h"

namespace rowdesk::stagebox {

enum class Signal : uint8_t { silence, sine, pink, white, file };

struct InputSetup {
  Signal signal = Signal::silence;
  double frequency_hz = 1000;
  /** The level of a sine's peak, or the RMS of noise with a full-scale sine at 0 (AES17). Files ignore it. */
  double level_dbfs = -20;
  double gain_db = 0;
  bool pad = false;
  bool phantom = false;
  std::string label;
  /** The name of the clip's file, as the desk gives it. */
  std::string file;
  std::shared_ptr<const Clip> clip;
};

struct OutputSetup {
  double level_db = 0;
  bool muted = false;
  std::string label;
};

struct Setup {
  uint64_t revision = 0;
  bool enabled = true;
  std::string label;
  std::vector<InputSetup> inputs;
  std::vector<OutputSetup> outputs;
  std::shared_ptr<Recorder> recorder;
};

/** Converts dB to a linear factor; -144 and below is silence. */
double gain_of_db(double db);
/** The linear factor of an input's signal, which is generated at 0 dBFS: level, preamp gain and pad (-20 dB). */
double amplitude_of(const InputSetup& input);

}  // namespace rowdesk::stagebox
