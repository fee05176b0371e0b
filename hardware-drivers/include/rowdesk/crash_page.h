/* The crash page: records which package each thread is calling into, in a file that outlives the process.
 *
 * The process that loads drivers maps the page and names its file in the environment (ROWDESK_CRASH_PAGE) before it
 * loads any driver. A driver that has a thread of its own maps the same file, claims a slot for the thread and writes
 * the package there around each call: plain stores, fit for the audio thread. When a signal ends the process, the
 * supervisor reads the slot of the thread that received it and names the package.
 *
 *   rd_crash_page* page = rd_crash_page_open();              // off the audio thread; all calls below accept NULL
 *   uint32_t mixer = rd_crash_name(page, "mixer");           // off the audio thread
 *   rd_crash_slot* slot = rd_crash_claim(page, "audio");     // on the new thread, before its first block
 *   uint32_t before = rd_crash_enter(slot, mixer);           // around a call into the mixer
 *   processor->process(...);
 *   rd_crash_enter(slot, before);
 *   rd_crash_release(slot);                                  // at the end of the thread
 *
 * Names are those of the packages: a folder of hardware-drivers/, or an npm package. C11 and C++, Linux.
 */
#ifndef ROWDESK_CRASH_PAGE_H
#define ROWDESK_CRASH_PAGE_H

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#elif !defined(__USE_MISC)
/* With -std=c11 the system's headers declare the C standard only. */
extern long syscall(long number, ...);
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC __O_CLOEXEC
#endif
#ifndef O_NOFOLLOW
#define O_NOFOLLOW __O_NOFOLLOW
#endif

#define RD_CRASH_MAGIC 0x31504352u /* "RCP1" */
#define RD_CRASH_BYTES 4096u
#define RD_CRASH_SLOTS 32u
#define RD_CRASH_NAMES 62u
#define RD_CRASH_NAME_BYTES 48u
#define RD_CRASH_ENVIRONMENT "ROWDESK_CRASH_PAGE"

typedef struct rd_crash_slot {
  int32_t thread_id; /* the thread that claimed the slot; 0: free */
  uint32_t name;     /* number of the package the thread is in; 0: none */
  char label[24];    /* readable name of the thread */
} rd_crash_slot;

typedef struct rd_crash_page {
  uint32_t magic;
  uint32_t lock;         /* 1 while a thread adds a name */
  int32_t process_id;    /* the process that made the page */
  int32_t signal;        /* the signal that ended the process, 0 for none; written after signal_thread */
  int32_t signal_thread; /* the thread that received the signal */
  uint32_t heard_blocks; /* blocks computed while the mixer's outputs were open, counted by the mixer; wraps */
  uint32_t signal_name;  /* number of the package whose native code that thread was in; 0: none, or unknown */
  uint32_t answers;      /* control processes only: 1 once the process has begun its work */
  uint32_t reserved[8];
  rd_crash_slot slots[RD_CRASH_SLOTS];
  char names[RD_CRASH_NAMES][RD_CRASH_NAME_BYTES]; /* number n is names[n - 1]; ends in 0; "" is unused */
} rd_crash_page;

/* Maps the page of this process; returns NULL if there is none. Every call makes another mapping: keep the result. */
static inline rd_crash_page* rd_crash_page_open(void) {
  const char* path = getenv(RD_CRASH_ENVIRONMENT);
  if (path == NULL || path[0] == '\0') return NULL;
  int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return NULL;
  void* page = mmap(NULL, RD_CRASH_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) return NULL;
  if (((rd_crash_page*)page)->magic == RD_CRASH_MAGIC) return (rd_crash_page*)page;
  munmap(page, RD_CRASH_BYTES);
  return NULL;
}

/* Returns the number of a package's name, and adds a new name; 0 without a page or room. Not for the audio thread. */
static inline uint32_t rd_crash_name(rd_crash_page* page, const char* name) {
  if (page == NULL || name == NULL || name[0] == '\0') return 0;
  while (__atomic_exchange_n(&page->lock, 1u, __ATOMIC_ACQUIRE) != 0) sched_yield();
  uint32_t number = 0;
  for (uint32_t i = 0; i < RD_CRASH_NAMES && number == 0; ++i) {
    if (page->names[i][0] == '\0') strncpy(page->names[i], name, RD_CRASH_NAME_BYTES - 1);
    if (strncmp(page->names[i], name, RD_CRASH_NAME_BYTES - 1) == 0) number = i + 1;
  }
  __atomic_store_n(&page->lock, 0u, __ATOMIC_RELEASE);
  return number;
}

/* Claims a slot for the calling thread; returns NULL without a page or a free slot. label: at most 23 bytes are kept. */
static inline rd_crash_slot* rd_crash_claim(rd_crash_page* page, const char* label) {
  if (page == NULL) return NULL;
  int32_t thread = (int32_t)syscall(SYS_gettid);
  for (uint32_t i = 0; i < RD_CRASH_SLOTS; ++i) {
    rd_crash_slot* slot = &page->slots[i];
    int32_t no_thread = 0;
    if (!__atomic_compare_exchange_n(&slot->thread_id, &no_thread, thread, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) continue;
    __atomic_store_n(&slot->name, 0u, __ATOMIC_RELAXED);
    strncpy(slot->label, label, sizeof slot->label - 1);
    return slot;
  }
  return NULL;
}

/* Sets the package that the thread is in, by number, and returns the previous one. One load and one store. */
static inline uint32_t rd_crash_enter(rd_crash_slot* slot, uint32_t name) {
  if (slot == NULL) return 0;
  uint32_t before = slot->name;
  __atomic_store_n(&slot->name, name, __ATOMIC_RELAXED);
  return before;
}

/* Frees the slot, at the end of its thread. */
static inline void rd_crash_release(rd_crash_slot* slot) {
  if (slot == NULL) return;
  __atomic_store_n(&slot->name, 0u, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->thread_id, 0, __ATOMIC_RELEASE);
}

#ifdef __cplusplus
}
#endif
#endif
