// The waveform of a track for drawing: lowest and highest sample of every 256 frames, appended while recording.
//
// File format, little-endian: 16 bytes of header, "RDPK", u16 version 1, u16 channels, u32 frames per peak (256), u32 rate in
// Hz; then peaks, each i16 lowest and i16 highest (full scale 32767, rounded outwards) of channel 1, of channel 2 and
// so on. The number of peaks follows from the size of the file; an incomplete last one doesn't count.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace rowdesk::recorder {

constexpr uint32_t frames_per_peak = 256;

/** Not for several threads at once. All functions throw sound::FileError in words. */
class PeaksWriter {
 public:
  /**
   * Creates the file, or goes on with an existing one at `from_frame` of the take: later peaks are cut off, missing ones are
   * silence.
   */
  static PeaksWriter open(const std::string& path, uint32_t channels, uint32_t rate_hz, uint64_t from_frame = 0);

  PeaksWriter(PeaksWriter&&) noexcept;
  PeaksWriter& operator=(PeaksWriter&&) noexcept;
  ~PeaksWriter();

  /** One array for each channel; a null pointer is silence. */
  void write(const float* const* channels, uint64_t frames);
  void write_silence(uint64_t frames);
  /** Writes the whole peaks gathered so far. */
  void renew();
  /** Writes all, also an incomplete last peak. */
  void close();

 private:
  PeaksWriter();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rowdesk::recorder
