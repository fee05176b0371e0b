// Reads sound files of takes from any frame on, of all kinds of sound_reader.h.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace rowdesk::recorder {

/** Not for several threads at once. All functions throw sound::FileError, with the path and the cause in words. */
class TrackReader {
 public:
  /** An unclosed file has the frames that its size holds. FLAC needs libFLAC. */
  static TrackReader open(const std::string& path);

  TrackReader(TrackReader&&) noexcept;
  TrackReader& operator=(TrackReader&&) noexcept;
  ~TrackReader();

  uint32_t rate_hz() const;
  uint32_t channels() const;
  uint64_t frames() const;
  /** The frame that is read next. */
  uint64_t position() const;
  const std::string& path() const;

  /** A frame beyond the end is the end. */
  void seek(uint64_t frame);
  /** Reads into one array for each channel, full scale 1.0; a null pointer is a channel that isn't wanted. Returns the number
   *  of frames, fewer only at the end. */
  uint64_t read(float* const* channels, uint64_t frames);

 private:
  TrackReader();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rowdesk::recorder
