/* Sound from the recorder's player to the audio thread, for the virtual soundcheck: shared memory with a ring of samples
 * per channel. C11 and C++.
 *
 * The mixer makes the memory as a file of /dev/shm (0600, all pages allocated), and then the symbolic link
 * `<runtime folder>/play-ring` to it, by rename. Another number of channels or another rate is another file under the same
 * link. The player maps the file. The audio thread trusts no number of the player's: it reads within the ring whatever they
 * are.
 *
 * Fields that change are read and written with the __atomic builtins.
 */
#ifndef ROWDESK_PLAY_RING_H
#define ROWDESK_PLAY_RING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_PLAY_RING_LINK "play-ring"
#define RD_PLAY_RING_MAGIC 0x52445052u /* the last field to be written: a file without it is not complete */
#define RD_PLAY_RING_VERSION 1u
#define RD_PLAY_MAX_CHANNELS 512u

typedef struct rd_play_ring {
  uint32_t magic;
  uint32_t version;
  uint64_t bytes;           /* of the file */
  uint64_t epoch;           /* random; differs for each file */
  uint32_t process_id;      /* of the audio process */
  uint32_t rate;            /* Hz */
  uint32_t capacity_frames; /* of each channel, a power of two, at least half a second */
  uint32_t channels;
  uint32_t samples_offset;  /* bytes from the start of the file; channel c begins at samples_offset + c * capacity_frames * 4 */
  uint32_t fade_frames;     /* of the fades that the audio thread makes: 10 ms */
  /* Written by the player. */
  uint64_t written;         /* frames so far, stored (release) after the samples; at most played + capacity_frames */
  uint64_t jump_to;         /* a ring frame. Beyond `played`: the audio thread crossfades from where it is to here, once
                               2 * fade_frames and a block are written behind it, and goes on there; `played` has jumped at
                               the end of the crossfade. The player needs room for what it writes behind a jump: it leaves a
                               part of the ring free. While nothing sounds, `played` is this frame from the next block on.
                               It only grows. */
  uint32_t is_playing;      /* 1: the audio thread plays, beginning with a fade in once 2 * fade_frames and a block are written
                               behind `played`. 0: it fades out, and stays behind the fade. It fades out, too, before it comes
                               to `written`: behind the end of its sound the player writes silence. */
  uint32_t reserved;
  /* Written by the audio thread. */
  uint64_t played;          /* the ring frame to be played next (release) */
  uint64_t underruns;       /* how often it had to fade out for want of frames */
  uint32_t is_sounding;     /* 1 until the fade out is over */
  /* Written by the control side of the mixer. */
  uint32_t has_ended;       /* 1: nothing of this file is played any more; another file, or none, is behind the link */
} rd_play_ring;

#ifdef __cplusplus
}
#endif
#endif
