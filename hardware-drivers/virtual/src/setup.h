// Everything the audio thread needs to know, as one immutable block that is swapped at a block boundary.
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
  /** Sine: its peak. Pink and white: RMS, where a full-scale sine is 0 (AES17). A file has its own level. */
  double level_dbfs = -20;
  double gain_db = 0;
  bool pad = false;
  bool phantom = false;
  std::string label;
  /** The file this clip was decoded from, as the desk names it. */
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

/** dB to a linear factor; -144 and below is silence. */
double gain_of_db(double db);
/** What samples of an input's signal, which are at 0 dBFS, are multiplied with: level, preamp gain and pad (-20 dB). */
double amplitude_of(const InputSetup& input);

}  // namespace rowdesk::stagebox
