// The other end of a record ring, as another process has it: mapped over the link, read only.
#pragma once

#include <string>
#include <vector>

#include <rowdesk/record_ring.h>

namespace rowdesk {

class RecordReader {
 public:
  // The ring behind `<folder>/record-ring`; none where nothing is there.
  explicit RecordReader(const std::string& folder);
  ~RecordReader();
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  explicit operator bool() const { return ring_ != nullptr; }
  const rd_record_ring& ring() const { return *ring_; }
  uint64_t written() const { return __atomic_load_n(&ring_->written, __ATOMIC_ACQUIRE); }
  bool has_ended() const { return __atomic_load_n(&ring_->has_ended, __ATOMIC_ACQUIRE) != 0; }
  float sample(uint32_t channel, uint64_t frame) const;
  // By channel: all that was written since the last read, if it is not more than the ring holds.
  void read();
  const std::vector<std::vector<float>>& sound() const { return sound_; }
  std::vector<rd_record_gap> gaps() const;

 private:
  const rd_record_ring* ring_ = nullptr;
  size_t bytes_ = 0;
  uint64_t read_ = 0;
  std::vector<std::vector<float>> sound_;
};

}  // namespace rowdesk
