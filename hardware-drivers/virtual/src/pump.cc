#include "pump.h"

#include <algorithm>
#include <cmath>

namespace rowdesk::stagebox {
namespace {

constexpr size_t most_waiting = 1 << 16;

}  // namespace

void Pump::prepare(const rd_processor& processor, uint32_t rate_hz, uint32_t block_frames) {
  rate_hz_ = rate_hz;
  block_frames_ = block_frames;
  peaks_.assign(stagebox_.output_count(), 0);
  stagebox_.prepare(processor, rate_hz, block_frames, false);  // no converter: a file of whole numbers clips by itself
}

void Pump::record(const std::string& path, std::vector<uint32_t> outputs, const sound::SoundFormat& format) {
  const auto channels = static_cast<uint32_t>(outputs.size());
  tapes_.push_back({std::move(outputs), {}, sound::create_sound_file(path, format, channels, rate_hz_)});
}

void Pump::run(uint64_t frames) {
  while (frames > 0) {
    const auto block = static_cast<uint32_t>(std::min<uint64_t>(frames, block_frames_));
    // Time follows from the frames: an offline run has no clock, and every run gives the same output.
    const uint64_t position = stagebox_.position();
    const uint64_t ns = position / rate_hz_ * 1'000'000'000 + position % rate_hz_ * 1'000'000'000 / rate_hz_;
    stagebox_.process(block, ns, 0, RD_BLOCK_OFFLINE | RD_BLOCK_UNCLIPPED);
    stagebox_.setups().collect();
    for (uint32_t n = 0; n < stagebox_.output_count(); ++n) {
      const float* samples = stagebox_.output(n);
      for (uint32_t i = 0; i < block; ++i) peaks_[n] = std::max(peaks_[n], std::fabs(samples[i]));
    }
    for (Tape& tape : tapes_) keep(tape, block);
    frames -= block;
  }
}

void Pump::keep(Tape& tape, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) {
    for (const uint32_t output : tape.outputs) tape.waiting.push_back(stagebox_.output(output)[i]);
  }
  if (tape.waiting.size() >= most_waiting) write_out(tape);
}

void Pump::write_out(Tape& tape) {
  tape.file->append(tape.waiting);
  tape.waiting.clear();
}

void Pump::finish() {
  std::vector<Tape> tapes = std::move(tapes_);
  abandon();
  for (Tape& tape : tapes) {
    write_out(tape);
    tape.file->finish();
  }
}

void Pump::abandon() {
  tapes_.clear();
  if (stagebox_.is_prepared()) stagebox_.release();
}

}  // namespace rowdesk::stagebox
