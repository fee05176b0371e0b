// A player whose numbers are wrong: it decides what sounds, and never where memory is read or how long that takes.
#include <sys/mman.h>

#include <cmath>
#include <random>

#include "engine/play_reader.h"
#include "soundcheck.h"

namespace rowdesk {
namespace {

constexpr size_t page = 4096;
constexpr uint32_t capacity = 4096, channels = 3, fade = 480;

// A ring between pages that can't be read: its header on one page, its samples up to the very end.
class GuardedRing {
 public:
  GuardedRing() : bytes_(page + channels * capacity * sizeof(float)) {
    memory_ = static_cast<char*>(mmap(nullptr, bytes_ + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(mprotect(memory_, page, PROT_NONE) == 0);
    CHECK(mprotect(memory_ + page + bytes_, page, PROT_NONE) == 0);
    ring().capacity_frames = capacity;
    ring().channels = channels;
    ring().samples_offset = page;
    ring().fade_frames = fade;
    for (uint32_t i = 0; i < channels * capacity; ++i) samples()[i] = 0.25f;
  }
  ~GuardedRing() { munmap(memory_, bytes_ + 2 * page); }

  rd_play_ring& ring() { return *reinterpret_cast<rd_play_ring*>(memory_ + page); }
  float* samples() { return reinterpret_cast<float*>(memory_ + 2 * page); }

 private:
  size_t bytes_;
  char* memory_;
};

uint64_t lie(std::mt19937_64& random, uint64_t near) {
  switch (random() % 6) {
    case 0: return random();
    case 1: return near + random() % (2 * capacity);
    case 2: return near - random() % (2 * capacity);
    case 3: return near + capacity;
    case 4: return ~uint64_t{0} - random() % 3;
    default: return near + random() % capacity;
  }
}

TEST("whatever a player writes into the header, only samples of the ring are read, and no more than a block") {
  GuardedRing guarded;
  PlayReader reader(&guarded.ring());
  reader.allot(1024);
  std::mt19937_64 random(1);
  uint32_t sounding = 0;
  for (int block = 0; block < 30000; ++block) {
    rd_play_ring& ring = guarded.ring();
    if (random() % 3 == 0) ring.written = lie(random, ring.played);
    if (random() % 8 == 0) ring.jump_to = lie(random, ring.played);
    if (random() % 8 == 0) ring.is_playing = static_cast<uint32_t>(random() % 4 == 0 ? 0 : random());
    if (random() % 50 == 0) ring.capacity_frames = ring.channels = ring.samples_offset = ring.fade_frames = static_cast<uint32_t>(random());
    if (random() % 50 == 0) ring.played = ring.underruns = random();
    const auto frames = static_cast<uint32_t>(1 + random() % 1024);
    reader.read(frames, random() % 20 != 0);
    sounding += !reader.is_silent();
    for (uint32_t channel = 0; channel < channels; ++channel) {
      for (uint32_t i = 0; i < frames; ++i) {
        const float sample = reader.channel(channel)[i];
        if (!(sample >= 0.0f && sample <= 0.25f)) CHECK(!"a sample of the ring");
      }
    }
  }
  CHECK(sounding > 1000);
}

TEST("frames that come back out of the past, or leap ahead, fade what sounds out without a click") {
  for (const int64_t leap : {-100'000ll, 1'000'000'000ll}) {
    GuardedRing guarded;
    rd_play_ring& ring = guarded.ring();
    PlayReader reader(&ring);
    reader.allot(64);
    ring.written = capacity;
    ring.is_playing = 1;
    float last = 0.0f, step = 0.0f;
    for (int block = 0; block < 40; ++block) {
      if (block == 20) ring.written = ring.played + static_cast<uint64_t>(leap);
      reader.read(64);
      for (uint32_t i = 0; i < 64; ++i) {
        step = std::max(step, std::abs(reader.channel(0)[i] - last));
        last = reader.channel(0)[i];
      }
    }
    CHECK(step < 0.25f / fade * 1.01f);
    CHECK(reader.is_silent());
    CHECK(ring.underruns == 1);
  }
}

TEST("values that are no numbers silence the strip that plays them, and no other") {
  Soundcheck check;
  for (int input = 1; input <= 2; ++input) check.feed(input);
  check.engage({{"/channel/input/1", 0}, {"/channel/input/2", 1}});
  check.player().play(true);
  const RingSound sound = [](uint32_t channel, uint64_t) { return channel == 0 ? std::nanf("") : 0.5f; };
  check.set("/channel/input/2", "soloed", 1);
  CHECK_NEAR(check.play(8192, sound)[Desk::left].back(), 0.5 * half_power, 1e-6);
  CHECK((check.closed("/channel/input/1") & bit(Reason::fault)) != 0);
  CHECK((check.closed("/channel/input/2") & bit(Reason::fault)) == 0);
}

}  // namespace
}  // namespace rowdesk
