// The stagebox without a clock: blocks are run as fast as the machine can, outputs go to files. Same in, same out.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sound_file.h"
#include "stagebox.h"

namespace rowdesk::stagebox {

class Pump {
 public:
  explicit Pump(Stagebox& stagebox) : stagebox_(stagebox) {}

  /** Frame 0, with the newest setup. Throws FileError. */
  void prepare(const rd_processor& processor, uint32_t rate_hz, uint32_t block_frames);
  /** From here on these outputs (from 0) go to the file at `path`, which is replaced. Throws FileError. */
  void record(const std::string& path, std::vector<uint32_t> outputs, const SoundFormat& format);
  /** Runs exactly so many frames; the last block is shorter where they don't divide. Throws FileError (disk full). */
  void run(uint64_t frames);
  /** Releases the processor and completes the files. Throws FileError. */
  void finish();
  /** Releases the processor; files stay as they are. */
  void abandon();

  uint64_t frames() const { return stagebox_.position(); }
  /** The largest magnitude of each output so far, linear. */
  const std::vector<float>& peaks() const { return peaks_; }

 private:
  struct Tape {
    std::vector<uint32_t> outputs;
    std::vector<float> waiting;
    std::unique_ptr<SoundFile> file;
  };
  void keep(Tape& tape, uint32_t frames);
  void write_out(Tape& tape);

  Stagebox& stagebox_;
  uint32_t rate_hz_ = 48000, block_frames_ = 64;
  std::vector<Tape> tapes_;
  std::vector<float> peaks_;
};

}  // namespace rowdesk::stagebox
