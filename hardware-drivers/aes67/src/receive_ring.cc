#include "receive_ring.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rowdesk::aes67 {

ReceiveRing::ReceiveRing(Encoding encoding, uint32_t channels, uint32_t capacity_frames)
    : encoding_(encoding),
      frame_bytes_(channels * bytes_of(encoding)),
      mask_(capacity_frames - 1),
      bytes_(static_cast<size_t>(capacity_frames) * frame_bytes_),
      words_(capacity_frames / 64) {}

template <typename Do>
void ReceiveRing::each_word(int64_t position, uint64_t frames, Do&& act) const noexcept {
  for (uint32_t at = slot(position); frames > 0;) {
    const uint32_t first = at & 63, count = static_cast<uint32_t>(std::min<uint64_t>(64 - first, frames));
    act(at >> 6, (count == 64 ? ~0ull : (1ull << count) - 1) << first);
    at = (at + count) & mask_;
    frames -= count;
  }
}

uint32_t ReceiveRing::next(int64_t position, uint32_t frames, bool is_there) const noexcept {
  const uint64_t flip = is_there ? 0 : ~0ull;
  for (uint32_t done = 0, at = slot(position); done < frames;) {
    const uint32_t first = at & 63, count = std::min(64 - first, frames - done);
    const uint32_t before = static_cast<uint32_t>(std::countr_zero((words_[at >> 6] ^ flip) >> first));
    if (before < count) return done + before;
    at = (at + count) & mask_;
    done += count;
  }
  return frames;
}

void ReceiveRing::copy(uint32_t slot, const uint8_t* from, uint32_t frames) noexcept {
  const uint32_t straight = std::min(frames, capacity() - slot);
  std::memcpy(bytes_.data() + static_cast<size_t>(slot) * frame_bytes_, from, static_cast<size_t>(straight) * frame_bytes_);
  std::memcpy(bytes_.data(), from + static_cast<size_t>(straight) * frame_bytes_,
              static_cast<size_t>(frames - straight) * frame_bytes_);
}

void ReceiveRing::write(int64_t position, const uint8_t* from, uint32_t frames) noexcept {
  if (!has_any(position, frames)) {
    copy(slot(position), from, frames);
  } else {
    for (uint32_t i = 0; i < frames; ++i) {
      if (!has(position + i)) copy(slot(position + i), from + static_cast<size_t>(i) * frame_bytes_, 1);
    }
  }
  each_word(position, frames, [this](uint32_t word, uint64_t bits) { words_[word] |= bits; });
}

void ReceiveRing::read(int64_t position, uint32_t frames, uint32_t channel, float* to) const noexcept {
  const uint8_t* const begin = bytes_.data() + channel * bytes_of(encoding_);
  const uint32_t at = slot(position), straight = std::min(frames, capacity() - at);
  read_pcm(encoding_, begin + static_cast<size_t>(at) * frame_bytes_, frame_bytes_, to, straight);
  read_pcm(encoding_, begin, frame_bytes_, to + straight, frames - straight);
}

void ReceiveRing::clear(int64_t position, uint64_t frames) noexcept {
  each_word(position, std::min<uint64_t>(frames, capacity()), [this](uint32_t word, uint64_t bits) { words_[word] &= ~bits; });
}

}  // namespace rowdesk::aes67
