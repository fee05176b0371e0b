// A mixer without its timer, driven block by block, with what came out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/instruction_set.h"
#include "control/mixer.h"
#include "check.h"
#include "field_file.h"
#include "processor_file.h"
#include "sound.h"

namespace rowdesk {

KindCounts counts_of(uint32_t inputs, uint32_t mains = 2);
// Some of every kind.
KindCounts whole_desk();

using Channels = std::vector<std::vector<float>>;

double peak_db(const std::vector<float>& samples, size_t from = 0);

class Rig {
 public:
  static constexpr uint32_t inputs = 32;
  static constexpr uint32_t outputs = 6;

  explicit Rig(const KindCounts& counts = counts_of(4), std::string_view kernel = "", double rate = 48000.0,
               const Times& times = {}, uint32_t most = most_strips, const std::string& runtime_folder = "");

  // Source number n is channel n-1, and the next one for the right leg.
  static std::vector<std::pair<int32_t, int32_t>> sources();

  void prepare();

  // Applied with the next revision.
  void set(std::string_view path, std::string_view field, double value);
  struct FieldValue {
    std::string_view path;
    std::string_view field;
    double value;
  };
  // fade_ms: how long levels move.
  void set_all(const std::vector<FieldValue>& changes, float fade_ms = 0.0f);
  // The strip takes this channel (from 0), and the next one for its right leg; -1 for none.
  void patch(std::string_view path, int channel);

  Slot slot(std::string_view path, std::string_view field);
  double seen(std::string_view path, std::string_view field);
  uint32_t closed(std::string_view path);
  uint32_t outputs_closed();

  Channels render(uint32_t frames, const Sound& sound, uint32_t block = 64, uint32_t flags = RD_BLOCK_OFFLINE);
  void call(const float* const* in, float* const* out, uint32_t frames, uint32_t flags);

  // The device loses so many frames before its next block.
  void lose(uint32_t frames) { frame_ += frames; }

  Mixer mixer;
  uint32_t most_frames = RD_MAX_FRAMES;  // of a block, from the next prepare() on
  double revision = 0;
  uint64_t now_ns = 1'000'000'000;

 private:
  void observe();

  double rate_;
  uint64_t frame_ = 0;
  std::vector<double> values_;
  std::vector<uint32_t> closed_;
  uint32_t outputs_closed_ = 0;

 public:
  double seen_revision = 0;
};

// Input 1 of the device through input/1 to main/1, all at 0 dB.
void open_input_1(Rig& rig);

}  // namespace rowdesk
