#include "slot_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace rowdesk::plugins {
namespace {

constexpr uint32_t most_block_frames = 8192;

/** Of the file behind a link; all 0 without one. Another file under the same name is another one. */
FileId file_behind(const std::string& link) {
  struct stat facts {};
  return stat(link.c_str(), &facts) == 0 ? FileId{facts.st_dev, facts.st_ino} : FileId{};
}

bool is_whole(const rd_insert_slot& slot, size_t bytes) {
  if (__atomic_load_n(&slot.magic, __ATOMIC_ACQUIRE) != RD_INSERT_MAGIC || slot.version != RD_INSERT_VERSION) return false;
  if (slot.rate < 8000 || slot.rate > 768000 || slot.block_frames == 0 || slot.block_frames > most_block_frames) return false;
  if (slot.legs == 0 || slot.legs > RD_INSERT_MAX_LEGS || !std::has_single_bit(slot.capacity_frames)) return false;
  if (slot.capacity_frames < 4 * slot.block_frames) return false;
  if (slot.samples_offset < sizeof slot || slot.samples_offset % sizeof(float) != 0) return false;
  return slot.samples_offset + uint64_t{slot.legs + 1} * slot.capacity_frames * sizeof(float) <= bytes;
}

bool is_return_of(const rd_insert_slot& slot, const rd_insert_return& returned, size_t bytes) {
  if (returned.magic != RD_INSERT_RETURN_MAGIC || returned.version != RD_INSERT_VERSION || returned.epoch != slot.epoch) return false;
  return slot.samples_offset + uint64_t{slot.legs} * slot.capacity_frames * sizeof(float) <= bytes;
}

}  // namespace

MappedFile::MappedFile(const std::string& path, Use use, size_t least) {
  const bool is_written = use == Use::write;
  const int file = open(path.c_str(), (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts {};
  if (fstat(file, &facts) == 0 && facts.st_uid == geteuid() && facts.st_size >= static_cast<off_t>(least)) {
    bytes_ = static_cast<size_t>(facts.st_size);
    id_ = {facts.st_dev, facts.st_ino};
    memory_ = mmap(nullptr, bytes_, is_written ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
    if (memory_ == MAP_FAILED) memory_ = nullptr;
  }
  close(file);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(other.bytes_), id_(other.id_) {}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

std::unique_ptr<SlotMap> SlotMap::open(const std::string& inserts_folder, const std::string& own_folder, const std::string& place) {
  std::string link = inserts_folder + "/" + place;
  MappedFile slot(link, MappedFile::Use::read, sizeof(rd_insert_slot));
  MappedFile returned(own_folder + "/" + place, MappedFile::Use::write, sizeof(rd_insert_return));
  if (!slot || !returned) return nullptr;
  const auto& head = *reinterpret_cast<const rd_insert_slot*>(slot.data());
  if (!is_whole(head, slot.bytes())) return nullptr;
  if (!is_return_of(head, *reinterpret_cast<const rd_insert_return*>(returned.data()), returned.bytes())) return nullptr;
  return std::unique_ptr<SlotMap>(new SlotMap(std::move(link), std::move(slot), std::move(returned)));
}

SlotMap::SlotMap(std::string link, MappedFile slot, MappedFile returned)
    : link_(std::move(link)), slot_file_(std::move(slot)), return_file_(std::move(returned)),
      slot_(reinterpret_cast<const rd_insert_slot*>(slot_file_.data())),
      return_(reinterpret_cast<rd_insert_return*>(return_file_.data())), rate_hz_(slot_->rate),
      block_frames_(slot_->block_frames), capacity_(slot_->capacity_frames), legs_(slot_->legs),
      sent_(reinterpret_cast<const float*>(slot_file_.data() + slot_->samples_offset)),
      returned_(reinterpret_cast<float*>(return_file_.data() + slot_->samples_offset)) {}

bool SlotMap::is_current() const {
  return __atomic_load_n(&slot_->has_ended, __ATOMIC_ACQUIRE) == 0 && file_behind(link_) == slot_file_.id();
}

void SlotMap::read(uint32_t leg, uint64_t from, float* into, uint32_t frames) const noexcept {
  const auto at = static_cast<uint32_t>(from & (capacity_ - 1));
  const uint32_t first = std::min(frames, capacity_ - at);
  std::memcpy(into, ring(sent_, leg) + at, first * sizeof(float));
  std::memcpy(into + first, ring(sent_, leg), (frames - first) * sizeof(float));
}

void SlotMap::write(uint32_t leg, uint64_t from, const float* samples, uint32_t frames) noexcept {
  const auto at = static_cast<uint32_t>(from & (capacity_ - 1));
  const uint32_t first = std::min(frames, capacity_ - at);
  float* const into = ring(returned_, leg);
  std::memcpy(into + at, samples, first * sizeof(float));
  std::memcpy(into, samples + first, (frames - first) * sizeof(float));
}

void SlotMap::offer(uint32_t rack, uint32_t latency_frames, uint64_t from) noexcept {
  restart(from);
  set_latency(latency_frames);
  __atomic_store_n(&return_->rack, rack, __ATOMIC_RELEASE);
}

void SlotMap::restart(uint64_t from) noexcept {
  __atomic_store_n(&return_->from, from, __ATOMIC_RELEASE);
  set_done(from);
}

void SlotMap::withdraw(uint32_t rack) noexcept {
  __atomic_compare_exchange_n(&return_->rack, &rack, 0u, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

std::unique_ptr<WakeMap> WakeMap::open(const std::string& inserts_folder) {
  std::string link = inserts_folder + "/" RD_INSERT_WAKE_LINK;
  MappedFile file(link, MappedFile::Use::read, sizeof(rd_insert_wake));
  if (!file) return nullptr;
  const auto& wake = *reinterpret_cast<const rd_insert_wake*>(file.data());
  if (__atomic_load_n(&wake.magic, __ATOMIC_ACQUIRE) != RD_INSERT_MAGIC || wake.version != RD_INSERT_VERSION) return nullptr;
  return std::unique_ptr<WakeMap>(new WakeMap(std::move(link), std::move(file)));
}

WakeMap::WakeMap(std::string link, MappedFile file)
    : link_(std::move(link)), file_(std::move(file)), wake_(reinterpret_cast<const rd_insert_wake*>(file_.data())) {}

bool WakeMap::is_current() const { return file_behind(link_) == file_.id(); }

}  // namespace rowdesk::plugins
