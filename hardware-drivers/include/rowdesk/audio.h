/* The audio ABI between I/O drivers, the mixer and plugin drivers. C11 and C++; no dependency.
 *
 * A driver owns the audio thread and calls one processor once per block. Every struct starts with its size in bytes and
 * the ABI number, so that a newer package can detect an older one. A pointer passes between packages once, as a Node-API
 * external (type tag below); samples never pass through JavaScript.
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
  RD_BLOCK_OFFLINE = 1u << 1,   /* a render, as fast as possible, without a wall clock */
  RD_BLOCK_SYNTHETIC = 1u << 2, /* an internal timer drives; inputs are silent, outputs are discarded */
  RD_BLOCK_UNCLIPPED = 1u << 3, /* outputs become numbers of a file: what is over full scale stays over it */
  RD_BLOCK_FREEWHEEL = 1u << 4  /* the clock does not wait for the time of this block, as a JACK server in freewheel mode: what another
                                   process gives is waited for, and no figure of time is taken */
};

typedef struct rd_block_time {
  uint32_t size;           /* sizeof(rd_block_time) */
  uint32_t abi;            /* RD_ABI */
  uint64_t frame_position; /* of this block's first frame, counted from prepare; only xruns leave gaps */
  uint64_t monotonic_ns;   /* CLOCK_MONOTONIC at the start of this block */
  uint64_t xrun_count;     /* xruns since prepare */
  uint32_t flags;          /* rd_block_flags */
  uint32_t reserved;
} rd_block_time;

typedef struct rd_processor {
  uint32_t size; /* sizeof(rd_processor) */
  uint32_t abi;  /* RD_ABI */
  void* self;

  /* Called off the audio thread, never while process runs. Returns 0, or a negative errno. A change of rate, block size
   * or channel counts needs a new prepare. rate in Hz, 44100 to 192000; max_frames 1 to RD_MAX_FRAMES. inputs and
   * outputs: the channel counts of the device's description, in each direction the highest channel of its ports; other
   * counts return -EINVAL. Before the counts change, the driver reports the new description. */
  int (*prepare)(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  /* Called off the audio thread, after the last process. */
  void (*release)(void* self);
  /* Called on the audio thread: takes no lock, allocates nothing, makes no system call. in[i] and out[i] hold `frames`
   * samples, 1 to max_frames. An absent input is a shared zero buffer, never null; in and out never alias. The processor
   * writes every frame of every output. It checks the pointers in the first block after prepare: if one is null, it
   * computes no block until the next prepare. */
  void (*process)(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time);
} rd_processor;

#ifdef __cplusplus
}
#endif
#endif
