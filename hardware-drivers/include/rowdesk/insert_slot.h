/* Sound from the mixer to a plugin in another process, and back: shared memory with rings of samples. C11 and C++.
 *
 * Two files for each insert of a strip that has a plugin, and for each effect of an fxSend that is a plugin: a slot, which the mixer
 * writes, and its return, which a rack writes. One more file has the words that wake racks: a rack is a process that runs plugins. The
 * mixer makes the files in /dev/shm (0600, all pages allocated) and then symbolic links to them, by rename, that of a slot last:
 *
 *   <runtime folder>/inserts/wake                  rd_insert_wake, as long as the mixer lives
 *   <runtime folder>/inserts/<kind>-<index>-<id>   rd_insert_slot of `/channel/<kind>/<index>/chain/processors/<id>`,
 *                                                  `input-1-insert1`, `fxSend-1-effect`, while a plugin is chosen for that place
 *   <runtime folder>/inserts/<place>.return        rd_insert_return of that slot
 *   <runtime folder>/inserts/<place>.damaged       a link to no file but a count, `1`: how often a head of that slot or of its return held
 *                                                  what neither the mixer nor a rack writes there. The mixer has written it anew; the
 *                                                  link goes with the slot
 *
 * A rack opens `wake` and slots to read, and to write only the returns of its own places: the plugin host puts hard links to their files
 * into a folder of that rack, `<folder of the rack>/<place>`, and where the kernel has Landlock no other file can be opened to write. A
 * plugin that writes where it should not reaches the returns of its own rack: no head of a slot, nothing that the mixer sends, and no
 * other place.
 *
 * Another rate, block or count of legs is two other files under the same links; the old slot has `has_ended` then. Mappings stay valid.
 *
 * The mixer writes frames [written, written + n) of its send (and key) in each block, adds n to `written`, and wakes the racks
 * whose number is in a slot of this block. The rack that has put its number there reads them, writes the plugin's output of the same
 * frames to the return, and then `done`. The mixer reads the return block_frames later, and never waits; what is not done then
 * is replaced by the send of the same frames, of an effect by silence. Frame f of a ring is at index f % capacity_frames.
 *
 * Fields that change are read and written with the __atomic builtins.
 */
#ifndef ROWDESK_INSERT_SLOT_H
#define ROWDESK_INSERT_SLOT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RD_INSERT_FOLDER "inserts"
#define RD_INSERT_WAKE_LINK "wake"
#define RD_INSERT_MAGIC 0x4e495244u /* "DRIN": a file without it is not complete */
#define RD_INSERT_RETURN_MAGIC 0x52495244u /* "DRIR", the same of a return */
#define RD_INSERT_VERSION 3u
#define RD_INSERT_RETURN_SUFFIX ".return"
#define RD_INSERT_RACKS 8u
#define RD_INSERT_MAX_LEGS 2u

typedef struct rd_insert_rack {
  uint32_t sequence; /* the futex word, shared between processes: the mixer adds 1 after each block with a slot of this rack, and wakes it */
  uint32_t reserved[15];
} rd_insert_rack;

typedef struct rd_insert_wake {
  uint32_t magic;
  uint32_t version;
  uint64_t epoch;       /* random; differs for each file */
  uint32_t process_id;  /* of the audio process */
  uint32_t reserved[11];
  rd_insert_rack rack[RD_INSERT_RACKS]; /* rack n is at n - 1 */
} rd_insert_wake;

typedef struct rd_insert_slot {
  uint32_t magic;
  uint32_t version;
  uint64_t bytes;           /* of the file */
  uint64_t epoch;           /* random; differs for each file */
  uint32_t process_id;      /* of the audio process */
  uint32_t rate;            /* Hz */
  uint32_t block_frames;    /* the most frames of a block, and the delay from send to return */
  uint32_t capacity_frames; /* of each ring, a power of two, at least 4 * block_frames */
  uint32_t legs;            /* 1, or 2: left and right */
  uint32_t samples_offset;  /* bytes from the start of each of the two files. Rings of float32 follow each other from there,
                               capacity_frames * 4 bytes each: here the send of each leg, then the key; in the return one for each leg */
  char place[64];           /* the link's name, with a final 0 */
  /* Written by the mixer's audio thread. */
  uint64_t written;         /* frames so far; stored (release) after the samples */
  uint64_t late_blocks;     /* blocks whose return was not done in time, while a rack served the slot */
  uint32_t has_key;         /* 1: the key ring is filled; 0: it is silent */
  uint32_t reserved0;
  /* Written by the mixer's control side. */
  uint32_t has_ended;       /* 1: no frame follows; another file, or none, is behind the link */
  uint32_t reserved1[13];
} rd_insert_slot;

typedef struct rd_insert_return {
  uint32_t magic;
  uint32_t version;
  uint64_t bytes;           /* of the file */
  uint64_t epoch;           /* that of its slot: another one belongs to another slot */
  /* Written by the rack that serves the slot. */
  uint32_t rack;            /* its number, 1 to RD_INSERT_RACKS; 0: no rack, or a plugin that is not to be heard now. Stored (release) last,
                               and cleared first */
  uint32_t latency_frames;  /* of the plugin, in addition to block_frames */
  uint64_t from;            /* the return is valid from this frame on */
  uint64_t done;            /* the return is valid up to this frame; stored (release) after the samples */
} rd_insert_return;

#ifdef __cplusplus
}
#endif
#endif
