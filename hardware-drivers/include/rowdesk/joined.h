/* A ring of sound between two audio threads, one of which writes and one of which reads, and the line by which one of them
 * states its clock. With both, a second device exchanges sound with a mixer that another device drives. C11 and C++; no
 * dependency, no lock, no allocation, no system call: no function waits for the other thread.
 *
 * Samples are planar float32 at the mixer's rate. A frame of the ring has a position: that of the mixer's frame in which it
 * sounds (towards the mixer) or arose (from the mixer). Positions never go back. The writer may leave out positions, which are
 * then a gap, and the reader knows each gap before it comes to it: it fades out before one, and in behind one. A frame thus
 * sounds at its time or not at all, and nothing that one side loses, drops or repeats moves the sound of the other.
 *
 *   writer:  if (rd_joined_room(&ring, position) >= frames) {
 *              for each channel: rd_joined_put(&ring, channel, position, samples, frames);
 *              rd_joined_wrote(&ring, position, frames);
 *            }
 *   reader:  if (rd_joined_ready(&ring, position) >= frames) for each channel: rd_joined_get(&ring, channel, position, samples, frames);
 *            rd_joined_passed(&ring, position + frames);
 *
 * Memory order: `written` and `passed` are stored with release and loaded with acquire by the other thread, so that samples
 * need no atomics; gaps are stored before the `written` that goes past them.
 */
#ifndef ROWDESK_JOINED_H
#define ROWDESK_JOINED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_JOINED_ABI 1u
#define RD_JOINED_GAPS 32u       /* the gaps that a ring knows at a time, a power of two */
#define RD_JOINED_CACHE_BYTES 64u /* between what two threads write */
/* Channels lie this much more than the capacity apart: at a power of two all of them would share a few lines of the cache. */
#define RD_JOINED_PAD_FRAMES 80u

typedef struct rd_joined_gap {
  uint64_t begin; /* the first position that is left out */
  uint64_t end;   /* the first position behind the gap */
} rd_joined_gap;

typedef struct rd_joined_ring {
  uint32_t size; /* sizeof(rd_joined_ring) */
  uint32_t abi;  /* RD_JOINED_ABI */
  uint32_t channels;
  uint32_t capacity_frames; /* of each channel, a power of two */
  float* samples;           /* rd_joined_samples() of them; channel c begins at c * (capacity_frames + RD_JOINED_PAD_FRAMES) */
  uint8_t before_written_[RD_JOINED_CACHE_BYTES];
  /* Written by the writer. */
  uint64_t written;   /* the position behind the newest frame (release) */
  uint64_t gap_count; /* gaps so far */
  rd_joined_gap gaps[RD_JOINED_GAPS]; /* gap g is at index g % RD_JOINED_GAPS; each begins behind the one before */
  uint8_t before_passed_[RD_JOINED_CACHE_BYTES];
  /* Written by the reader. */
  uint64_t passed; /* the reader needs no frame below this position (release) */
} rd_joined_ring;

/* The number of samples (not bytes) that a ring needs. */
static inline uint64_t rd_joined_samples(uint32_t channels, uint32_t capacity_frames) {
  return (uint64_t)channels * ((uint64_t)capacity_frames + RD_JOINED_PAD_FRAMES);
}

/* Makes an empty ring whose positions begin at 0, before either thread uses it. samples outlive the ring; capacity_frames is a
 * power of two. */
static inline void rd_joined_init(rd_joined_ring* ring, float* samples, uint32_t channels, uint32_t capacity_frames) {
  memset(ring, 0, sizeof *ring);
  ring->size = (uint32_t)sizeof *ring;
  ring->abi = RD_JOINED_ABI;
  ring->channels = channels;
  ring->capacity_frames = capacity_frames;
  ring->samples = samples;
}

static inline float* rd_joined_channel_(const rd_joined_ring* ring, uint32_t channel) {
  return ring->samples + (uint64_t)channel * ((uint64_t)ring->capacity_frames + RD_JOINED_PAD_FRAMES);
}

/* Writer. Returns how many frames may be written from `position` on. 0 for a position below `written`, and where the reader has
 * stopped: leave the frames out, and go on with later ones. */
static inline uint64_t rd_joined_room(const rd_joined_ring* ring, uint64_t position) {
  if (position < __atomic_load_n(&ring->written, __ATOMIC_RELAXED)) return 0;
  const uint64_t passed = __atomic_load_n(&ring->passed, __ATOMIC_ACQUIRE);
  if (position < passed) return ring->capacity_frames;
  return position - passed >= ring->capacity_frames ? 0 : ring->capacity_frames - (position - passed);
}

/* Writer. Puts frames of one channel into the ring, within its room. */
static inline void rd_joined_put(rd_joined_ring* ring, uint32_t channel, uint64_t position, const float* from, uint32_t frames) {
  float* to = rd_joined_channel_(ring, channel);
  const uint32_t at = (uint32_t)position & (ring->capacity_frames - 1u);
  const uint32_t first = frames < ring->capacity_frames - at ? frames : ring->capacity_frames - at;
  memcpy(to + at, from, first * sizeof(float));
  memcpy(to, from + first, (frames - first) * sizeof(float));
}

