// The slot of a place and the words that wake racks, mapped by a rack; rowdesk/insert_slot.h says what their fields mean.
#pragma once
#include <rowdesk/insert_slot.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rowdesk::plugins {

struct FileId {
  dev_t device = 0;
  ino_t number = 0;
  bool operator==(const FileId&) const = default;
};

/** The memory of a file, until the end. */
class MappedFile {
 public:
  enum class Use { read, write };
  /** Without memory for a file that is not there, of another user, or smaller than `least` bytes. */
  MappedFile(const std::string& path, Use use, size_t least);
  MappedFile(MappedFile&& other) noexcept;
  ~MappedFile();

  explicit operator bool() const { return memory_ != nullptr; }
  char* data() const { return static_cast<char*>(memory_); }
  size_t bytes() const { return bytes_; }
  const FileId& id() const { return id_; }

 private:
  void* memory_ = nullptr;
  size_t bytes_ = 0;
  FileId id_;
};

class SlotMap {
 public:
  /**
   * Maps the slot behind the place's link, to read, and its return, which the host has put into the folder of this rack; null without
   * both, with one that is not complete, and with a return of another slot.
   */
  static std::unique_ptr<SlotMap> open(const std::string& inserts_folder, const std::string& own_folder, const std::string& place);
  SlotMap(const SlotMap&) = delete;
  SlotMap& operator=(const SlotMap&) = delete;

  /** True while the link leads to this file and the mixer writes to it. */
  bool is_current() const;

  uint32_t rate_hz() const { return rate_hz_; }
  uint32_t block_frames() const { return block_frames_; }
  uint32_t capacity() const { return capacity_; }
  uint32_t legs() const { return legs_; }

  uint64_t written() const noexcept { return __atomic_load_n(&slot_->written, __ATOMIC_ACQUIRE); }
  bool has_key() const noexcept { return __atomic_load_n(&slot_->has_key, __ATOMIC_RELAXED) != 0; }
  /** Copies frames of a leg of the send, or of the key at leg legs(). */
  void read(uint32_t leg, uint64_t from, float* into, uint32_t frames) const noexcept;
  /** Copies frames to a leg of the return. */
  void write(uint32_t leg, uint64_t from, const float* samples, uint32_t frames) noexcept;

  /** The rack serves the slot from this frame on. */
  void offer(uint32_t rack, uint32_t latency_frames, uint64_t from) noexcept;
  /** Frames were left out: the return is valid from here on again. */
  void restart(uint64_t from) noexcept;
  void set_latency(uint32_t frames) noexcept { __atomic_store_n(&return_->latency_frames, frames, __ATOMIC_RELEASE); }
  void set_done(uint64_t frame) noexcept { __atomic_store_n(&return_->done, frame, __ATOMIC_RELEASE); }
  /** The rack serves the slot no longer; nothing happens if another one does. */
  void withdraw(uint32_t rack) noexcept;

 private:
  SlotMap(std::string link, MappedFile slot, MappedFile returned);
  template <typename Sample>
  Sample* ring(Sample* samples, uint32_t index) const noexcept { return samples + size_t{index} * capacity_; }

  const std::string link_;
  const MappedFile slot_file_, return_file_;
  const rd_insert_slot* const slot_;
  rd_insert_return* const return_;
  const uint32_t rate_hz_, block_frames_, capacity_, legs_;
  const float* const sent_;
  float* const returned_;
};

class WakeMap {
 public:
  /** Null without a mixer. */
  static std::unique_ptr<WakeMap> open(const std::string& inserts_folder);
  WakeMap(const WakeMap&) = delete;
  WakeMap& operator=(const WakeMap&) = delete;

  bool is_current() const;
  const rd_insert_rack& rack(uint32_t number) const noexcept { return wake_->rack[number - 1]; }

 private:
  WakeMap(std::string link, MappedFile file);
  const std::string link_;
  const MappedFile file_;
  const rd_insert_wake* const wake_;
};

}  // namespace rowdesk::plugins
