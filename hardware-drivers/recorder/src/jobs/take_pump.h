// A processor without a clock whose inputs are channels of a take: runs blocks as fast as possible and writes outputs to
// files. The same take and the same desired values give the same output.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../files/track_file.h"
#include "../playing/take_reader.h"
#include "rowdesk/audio.h"

namespace rowdesk::recorder {

/** Not for several threads at once. All functions throw sound::FileError in words. */
class TakePump {
 public:
  TakePump(uint32_t inputs, uint32_t outputs);
  ~TakePump() { abandon(); }

  /** Channel `channel` (from 0) of the take is the sound of an input (from 0); an input without one is silent. */
  void feed(uint32_t input, uint32_t channel) { channels_[input] = static_cast<int32_t>(channel); }
  /** Begins at frame 0. After the end of the take the inputs are silent. */
  void prepare(const rd_processor& processor, std::shared_ptr<const playing::Take> take, uint32_t block_frames);
  /** After `prepare`: these outputs (from 0) into a new file. `format.channels` is their number. */
  void record(const std::string& path, std::vector<uint32_t> outputs, const TrackFormat& format, uint64_t reserve_bytes);
  /** Runs exactly `frames` frames; the last block is shorter if they are no multiple. */
  void run(uint64_t frames);
  /** Releases the processor and completes the files. */
  void finish();
  /** Releases the processor and leaves the files as they are. */
  void abandon();

  uint64_t frames() const { return position_; }
  /** The largest magnitude of each output so far, linear. */
  const std::vector<float>& peaks() const { return peaks_; }

 private:
  struct Tape {
    std::vector<uint32_t> outputs;
    std::vector<const float*> planes;
    std::string folder;
    uint64_t reserve_bytes = 0, unchecked_bytes = 0;
    TrackFile file;
  };
  void process(uint32_t frames);
  static void check_room(Tape& tape);

  const uint32_t inputs_, outputs_;
  std::vector<int32_t> channels_;
  std::shared_ptr<const playing::Take> take_;
  std::unique_ptr<playing::TakeReader> reader_;
  const rd_processor* processor_ = nullptr;
  uint32_t block_frames_ = 64;
  uint64_t position_ = 0;
  /** Read ahead: as many frames of every channel of the take. */
  std::vector<float> read_, silence_, output_;
  std::vector<float*> read_planes_, output_planes_;
  int64_t read_from_ = 0, read_to_ = 0;
  std::vector<const float*> input_planes_;
  std::vector<float> peaks_;
  std::vector<Tape> tapes_;
};

}  // namespace rowdesk::recorder
