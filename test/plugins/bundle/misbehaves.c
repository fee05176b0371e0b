/* Copies its input bit by bit, and does what no plugin should when `mode` becomes another one. What the system lets it do stands in
 * `succeeded`, what the system refuses in `error` (errno). Files are named in the bundle's folder. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#include "plugin.h"

enum { in, out, mode, succeeded, error, port_count };
enum { well, crashes, hangs, not_finite, takes_3_ms, asks_for_5_gb, forks, opens_socket, writes_file, exits, divides, aborts, sleeps,
       shortens_file, schedules_others, owns_descriptor, makes_hole, prints_fault, reads_commands, rounds_down, opens_slots,
       spoils_slot, writes_heads, takes_100_ms };

typedef struct {
  float* ports[port_count];
  char file[4096];
  int last; /* mode */
  float succeeded, error;
} Misbehaves;

static LV2_Handle instantiate(const LV2_Descriptor* descriptor, double rate, const char* bundle,
                              const LV2_Feature* const* features) {
  (void)descriptor, (void)rate, (void)features;
  Misbehaves* self = calloc(1, sizeof *self);
  if (self != NULL) snprintf(self->file, sizeof self->file, "%s/written", bundle);
  return self;
}

static void connect_port(LV2_Handle handle, uint32_t port, void* data) {
  if (port < port_count) ((Misbehaves*)handle)->ports[port] = data;
}

/* What takes time from another thread, the parent's first, in a namespace without one that of its own process: with the settings that it
   has. How many of them succeed. */
static int schedule_parent(void) {
  const pid_t other = getppid() != 0 ? getppid() : getpid();
  int done = 0;
  cpu_set_t processors;
  sched_getaffinity(other, sizeof processors, &processors);
  done += sched_setaffinity(other, sizeof processors, &processors) == 0;
  struct sched_param parameters;
  sched_getparam(other, &parameters);
  done += sched_setparam(other, &parameters) == 0;
  done += sched_setscheduler(other, sched_getscheduler(other), &parameters) == 0;
  uint32_t attributes[14] = {0}; /* struct sched_attr */
  done += syscall(SYS_sched_getattr, other, attributes, sizeof attributes, 0) == 0 &&
          syscall(SYS_sched_setattr, other, attributes, 0) == 0;
  done += setpriority(PRIO_PROCESS, (id_t)other, getpriority(PRIO_PROCESS, (id_t)other)) == 0;
  done += syscall(SYS_ioprio_set, 1, other, syscall(SYS_ioprio_get, 1, other)) == 0;
  const unsigned long nodes = 1;
  done += syscall(SYS_migrate_pages, other, 64, &nodes, &nodes) >= 0;
  done += syscall(SYS_move_pages, other, 0, NULL, NULL, NULL, 0) == 0;
  return done;
}

/* Files of slots beside the bundle's folder, or below a folder of the machine, that can be opened to write. */
static int open_files(const char* folder, const char* beginning) {
  DIR* all = opendir(folder);
  int done = 0;
  for (struct dirent* each = all == NULL ? NULL : readdir(all); each != NULL; each = readdir(all)) {
    char file[8192];
    snprintf(file, sizeof file, "%s/%s", folder, each->d_name);
    if (each->d_name[0] == '.' || strncmp(each->d_name, beginning, strlen(beginning)) != 0) continue;
    const int opened = open(file, O_RDWR);
    done += opened >= 0;
    if (opened >= 0) close(opened);
  }
  const int reason = errno;
  if (all != NULL) closedir(all);
  errno = reason;
  return done;
}

/* Random bytes over the head of each slot that this process has mapped: a page of shared memory in /dev/shm. */
static int spoil_slots(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  int done = 0;
  unsigned seed = 1;
  for (char line[8192]; maps != NULL && fgets(line, sizeof line, maps) != NULL;) {
    unsigned long first, last, offset;
    char rights[8];
    if (strstr(line, "insert") == NULL || sscanf(line, "%lx-%lx %7s %lx", &first, &last, rights, &offset) != 4) continue;
    if (rights[1] != 'w' || rights[3] != 's' || offset != 0) continue;
    for (unsigned char* at = (unsigned char*)first; at < (unsigned char*)first + 4096; ++at) *at = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
    ++done;
  }
  if (maps != NULL) fclose(maps);
  return done;
}

