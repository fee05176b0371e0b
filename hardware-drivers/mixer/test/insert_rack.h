// A rack of plugins, as the mixer knows it (rowdesk/insert_slot.h): serves one slot, with a plugin of the test's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rowdesk/insert_slot.h>

namespace rowdesk {

class InsertRack {
 public:
  // place: `input-1-insert1`. It serves from begin() on. The files must be there.
  explicit InsertRack(const std::string& runtime_folder, const std::string& place, uint32_t number = 1);
  ~InsertRack();
  InsertRack(const InsertRack&) = delete;
  InsertRack& operator=(const InsertRack&) = delete;

  // Of the plugin: what it makes of a sample of a leg and of the key, and how late.
  std::function<float(uint32_t leg, uint64_t frame, float sample, float key)> plugin =
      [](uint32_t, uint64_t, float sample, float) { return sample; };
  uint32_t latency = 0;

  // The plugin is heard, from the next frame that comes.
  void begin();
  // It no longer is.
  void end();
  // Maps the files that are behind the links now.
  void attach();
  // Plays what has come so far; after end(), too.
  void play();
  // Waits as a rack does, for a block or a tenth of a second.
  void wait();

  rd_insert_slot& slot() { return *slot_; }
  rd_insert_return& returned() { return *return_; }
  rd_insert_wake& wake() { return *wake_; }

 private:
  float* ring(void* file, uint32_t number);

  const std::string folder_, place_;
  const uint32_t number_;
  rd_insert_wake* wake_ = nullptr;
  rd_insert_slot* slot_ = nullptr;
  rd_insert_return* return_ = nullptr;
  size_t slot_bytes_ = 0, return_bytes_ = 0;
  uint64_t played_ = 0;
  std::vector<std::vector<float>> made_;  // [leg][frame]: what the plugin will give, after its latency
};

}  // namespace rowdesk
