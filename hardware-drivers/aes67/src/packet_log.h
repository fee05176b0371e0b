// Which packets of a stream came, by their sequence numbers, and on which path.
#pragma once
#include <array>
#include <cstdint>

namespace rowdesk::aes67 {

/** Of one thread. Sequence numbers are extended to 64 bits by the caller. */
class PacketLog {
 public:
  static constexpr uint32_t paths = 2;
  /** Sequence numbers that are held; older ones retire by themselves. */
  static constexpr int64_t window = 8192;

  /** Packets that retired without having come: on no path, and on each path that has come to life before. */
  struct Retired {
    uint64_t lost = 0, path_lost[paths] = {};
  };
  enum class Copy { first, other_path, doubled, retired };
  struct Added {
    Copy copy;
    /** A later packet came on this path before. */
    bool is_reordered;
  };

  /** Forgets everything; the stream's packets begin about here. */
  void begin(int64_t sequence) noexcept;
  int64_t newest() const { return newest_; }
  bool is_empty() const { return oldest_ > newest_; }

  Added add(int64_t sequence, uint32_t path, Retired& retired) noexcept;
  /** Retires all packets before this one, the newest at most. */
  void retire(int64_t before, Retired& retired) noexcept { retire_all_before(before > newest_ ? newest_ + 1 : before, retired); }

 private:
  /** Packets that overtook the ones before them may be the first ones to come. */
  static constexpr int64_t overtaken = 64;

  struct Path {
    std::array<uint64_t, window / 64> words;
    bool is_alive;
    int64_t first, newest;
    bool has(int64_t sequence) const { return (words[(sequence & (window - 1)) >> 6] >> (sequence & 63)) & 1; }
  };

  void retire_all_before(int64_t before, Retired& retired) noexcept;

  std::array<Path, paths> paths_{};
  /** The numbers that are held: from oldest_ to newest_. Bits of others are 0. */
  int64_t oldest_ = 0, newest_ = -1, first_ = 0;
};

}  // namespace rowdesk::aes67