/* Makes the memory of slots and of the words that wake racks writable, in place or by another mapping. How much of it becomes so. */
static int write_heads(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  int done = 0, found = 0, reason = 0;
  for (char line[8192]; maps != NULL && fgets(line, sizeof line, maps) != NULL;) {
    unsigned long first, last, offset;
    char rights[8], file[4096];
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %4095s", &first, &last, rights, &offset, file) != 5) continue;
    if (rights[3] != 's' || offset != 0 || memcmp((const void*)first, "DRIN", 4) != 0) continue;
    ++found;
    done += rights[1] == 'w' || mprotect((void*)first, last - first, PROT_READ | PROT_WRITE) == 0;
    const int opened = open(file, O_RDWR);
    done += opened >= 0;
    if (opened >= 0) close(opened);
    else reason = errno; /* sscanf sets it to 0 */
  }
  if (maps != NULL) fclose(maps);
  errno = reason;
  /* The slot of this plugin and the words. */
  return found < 2 ? 1000 : done;
}

/* Of what the system may refuse, once. */
static void attempt(Misbehaves* self, int what) {
  long done = -1;
  errno = 0;
  if (what == asks_for_5_gb) {
    const size_t bytes = 5ull << 30;
    void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
      munmap(memory, bytes);
      done = 0;
    }
  } else if (what == forks) {
    done = fork();
    if (done == 0) _exit(0);
  } else if (what == opens_socket) {
    done = socket(AF_INET, SOCK_DGRAM, 0);
    if (done >= 0) close((int)done);
  } else if (what == writes_file) {
    done = open(self->file, O_WRONLY | O_CREAT, 0600);
    if (done >= 0) close((int)done);
  } else if (what == shortens_file) {
    const int file = memfd_create("shortened", 0);
    done = file < 0 ? -1 : ftruncate(file, 0);
    const int reason = errno;
    if (file >= 0) close(file);
    errno = reason;
  } else if (what == schedules_others) {
    self->succeeded += (float)schedule_parent() - 1.0f;
    done = 0;
    self->error = (float)errno;
  } else if (what == owns_descriptor) {
    int ends[2];
    if (pipe(ends) != 0) return;
    done = fcntl(ends[0], F_SETOWN, getppid());
    const int reason = errno;
    close(ends[0]);
    close(ends[1]);
    errno = reason;
  } else if (what == makes_hole) {
    const int file = memfd_create("hole", 0);
    done = file < 0 ? -1 : fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096);
    int reason = errno;
    if (file >= 0) close(file);
    void* memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (madvise(memory, 4096, MADV_REMOVE) == 0) done = 0;
    else reason = errno;
    munmap(memory, 4096);
    errno = reason;
  } else if (what == prints_fault) {
    printf("{\"event\":\"fault\",\"place\":\"input-2-insert1\",\"kind\":\"crash\",\"detail\":\"printed\"}\n");
    done = fflush(stdout);
  } else if (what == opens_slots) {
    char folder[4200];
    snprintf(folder, sizeof folder, "%s/../../inserts", self->file);
    self->succeeded += (float)(open_files(folder, "") + open_files("/dev/shm", "rowdesk-")) - 1.0f;
    done = 0;
    self->error = (float)errno;
  } else if (what == writes_heads) {
    self->succeeded += (float)write_heads() - 1.0f;
    done = 0;
    self->error = (float)errno;
  } else if (what == spoils_slot) {
    done = spoil_slots() > 0 ? 0 : -1;
  } else if (what == reads_commands) {
    char command[64];
    done = read(STDIN_FILENO, command, sizeof command) == 0 ? 0 : -1;
  }
  if (done >= 0) {
    self->succeeded += 1.0f;
  } else {
    self->error = (float)errno;
  }
}

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Misbehaves* self = handle;
  const int wanted = (int)*self->ports[mode];
  memmove(self->ports[out], self->ports[in], frames * sizeof(float));
  volatile int zero = 0;
  switch (wanted) {
    case crashes: *(volatile int*)(intptr_t)zero = 1; break;
    case hangs: for (;;) zero = 0;
    case not_finite: self->ports[out][frames / 2] = NAN; break;
    case takes_3_ms: for (const double end = now_s() + 0.003; now_s() < end;) zero = 0; break;
    case exits: exit(0);
    case divides: raise(SIGFPE); break; /* not every processor traps on a division by 0 */
    case aborts: abort();
    case rounds_down:
#if defined(__x86_64__)
      _mm_setcsr((_mm_getcsr() & ~_MM_ROUND_MASK) | _MM_ROUND_DOWN);
#endif
      break;
    case sleeps: usleep(60000000); break;
    case takes_100_ms:
      if (wanted != self->last) {
        fputs("takes 100 ms\n", stderr);
        for (int n = 0; n < 10; ++n) usleep(10000);
      }
      break;
    case well: break;
    default: if (wanted != self->last) attempt(self, wanted);
  }
  self->last = wanted;
  *self->ports[succeeded] = self->succeeded;
  *self->ports[error] = self->error;
}

static const LV2_Descriptor descriptor = {
    TEST_URI "misbehaves", instantiate, connect_port, NULL, run, NULL, free, NULL,
};
TEST_DESCRIPTOR(descriptor)
