/* A clock for a driver without a hardware clock: a thread that wakes once per block by CLOCK_MONOTONIC. C11 with POSIX,
 * and C++; no dependency, no lock, no allocation. All functions may be called on the audio thread, except
 * rd_clock_make_real_time(), which the thread that starts the audio thread calls once.
 *
 *   rd_clock clock;
 *   rd_clock_start(&clock, 48000, 64);
 *   while (running) {
 *     const rd_wakeup woken = rd_clock_wait(&clock);
 *     if (woken.lost_frames > 0) { position += woken.lost_frames; continue; }   // RD_BLOCK_XRUN goes with the next block
 *     processor->process(...);
 *   }
 */
#ifndef ROWDESK_CLOCK_H
#define ROWDESK_CLOCK_H

/* Strict C11 hides the clocks of POSIX; a file that includes other headers first defines this itself. */
#if !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_NS_PER_S UINT64_C(1000000000)
/* The SCHED_FIFO priority of audio threads: above the kernel's interrupt threads (50), below its watchdogs (99). */
#define RD_CLOCK_PRIORITY 80
/* Up to this lateness in ns, a late clock catches up: its blocks run without a sleep, and none is lost ... */
#define RD_CLOCK_MOST_LATE_NS (RD_NS_PER_S / 2)
/* ... but the clock runs at most this long without a sleep, in ns: RLIMIT_RTTIME ends a real-time thread that runs longer. */
#define RD_CLOCK_MOST_AWAKE_NS (RD_NS_PER_S / 10)

/* CLOCK_MONOTONIC, ns: the clock of rd_block_time. */
static inline uint64_t rd_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * RD_NS_PER_S + (uint64_t)now.tv_nsec;
}

/* Sleeps until CLOCK_MONOTONIC reaches `ns`; returns at once if it has. */
static inline void rd_sleep_until(uint64_t ns) {
  struct timespec at;
  at.tv_sec = (time_t)(ns / RD_NS_PER_S);
  at.tv_nsec = (long)(ns % RD_NS_PER_S);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) != 0) {
  }
}

/* The duration of `frames` in ns, rounded down. It stays exact for years, while a sum of rounded periods drifts. */
static inline uint64_t rd_duration_ns(uint64_t frames, uint32_t rate_hz) {
  return frames / rate_hz * RD_NS_PER_S + frames % rate_hz * RD_NS_PER_S / rate_hz;
}

/* Gives a thread SCHED_FIFO with RD_CLOCK_PRIORITY. Returns false if the system denies it. */
static inline bool rd_clock_make_real_time(pthread_t thread) {
  struct sched_param wanted = {0};
  wanted.sched_priority = RD_CLOCK_PRIORITY;
  return pthread_setschedparam(thread, SCHED_FIFO, &wanted) == 0;
}

/* A clock, used by one thread. Its members are private. */
typedef struct rd_clock {
  uint32_t rate_hz;
  uint32_t block_frames;
  uint64_t origin_ns;      /* start of the clock, CLOCK_MONOTONIC */
  uint64_t awake_since_ns; /* end of the last sleep, CLOCK_MONOTONIC */
  uint64_t due_frame;      /* end of the last block, in frames since the origin */
} rd_clock;

typedef struct rd_wakeup {
  uint64_t now_ns;      /* CLOCK_MONOTONIC */
  uint64_t jitter_ns;   /* from the requested end of the sleep to now; 0 without a sleep */
  uint64_t late_ns;     /* from the time the block was due to now */
  uint64_t lost_frames; /* 0: process a block; else skip these frames, a whole number of blocks, and process none */
} rd_wakeup;

/* Starts a clock now. rate_hz and block_frames: at least 1. */
static inline void rd_clock_start(rd_clock* clock, uint32_t rate_hz, uint32_t block_frames) {
  clock->rate_hz = rate_hz;
  clock->block_frames = block_frames;
  clock->origin_ns = rd_monotonic_ns();
  clock->awake_since_ns = clock->origin_ns;
  clock->due_frame = 0u;
}

/* Waits until the next block is due, which is the time of its last frame, as with a converter. */
static inline rd_wakeup rd_clock_wait(rd_clock* clock) {
  rd_wakeup woken;
  clock->due_frame += clock->block_frames;
  const uint64_t due_ns = clock->origin_ns + rd_duration_ns(clock->due_frame, clock->rate_hz);
  woken.now_ns = rd_monotonic_ns();
  woken.jitter_ns = 0u;
  woken.lost_frames = 0u;
  if (woken.now_ns < due_ns) {
    rd_sleep_until(due_ns);
    woken.now_ns = clock->awake_since_ns = rd_monotonic_ns();
    woken.jitter_ns = woken.now_ns - due_ns;
  }
  woken.late_ns = woken.now_ns - due_ns;
  if (woken.late_ns > RD_CLOCK_MOST_LATE_NS || woken.now_ns - clock->awake_since_ns > RD_CLOCK_MOST_AWAKE_NS) {
    /* Skips to the present and one block further, so that the next wait sleeps. */
    const uint64_t period_ns = rd_duration_ns(clock->block_frames, clock->rate_hz);
    woken.lost_frames = (woken.late_ns / period_ns + 1u) * clock->block_frames;
    clock->due_frame += woken.lost_frames - clock->block_frames;
  }
  return woken;
}

#ifdef __cplusplus
}
#endif

#endif
