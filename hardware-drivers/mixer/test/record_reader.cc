#include "record_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

namespace rowdesk {

RecordReader::RecordReader(const std::string& folder) {
  const int file = open((folder + "/" RD_RECORD_RING_LINK).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  fstat(file, &status);
  bytes_ = static_cast<size_t>(status.st_size);
  void* const memory = mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  CHECK(memory != MAP_FAILED);
  ring_ = static_cast<const rd_record_ring*>(memory);
  CHECK(__atomic_load_n(&ring_->magic, __ATOMIC_ACQUIRE) == RD_RECORD_RING_MAGIC);
  CHECK(ring_->bytes == bytes_);
  CHECK(ring_->samples_offset + uint64_t{4} * ring_->channels * ring_->capacity_frames == bytes_);
  sound_.resize(ring_->channels);
}

RecordReader::~RecordReader() {
  if (ring_ != nullptr) munmap(const_cast<rd_record_ring*>(ring_), bytes_);
}

float RecordReader::sample(uint32_t channel, uint64_t frame) const {
  const auto* samples = reinterpret_cast<const float*>(reinterpret_cast<const char*>(ring_) + ring_->samples_offset);
  return samples[static_cast<size_t>(channel) * ring_->capacity_frames + frame % ring_->capacity_frames];
}

void RecordReader::read() {
  const uint64_t end = written();
  CHECK(end - read_ <= ring_->capacity_frames);
  for (uint32_t channel = 0; channel < ring_->channels; ++channel) {
    for (uint64_t frame = read_; frame < end; ++frame) sound_[channel].push_back(sample(channel, frame));
  }
  read_ = end;
}

std::vector<rd_record_gap> RecordReader::gaps() const {
  const uint64_t count = __atomic_load_n(&ring_->gap_count, __ATOMIC_ACQUIRE);
  std::vector<rd_record_gap> gaps;
  for (uint64_t g = count > RD_RECORD_GAPS ? count - RD_RECORD_GAPS : 0; g < count; ++g) {
    gaps.push_back(ring_->gaps[g % RD_RECORD_GAPS]);
  }
  return gaps;
}

}  // namespace rowdesk
