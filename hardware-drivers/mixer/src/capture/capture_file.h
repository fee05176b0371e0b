// The file of a capture: brings the sound of several probes together by its positions, and writes it as a WAV of 32-bit
// floats, one channel per leg. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/analysis_probe.h"
#include "control/layout.h"

#include "../../../lib/sound-files/src/sound_file.h"

namespace rowdesk {

struct CaptureTrack {
  uint32_t strip;  // sounding strip
  Tap tap;
};

class CaptureFile {
 public:
  // Aims a probe at each track. total: frames of the file; rate: Hz. Throws sound::FileError in words. layout and probes
  // must outlive it.
  CaptureFile(const std::string& path, const Layout& layout, const std::vector<CaptureTrack>& tracks,
              const std::vector<Probe*>& probes, uint64_t total, uint32_t rate);
  // The probes rest. An incomplete file is removed.
  ~CaptureFile();
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;

  // True once every probe has sound; drops what came before `begun`, an engine position, while that is unknown.
  bool hears_all();
  void drop_until(const std::atomic<uint64_t>& begun);
  // The position from which on every probe has sound, after hears_all().
  uint64_t first_position() const;

  // Writes what waits, from this position on. Throws sound::FileError, or std::runtime_error when the sound began anew.
  void write(uint64_t begun);
  bool is_full() const { return written_ == total_; }
  // Completes a full file. Throws sound::FileError.
  void finish();

  uint64_t written() const { return written_; }
  uint64_t dropouts() const { return dropouts_; }
  const std::vector<float>& peaks() const { return peaks_; }  // of each track, linear

 private:
  struct Track {
    Probe* probe;
    uint32_t legs;
    uint32_t first_channel;
  };

  void put_silence(uint64_t frames);
  void put(uint64_t position, uint32_t from);
  void append(uint32_t frames);

  const std::string path_;
  const uint64_t total_;
  uint32_t channels_ = 0;
  std::vector<Track> tracks_;
  std::unique_ptr<sound::SoundFile> file_;
  std::vector<float> frames_;  // of a sub-block, interleaved
  std::vector<float> peaks_;
  uint64_t written_ = 0, dropouts_ = 0;
  uint64_t next_position_ = 0;  // behind the last sub-block; 0 before the first
  Lost lost_;                   // up to there
  bool is_finished_ = false;
};

}  // namespace rowdesk
