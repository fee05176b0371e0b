#include "insert_rack.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

#include "check.h"

namespace rowdesk {
namespace {

void* map(const std::string& path, size_t& bytes) {
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status {};
  CHECK(file >= 0 && fstat(file, &status) == 0);
  bytes = static_cast<size_t>(status.st_size);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(memory != MAP_FAILED);
  close(file);
  return memory;
}

}  // namespace

InsertRack::InsertRack(const std::string& runtime_folder, const std::string& place, uint32_t number)
    : folder_(runtime_folder + "/" RD_INSERT_FOLDER "/"), place_(place), number_(number) {
  size_t bytes = 0;
  wake_ = static_cast<rd_insert_wake*>(map(folder_ + RD_INSERT_WAKE_LINK, bytes));
  CHECK(bytes == sizeof(rd_insert_wake) && wake_->magic == RD_INSERT_MAGIC && wake_->version == RD_INSERT_VERSION);
  attach();
}

InsertRack::~InsertRack() {
  munmap(wake_, sizeof(rd_insert_wake));
  munmap(slot_, slot_bytes_);
  munmap(return_, return_bytes_);
}

void InsertRack::attach() {
  if (slot_ != nullptr) munmap(slot_, slot_bytes_);
  if (return_ != nullptr) munmap(return_, return_bytes_);
  slot_ = static_cast<rd_insert_slot*>(map(folder_ + place_, slot_bytes_));
  CHECK(slot_->magic == RD_INSERT_MAGIC && slot_->version == RD_INSERT_VERSION && slot_->bytes == slot_bytes_);
  CHECK(slot_->place == place_);
  return_ = static_cast<rd_insert_return*>(map(folder_ + place_ + RD_INSERT_RETURN_SUFFIX, return_bytes_));
  CHECK(return_->magic == RD_INSERT_RETURN_MAGIC && return_->version == RD_INSERT_VERSION && return_->bytes == return_bytes_);
  CHECK(return_->epoch == slot_->epoch);
}

void InsertRack::begin() {
  played_ = __atomic_load_n(&slot_->written, __ATOMIC_ACQUIRE);
  made_.assign(slot_->legs, std::vector<float>(latency));
  __atomic_store_n(&return_->latency_frames, latency, __ATOMIC_RELAXED);
  __atomic_store_n(&return_->from, played_, __ATOMIC_RELAXED);
  __atomic_store_n(&return_->done, played_, __ATOMIC_RELAXED);
  __atomic_store_n(&return_->rack, number_, __ATOMIC_RELEASE);
}

void InsertRack::end() { __atomic_store_n(&return_->rack, 0u, __ATOMIC_RELEASE); }

float* InsertRack::ring(void* file, uint32_t number) {
  auto* const samples = reinterpret_cast<float*>(static_cast<char*>(file) + slot_->samples_offset);
  return samples + static_cast<size_t>(number) * slot_->capacity_frames;
}

void InsertRack::play() {
  const uint64_t until = __atomic_load_n(&slot_->written, __ATOMIC_ACQUIRE);
  const uint32_t mask = slot_->capacity_frames - 1, legs = slot_->legs;
  if (until - played_ > slot_->capacity_frames) return begin();  // it was too slow
  for (; played_ < until; ++played_) {
    const uint64_t at = played_ & mask;
    for (uint32_t leg = 0; leg < legs; ++leg) {
      std::vector<float>& made = made_[leg];
      made.push_back(plugin(leg, played_, ring(slot_, leg)[at], ring(slot_, legs)[at]));
      ring(return_, leg)[at] = made[made.size() - 1 - latency];
    }
  }
  __atomic_store_n(&return_->done, played_, __ATOMIC_RELEASE);
}

void InsertRack::wait() {
  rd_insert_rack& own = wake_->rack[number_ - 1];
  const uint32_t sequence = __atomic_load_n(&own.sequence, __ATOMIC_SEQ_CST);
  const timespec most{0, 100'000'000};
  if (__atomic_load_n(&slot_->written, __ATOMIC_ACQUIRE) == played_) {
    syscall(SYS_futex, &own.sequence, FUTEX_WAIT, sequence, &most, nullptr, 0);
  }
}

}  // namespace rowdesk
