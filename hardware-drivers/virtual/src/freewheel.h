// Frames that the clock runs without waiting for their time: a count in a file, to which the tests of sound add.
#pragma once
#include <cstdint>
#include <string>

namespace rowdesk::stagebox {

class Freewheel {
 public:
  Freewheel() = default;
  ~Freewheel();
  Freewheel(const Freewheel&) = delete;
  Freewheel& operator=(const Freewheel&) = delete;

  /**
   * While no thread runs: maps the file, 8 bytes of a little-endian count that only grows; what it counts so far has run. An empty
   * path, and a file that is not there, is a clock that always waits.
   */
  void open(const std::string& path);

  // On the audio thread.
  /** Whether frames are left to run ahead. */
  bool is_due() const {
    return ordered_ != nullptr && static_cast<int64_t>(__atomic_load_n(ordered_, __ATOMIC_RELAXED) - done_) > 0;
  }
  void count(uint64_t frames) { done_ += frames; }

 private:
  const uint64_t* ordered_ = nullptr;
  uint64_t done_ = 0;
};

}  // namespace rowdesk::stagebox
