// Reads all channels of a take from any frame on, over its parts and the gaps between them.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../files/track_reader.h"
#include "take.h"

namespace rowdesk::playing {

/** Not for several threads at once. Files open at their first use. */
class TakeReader {
 public:
  /** The first `channels` channels of the take are read. `fade_frames`: of the fades at both ends of a gap, and at the end. */
  TakeReader(std::shared_ptr<const Take> take, uint32_t channels, uint32_t fade_frames);

  uint32_t channels() const { return channels_; }
  const Take& take() const { return *take_; }
  /** Frames [at, at + frames) into one array for each channel; silence where the take has none. Never throws. */
  void read(int64_t at, int64_t frames, float* const* out);
  /** Why a track is silent: the first file that can't be read, in words; empty for none. */
  const std::string& fault() const { return fault_; }

 private:
  /** Frames [at, at + frames) of one part. */
  void read_part(size_t part, int64_t at, int64_t frames, int64_t offset, float* const* out);
  void read_file(const std::string& path, uint32_t channels, int64_t at, int64_t frames, float* const* out);
  /** Sound neither begins nor ends with a step: at gaps, and where the take ends. A take begins under the fade of its play. */
  void fade_edges(size_t part, int64_t at, int64_t frames, int64_t offset, float* const* out) const;
  recorder::TrackReader* opened(const std::string& path, uint32_t channels);

  std::shared_ptr<const Take> take_;
  uint32_t channels_;
  int64_t fade_frames_;
  /** Of the newest part, by path; null for a file that can't be read. */
  std::map<std::string, std::unique_ptr<recorder::TrackReader>> files_;
  size_t open_part_ = 0;
  std::string fault_;
};

}  // namespace rowdesk::playing