/* Writer. Hands over frames that were put; positions between the newest one so far and `position` become a gap. */
static inline void rd_joined_wrote(rd_joined_ring* ring, uint64_t position, uint32_t frames) {
  const uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_RELAXED);
  if (position != written) {
    const uint64_t count = __atomic_load_n(&ring->gap_count, __ATOMIC_RELAXED);
    rd_joined_gap* gap = &ring->gaps[count & (RD_JOINED_GAPS - 1u)];
    __atomic_store_n(&gap->begin, written, __ATOMIC_RELAXED);
    __atomic_store_n(&gap->end, position, __ATOMIC_RELAXED);
    __atomic_store_n(&ring->gap_count, count + 1u, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&ring->written, position + frames, __ATOMIC_RELEASE);
}

/* Reader. Returns how many frames follow each other from `position` on: up to the next gap or the newest frame. */
static inline uint64_t rd_joined_ready(const rd_joined_ring* ring, uint64_t position) {
  uint64_t end = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE);
  const uint64_t count = __atomic_load_n(&ring->gap_count, __ATOMIC_RELAXED);
  for (uint64_t n = 0; n < RD_JOINED_GAPS && n < count; ++n) {
    const rd_joined_gap* gap = &ring->gaps[(count - 1u - n) & (RD_JOINED_GAPS - 1u)];
    if (__atomic_load_n(&gap->end, __ATOMIC_RELAXED) <= position) break;
    const uint64_t begin = __atomic_load_n(&gap->begin, __ATOMIC_RELAXED);
    if (begin < end) end = begin;
  }
  return end > position ? end - position : 0;
}

/* Reader. Gets frames of one channel, of those that are ready. */
static inline void rd_joined_get(const rd_joined_ring* ring, uint32_t channel, uint64_t position, float* to, uint32_t frames) {
  const float* from = rd_joined_channel_(ring, channel);
  const uint32_t at = (uint32_t)position & (ring->capacity_frames - 1u);
  const uint32_t first = frames < ring->capacity_frames - at ? frames : ring->capacity_frames - at;
  memcpy(to, from + at, first * sizeof(float));
  memcpy(to + first, from, (frames - first) * sizeof(float));
}

/* Reader. Frees what is below `position` for the writer. A reader that begins anew may go back by less than half the ring. */
static inline void rd_joined_passed(rd_joined_ring* ring, uint64_t position) {
  __atomic_store_n(&ring->passed, position, __ATOMIC_RELEASE);
}

/* The clock of the mixer, as its thread states it with each block: a straight line through its positions and CLOCK_MONOTONIC,
 * smoothed over the jitter of wakeups. Position p is due at time_ns + time_fraction_ns + (p - position) * frame_ns. */
typedef struct rd_joined_line {
  uint64_t generation;     /* 0: the mixer is not driven. Another one: positions or time have begun anew, and what was put for
                              positions of the one before never sounds */
  uint64_t position;       /* of the first frame of the newest block */
  int64_t time_ns;         /* when that block is due, CLOCK_MONOTONIC */
  double time_fraction_ns; /* added to it */
  double frame_ns;         /* the duration of a frame */
  double rate_hz;          /* nominal */
  uint64_t block_ns;       /* rd_block_time.monotonic_ns of that block */
  uint32_t block_frames;   /* the largest block since the generation began */
  uint32_t restarts;       /* how often the line has begun to learn its slope anew; `generation` may stay */
  uint32_t is_settled;     /* 1: the line is good enough to place sound by it */
  int32_t thread_id;       /* of the mixer's thread */
  int32_t fifo_priority;   /* of it by SCHED_FIFO, 0 for another policy. A thread that converts stays below it */
  uint32_t reserved;
} rd_joined_line;

#define RD_JOINED_LINE_WORDS 10u /* of rd_joined_line */

/* A line that one thread writes and others read. Private; begins as all 0. */
typedef struct rd_joined_clock {
  uint64_t sequence; /* odd while the line changes */
  uint64_t words[RD_JOINED_LINE_WORDS];
} rd_joined_clock;

/* The one writer. */
static inline void rd_joined_state(rd_joined_clock* clock, const rd_joined_line* line) {
  uint64_t words[RD_JOINED_LINE_WORDS];
  memcpy(words, line, sizeof words);
  const uint64_t sequence = __atomic_load_n(&clock->sequence, __ATOMIC_RELAXED);
  __atomic_store_n(&clock->sequence, sequence + 1u, __ATOMIC_RELAXED);
  /* Each word is released, and acquired: a reader that has seen a new one sees the odd number too. */
  for (uint32_t n = 0; n < RD_JOINED_LINE_WORDS; ++n) __atomic_store_n(&clock->words[n], words[n], __ATOMIC_RELEASE);
  __atomic_store_n(&clock->sequence, sequence + 2u, __ATOMIC_RELEASE);
}

/* Any thread. Returns false, and leaves `line`, if the line changed meanwhile: keep the one before, which is a block old. */
static inline bool rd_joined_observe(const rd_joined_clock* clock, rd_joined_line* line) {
  uint64_t words[RD_JOINED_LINE_WORDS];
  const uint64_t sequence = __atomic_load_n(&clock->sequence, __ATOMIC_ACQUIRE);
  for (uint32_t n = 0; n < RD_JOINED_LINE_WORDS; ++n) words[n] = __atomic_load_n(&clock->words[n], __ATOMIC_ACQUIRE);
  if ((sequence & 1u) != 0 || __atomic_load_n(&clock->sequence, __ATOMIC_RELAXED) != sequence) return false;
  memcpy(line, words, sizeof words);
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
