/* Sound from the audio thread to the recorder: shared memory with a ring of samples per channel. C11 and C++.
 *
 * The mixer makes the memory as a file of /dev/shm (0600, all pages allocated), and then the symbolic link
 * `<runtime folder>/record-ring` to it, by rename. Another choice of tracks or another rate is another file under the same
 * link. The recorder maps the file read-only. A mapping stays valid after the end of the audio process, so that no
 * recorded sample is lost with the mixer.
 *
 * The ring is the reserve of the recording: RD_RECORD_SECONDS, or what the shared memory has room for. A recorder that gets no
 * processor time, or waits for its disk, loses nothing for so long; one that takes the place of a killed one reads on from
 * the frame that the files have last.
 *
 * The audio thread never waits: a reader that is slower than capacity_frames loses frames, and knows how many.
 * Fields that change are read and written with the __atomic builtins.
 */
#ifndef ROWDESK_RECORD_RING_H
#define ROWDESK_RECORD_RING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_RECORD_RING_LINK "record-ring"
#define RD_RECORD_RING_MAGIC 0x52445252u /* the last field to be written: a file without it is not complete */
#define RD_RECORD_RING_VERSION 2u /* 1: the same, with a length that is a power of two */
#define RD_RECORD_SECONDS 20u
#define RD_RECORD_MAX_TRACKS 256u
#define RD_RECORD_MAX_CHANNELS 512u
#define RD_RECORD_GAPS 64u /* a power of two */

enum rd_record_role {
  RD_RECORD_TRACK = 1,     /* of /record `armed`, at its `tapPoint` */
  RD_RECORD_PROGRAMME = 2  /* of /record `programme`, at Post-Fader */
};

enum rd_record_gap_kind {
  RD_RECORD_GAP_LOST = 1,   /* before ring frame `at`, `frames` frames are missing (an xrun); 0: the driver does not know how many */
  RD_RECORD_GAP_SILENT = 2  /* from ring frame `at` on, `frames` frames are silence without a clock; they are in the ring.
                               `frames` of the newest gap grows while that lasts, before the `written` that goes past it */
};

typedef struct rd_record_track {
  char path[64];          /* of the strip, `/channel/input/1`, with a final 0 */
  uint32_t role;          /* rd_record_role */
  uint32_t first_channel; /* of the ring */
  uint32_t channels;      /* 1, or 2: left and right */
  uint32_t reserved;
} rd_record_track;

typedef struct rd_record_gap {
  uint64_t at;
  uint64_t frames;
  uint32_t kind; /* rd_record_gap_kind */
  uint32_t reserved;
} rd_record_gap;

typedef struct rd_record_ring {
  uint32_t magic;
  uint32_t version;
  uint64_t bytes;          /* of the file */
  uint64_t epoch;          /* random; differs for each file */
  uint32_t process_id;     /* of the audio process */
  uint32_t rate;           /* Hz */
  uint32_t capacity_frames;/* of each channel, at least one second */
  uint32_t channels;
  uint32_t tracks;
  uint32_t samples_offset; /* bytes from the start of the file; channel c begins at samples_offset + c * capacity_frames * 4 */
  /* Written by the audio thread. */
  uint64_t written;        /* frames so far; frame f of a channel is at index f % capacity_frames. Stored (release) after
                              the samples. At most RD_MAX_FRAMES more are being written at any moment. */
  uint64_t written_ns;     /* CLOCK_MONOTONIC of that store */
  uint64_t gap_count;      /* gaps so far, stored (release) before the `written` that goes past them */
  rd_record_gap gaps[RD_RECORD_GAPS]; /* gap g is at index g % RD_RECORD_GAPS */
  /* Written by the control side. */
  uint32_t has_ended;      /* 1: no frame follows; another file, or none, is behind the link */
  uint32_t reserved;
  rd_record_track track[RD_RECORD_MAX_TRACKS];
} rd_record_ring;

#ifdef __cplusplus
}
#endif
#endif
