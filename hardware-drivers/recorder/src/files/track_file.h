// One sound file of one track of a take, which is a valid file at any moment: a WAV that becomes an RF64 by itself beyond
// 4 GiB (EBU Tech 3306), with a `bext` chunk (EBU Tech 3285), or a FLAC.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "../../../lib/sound-files/src/broadcast_facts.h"
#include "../../../lib/sound-files/src/sound_file.h"

namespace rowdesk::recorder {

struct TrackFormat {
  /** wav or flac. */
  sound::Container container = sound::Container::wav;
  /** int16, int24 or float32; FLAC has no float32. Whole numbers have TPDF dither. */
  sound::Encoding encoding = sound::Encoding::float32;
  uint32_t rate_hz = 48000;
  /** 1 to 8. */
  uint32_t channels = 1;
  /** The same samples and seed give the same file. Tracks of a take have different ones, or their noises would add up.
   *  `sound::no_dither`: the samples are whole numbers already. */
  uint64_t dither_seed = 0;
};

/** Not for several threads at once. All functions throw sound::FileError, with the path and the cause in words. */
class TrackFile {
 public:
  /** Creates the file; a name that exists is an error, since no recording is ever overwritten. */
  static TrackFile create(const std::string& path, const TrackFormat& format, const sound::BroadcastFacts& facts);

  TrackFile(TrackFile&&) noexcept;
  TrackFile& operator=(TrackFile&&) noexcept;
  /** Closes the file if `close` was not called; errors are lost then. */
  ~TrackFile();

  /**
   * Appends whole frames, interleaved, full scale 1.0. Frames are gathered to writes of 128 KiB, so that an error may be
   * of earlier frames: `frames()` then has the number that the file holds, and the next frames follow these. A FLAC takes
   * no more frames after an error, and has their number after `close`.
   */
  void write(std::span<const float> interleaved);
  /** The same from one array for each channel; a null pointer is silence. */
  void write(const float* const* channels, uint64_t frames);
  void write_silence(uint64_t frames);

  /**
   * Makes the file as it is now whole up to its last frame: what is gathered is written, then the lengths in the header.
   * Of a FLAC up to 4096 frames stay in the encoder. Nothing is forced to the disk.
   */
  void renew();
  /** Waits until all that was renewed is on the disk. It may take as long as the disk likes. */
  void sync();
  /** Completes the file, also after an error; a FLAC throws it again. A second call does nothing. */
  void close();

  /** Frames so far, gathered ones included. */
  uint64_t frames() const;
  /** The length of the file, with what is gathered. */
  uint64_t bytes() const;
  const std::string& path() const;

 private:
  TrackFile();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rowdesk::recorder
