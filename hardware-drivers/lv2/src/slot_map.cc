#include "slot_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace rowdesk::plugins {
namespace {

constexpr uint32_t most_block_frames = 8192;

/** Of the file behind a link; all 0 without one. Another file under the same name is another one. */
FileId file_behind(const std::string& link) {
  struct stat facts {};
  return stat(link.c_str(), &facts) == 0 ? FileId{facts.st_dev, facts.st_ino} : FileId{};
}

/** The file's memory; null for a file that is not there, of another user, or smaller than `least`. */
void* map_file(const std::string& path, bool is_written, size_t least, size_t& bytes, FileId& id) {
  const int file = open(path.c_str(), (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat facts {};
  void* memory = MAP_FAILED;
  if (fstat(file, &facts) == 0 && facts.st_uid == geteuid() && facts.st_size >= static_cast<off_t>(least)) {
    bytes = static_cast<size_t>(facts.st_size);
    id = {facts.st_dev, facts.st_ino};
    memory = mmap(nullptr, bytes, is_written ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
  }
  close(file);
  return memory == MAP_FAILED ? nullptr : memory;
}

bool is_whole(const rd_insert_slot& slot, size_t bytes) {
  if (__atomic_load_n(&slot.magic, __ATOMIC_ACQUIRE) != RD_INSERT_MAGIC || slot.version != RD_INSERT_VERSION) return false;
  if (slot.rate < 8000 || slot.rate > 768000 || slot.block_frames == 0 || slot.block_frames > most_block_frames) return false;
  if (slot.legs == 0 || slot.legs > RD_INSERT_MAX_LEGS || !std::has_single_bit(slot.capacity_frames)) return false;
  if (slot.capacity_frames < 4 * slot.block_frames) return false;
  if (slot.samples_offset < sizeof slot || slot.samples_offset % sizeof(float) != 0) return false;
  const uint64_t rings = 2 * slot.legs + 1;
  return slot.samples_offset + rings * slot.capacity_frames * sizeof(float) <= bytes;
}

}  // namespace

std::unique_ptr<SlotMap> SlotMap::open(const std::string& inserts_folder, const std::string& own_folder, const std::string& place) {
  std::string link = inserts_folder + "/" + place;
  FileId id;
  size_t bytes = 0;
  auto* slot = static_cast<rd_insert_slot*>(map_file(own_folder + "/" + place, true, sizeof(rd_insert_slot), bytes, id));
  if (slot == nullptr) return nullptr;
  if (file_behind(link) != id || !is_whole(*slot, bytes)) {
    munmap(slot, bytes);
    return nullptr;
  }
  return std::unique_ptr<SlotMap>(new SlotMap(std::move(link), id, slot, bytes));
}

SlotMap::SlotMap(std::string link, const FileId& id, rd_insert_slot* slot, size_t bytes)
    : link_(std::move(link)), id_(id), slot_(slot), bytes_(bytes), rate_hz_(slot->rate),
      block_frames_(slot->block_frames), capacity_(slot->capacity_frames), legs_(slot->legs),
      samples_(reinterpret_cast<float*>(reinterpret_cast<char*>(slot) + slot->samples_offset)) {}

SlotMap::~SlotMap() { munmap(slot_, bytes_); }

bool SlotMap::is_current() const {
  return __atomic_load_n(&slot_->has_ended, __ATOMIC_ACQUIRE) == 0 && file_behind(link_) == id_;
}

void SlotMap::read(uint32_t leg, uint64_t from, float* into, uint32_t frames) const noexcept {
  const auto at = static_cast<uint32_t>(from & (capacity_ - 1));
  const uint32_t first = std::min(frames, capacity_ - at);
  std::memcpy(into, ring(leg) + at, first * sizeof(float));
  std::memcpy(into + first, ring(leg), (frames - first) * sizeof(float));
}

void SlotMap::write(uint32_t leg, uint64_t from, const float* samples, uint32_t frames) noexcept {
  const auto at = static_cast<uint32_t>(from & (capacity_ - 1));
  const uint32_t first = std::min(frames, capacity_ - at);
  float* const into = ring(legs_ + 1 + leg);
  std::memcpy(into + at, samples, first * sizeof(float));
  std::memcpy(into, samples + first, (frames - first) * sizeof(float));
}

void SlotMap::offer(uint32_t rack, uint32_t latency_frames, uint64_t from) noexcept {
  restart(from);
  set_latency(latency_frames);
  __atomic_store_n(&slot_->rack, rack, __ATOMIC_RELEASE);
}

void SlotMap::restart(uint64_t from) noexcept {
  __atomic_store_n(&slot_->from, from, __ATOMIC_RELEASE);
  set_done(from);
}

void SlotMap::withdraw(uint32_t rack) noexcept {
  __atomic_compare_exchange_n(&slot_->rack, &rack, 0u, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

std::unique_ptr<WakeMap> WakeMap::open(const std::string& inserts_folder) {
  std::string link = inserts_folder + "/" RD_INSERT_WAKE_LINK;
  FileId id;
  size_t bytes = 0;
  auto* wake = static_cast<rd_insert_wake*>(map_file(link, false, sizeof(rd_insert_wake), bytes, id));
  if (wake == nullptr) return nullptr;
  if (__atomic_load_n(&wake->magic, __ATOMIC_ACQUIRE) != RD_INSERT_MAGIC || wake->version != RD_INSERT_VERSION) {
    munmap(wake, bytes);
    return nullptr;
  }
  return std::unique_ptr<WakeMap>(new WakeMap(std::move(link), id, wake, bytes));
}

WakeMap::WakeMap(std::string link, const FileId& id, const rd_insert_wake* wake, size_t bytes)
    : link_(std::move(link)), id_(id), wake_(wake), bytes_(bytes) {}

WakeMap::~WakeMap() { munmap(const_cast<rd_insert_wake*>(wake_), bytes_); }

bool WakeMap::is_current() const { return file_behind(link_) == id_; }

}  // namespace rowdesk::plugins
