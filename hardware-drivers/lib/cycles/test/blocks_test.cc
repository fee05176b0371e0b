// Blocks of cycles without a server: what reaches the processor, and what the audio thread must not do.
#include "../src/cycles.h"

#include <rowdesk/clock.h>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;
thread_local bool is_watched = false;
thread_local int allocations = 0;

void check(bool holds, const char* what) {
  if (!holds) ++failures;
  std::printf("%s %s\n", holds ? "ok  " : "FAIL", what);
}

/** Passes input 1 on to output 1 at half its level, and notes its blocks. */
struct Noting {
  struct Block {
    uint32_t frames;
    rd_block_time time;
  };
  std::vector<Block> blocks;
  uint32_t prepares = 0, most_frames = 0;

  Noting() { blocks.reserve(256); }

  rd_processor processor{sizeof(rd_processor), RD_ABI, this, prepare, release, process};

  static int prepare(void* self, double, uint32_t max_frames, uint32_t, uint32_t) {
    auto& noting = *static_cast<Noting*>(self);
    ++noting.prepares;
    noting.most_frames = max_frames;
    return 0;
  }
  static void release(void*) {}
  static void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
    static_cast<Noting*>(self)->blocks.push_back({frames, *time});
    for (uint32_t i = 0; i < frames; ++i) {
      out[0][i] = 0.5f * in[0][i];
      out[1][i] = 0.0f;
    }
  }
};

/** One cycle of two inputs and outputs; the second ones have no link. */
struct Rig {
  rowdesk::Cycles cycles{"test", 2, 2};
  Noting noting;
  std::vector<float> input = std::vector<float>(16384, 1.0f), output = std::vector<float>(16384, 9.0f);
  uint64_t position = 1000;

  explicit Rig(uint32_t rate_hz = 48000) { cycles.start(noting.processor, rate_hz); }

  bool run(uint32_t frames, uint32_t rate_hz = 48000, bool is_freewheeling = false) {
    const float* in[] = {input.data(), nullptr};
    float* out[] = {output.data(), nullptr};
    const rowdesk::CycleTime time{rate_hz, frames, position, 7, "test", rd_monotonic_ns(), 0, is_freewheeling};
    is_watched = true;
    const bool is_other = cycles.run(time, in, out);
    is_watched = false;
    position += frames;
    return is_other;
  }
};

void splits() {
  Rig rig;
  for (int n = 0; n < 3; ++n) rig.run(8192 + 100);
  bool is_whole = rig.noting.blocks.size() == 9;
  for (size_t n = 0; is_whole && n < 9; ++n) {
    const auto& [frames, time] = rig.noting.blocks[n];
    is_whole = frames == (n % 3 == 2 ? 100u : 4096u) && time.frame_position == n / 3 * 8292 + n % 3 * 4096 && time.flags == 0;
  }
  check(rig.noting.most_frames == RD_MAX_FRAMES, "the processor is prepared for 4096 frames");
  check(is_whole, "a cycle of 8292 frames is blocks of 4096, 4096 and 100, without a gap in their positions");
  const auto& before = rig.noting.blocks[6].time;
  const auto& after = rig.noting.blocks[7].time;
  check(after.monotonic_ns - before.monotonic_ns == rd_duration_ns(4096, 48000), "each block states its own time");
  bool is_half = true;
  for (uint32_t i = 0; i < 8292; ++i) is_half = is_half && rig.output[i] == 0.5f;
  check(is_half, "every frame of a split cycle is the processor's, after the fade");
}

void freewheels() {
  Rig rig;
  rig.run(8292, 48000, true);
  rig.position += 64;
  rig.run(64, 48000, true);
  rig.run(64);
  const auto& blocks = rig.noting.blocks;
  bool is_said = blocks.size() == 5;
  for (size_t n = 0; is_said && n < 3; ++n) is_said = blocks[n].time.flags == RD_BLOCK_FREEWHEEL;
  check(is_said, "each block of a cycle of a freewheeling server says so");
  check(is_said && blocks[3].time.flags == (RD_BLOCK_FREEWHEEL | RD_BLOCK_XRUN) && blocks[4].time.flags == 0,
        "a jump is an xrun in freewheel mode too, and a cycle in its time is without flags");
  Rig quick;
  quick.run(8292, 48000, true);
  const auto thread = quick.cycles.figures().thread;
  check(thread.frames == 8292 && thread.block_max_us == 0 && thread.block_us == 0,
        "a cycle of a freewheeling server counts, and the time that it took does not");
}

void fades() {
  Rig rig;
  rig.run(960);
  bool is_rising = rig.output[0] == 0.0f;
  // In and out are faded both.
  for (uint32_t i = 1; i < 960; ++i) is_rising = is_rising && rig.output[i] > rig.output[i - 1] && rig.output[i] < 0.5f;
  check(is_rising, "sound is faded in over 20 ms");
}

void states_lost_frames() {
  Rig rig;
  rig.run(64);
  rig.position += 128;
  rig.run(64);
  const auto& jumped = rig.noting.blocks[1].time;
  check(jumped.flags == RD_BLOCK_XRUN && jumped.frame_position == 192 && jumped.xrun_count == 1,
        "the block after a jump of the position states the xrun and the position of its frames");
}

void is_silent_at_another_rate() {
  Rig rig;
  const bool is_first_other = rig.run(64);
  const bool is_second_other = rig.run(64);
  const bool is_third_other = rig.run(64, 44100);
  check(is_first_other && !is_second_other && is_third_other, "a changed rate is told once");
  bool is_silent = true;
  for (uint32_t i = 0; i < 64; ++i) is_silent = is_silent && rig.output[i] == 0.0f;
  check(is_silent && rig.noting.blocks.size() == 2, "a cycle of a rate that is not prepared is silent");
}

void allocates_nothing() {
  Rig rig;
  rig.run(64);
  allocations = 0;
  for (const uint32_t frames : {1u, 16u, 64u, 2048u, 8192u}) rig.run(frames);
  rig.cycles.enable(false);
  rig.run(4096);
  rig.position += 1;
  rig.run(64, 96000);
  check(allocations == 0, "the audio thread neither allocates nor frees");
}

}  // namespace

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* malloc(size_t bytes) {
  if (is_watched) ++allocations;
  return __libc_malloc(bytes);
}
void free(void* memory) {
  if (is_watched) ++allocations;
  __libc_free(memory);
}
}

int main() {
  splits();
  freewheels();
  fades();
  states_lost_frames();
  is_silent_at_another_rate();
  allocates_nothing();
  return failures == 0 ? 0 : 1;
}
