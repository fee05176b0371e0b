// The stagebox without a clock: runs blocks as fast as possible and writes outputs to files. The same input gives the same
// output.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../../lib/sound-files/src/sound_file.h"
#include "stagebox.h"

namespace rowdesk::stagebox {

class Pump {
 public:
  explicit Pump(Stagebox& stagebox) : stagebox_(stagebox) {}

  /** Begins at frame 0 with the newest setup. Throws sound::FileError. */
  void prepare(const rd_processor& processor, uint32_t rate_hz, uint32_t block_frames);
  /** Begins to record these outputs (from 0) to the file at `path`, which it replaces. Throws sound::FileError. */
  void record(const std::string& path, std::vector<uint32_t> outputs, const sound::SoundFormat& format);
  /** Runs exactly `frames` frames; the last block is shorter if they are no multiple. Throws sound::FileError (disk full). */
  void run(uint64_t frames);
  /** Releases the processor and completes the files. Throws sound::FileError. */
  void finish();
  /** Releases the processor and leaves the files incomplete. */
  void abandon();

  uint64_t frames() const { return stagebox_.position(); }
  /** The largest magnitude of each output so far, linear. */
  const std::vector<float>& peaks() const { return peaks_; }

 private:
  struct Tape {
    std::vector<uint32_t> outputs;
    std::vector<float> waiting;
    std::unique_ptr<sound::SoundFile> file;
  };
  void keep(Tape& tape, uint32_t frames);
  void write_out(Tape& tape);

  Stagebox& stagebox_;
  uint32_t rate_hz_ = 48000, block_frames_ = 64;
  std::vector<Tape> tapes_;
  std::vector<float> peaks_;
};

}  // namespace rowdesk::stagebox
