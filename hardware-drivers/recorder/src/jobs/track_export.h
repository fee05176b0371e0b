// One track of a take as one sound file over all parts, gaps between them as silence: read, brought to another rate, written.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../files/markers.h"
#include "../files/rate_conversion.h"
#include "../files/track_file.h"
#include "../playing/take_reader.h"

namespace rowdesk::recorder {

struct ExportOrder {
  /** Of this track only. */
  std::shared_ptr<const playing::Take> take;
  /** Of the new file, in a folder that exists. */
  std::string path;
  /** `rate_hz` may differ from that of the take; `channels` are those of the track. */
  TrackFormat format;
  sound::BroadcastFacts facts;
  /** In frames of the new file. */
  std::vector<Marker> markers;
  /** What stays free on the disk. */
  uint64_t reserve_bytes = 0;
};

/** Not for several threads at once. All functions throw sound::FileError in words. */
class TrackExport {
 public:
  /** Creates the file. */
  explicit TrackExport(ExportOrder order);

  /** Goes on for at most `frames` of the take. False: the file is complete. */
  bool step(uint32_t frames);

  /** Frames of the take so far. */
  uint64_t done() const { return static_cast<uint64_t>(at_); }
  /** Frames of the file so far. */
  uint64_t written() const { return file_.frames(); }
  /** The largest magnitude of each channel of the file, linear, before it became whole numbers. */
  const std::vector<float>& peaks() const { return peaks_; }

 private:
  void write(const RateConversion::Converted& sound);
  void check_room();

  ExportOrder order_;
  playing::TakeReader reader_;
  RateConversion conversion_;
  TrackFile file_;
  std::vector<float> peaks_;
  std::vector<float> samples_;
  std::vector<float*> planes_;
  int64_t at_ = 0;
  uint64_t unchecked_bytes_ = 0;
};

}  // namespace rowdesk::recorder
