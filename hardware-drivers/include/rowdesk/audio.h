/* The audio ABI between I/O drivers, the mixer and plugin drivers. C11 and C++; no dependency.
 *
 * A driver owns the audio thread and calls one processor once per block. Every struct starts with its size in bytes and
 * the ABI number, so that a newer side can tell what an older one knows. Pointers travel between packages as Node-API
 * externals (type tag below), once; samples never pass through JavaScript.
 *
 * Audio is planar float32, full scale +-1.0, 1 to RD_MAX_FRAMES frames per block, 44100 to 192000 Hz.
 */
#ifndef ROWDESK_AUDIO_H
#define ROWDESK_AUDIO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_ABI 1u
#define RD_MAX_FRAMES 4096u

/* Node-API type tag of an external that holds an rd_processor*. */
#define RD_PROCESSOR_TAG_LOWER 0x726f776465736b31ull
#define RD_PROCESSOR_TAG_UPPER 0x70726f636573736full

enum rd_block_flags {
  RD_BLOCK_XRUN = 1u << 0,      /* frames were lost before this block */
  RD_BLOCK_OFFLINE = 1u << 1,   /* as fast as it can: no wall clock behind it */
  RD_BLOCK_SYNTHETIC = 1u << 2  /* an internal timer drives; inputs are silent, outputs go nowhere */
};

typedef struct rd_block_time {
  uint32_t size;           /* sizeof(rd_block_time) */
  uint32_t abi;            /* RD_ABI */
  uint64_t frame_position; /* of this block's first frame since prepare, without gaps but for xruns */
  uint64_t monotonic_ns;   /* CLOCK_MONOTONIC at the start of this block */
  uint64_t xrun_count;     /* since prepare */
  uint32_t flags;          /* rd_block_flags */
  uint32_t reserved;
} rd_block_time;

typedef struct rd_processor {
  uint32_t size; /* sizeof(rd_processor) */
  uint32_t abi;  /* RD_ABI */
  void* self;

  /* Off the audio thread, never while process runs. Returns 0, or a negative errno. A change of rate, block size or
   * channel counts is a new prepare. rate in Hz, max_frames 1 to RD_MAX_FRAMES. inputs and outputs are those that the
   * device's description says: of its ports in that direction the highest channel. Others are -EINVAL; where they
   * change, the new description is told first. */
  int (*prepare)(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  /* Off the audio thread, after the last process. */
  void (*release)(void* self);
  /* On the audio thread: no lock, no allocation, no system call. in[i] and out[i] hold `frames` samples; an absent
   * input is a shared zero buffer, never null; in and out never alias. Every frame of every output is written.
   * Pointers are checked in the first block after prepare: where one is null, nothing is computed until the next. */
  void (*process)(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time);
} rd_processor;

#ifdef __cplusplus
}
#endif
#endif
