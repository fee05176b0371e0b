/* Copies its input bit by bit, and does what no plugin should when `mode` becomes another one. What the system lets it do stands in
 * `succeeded`, what the system refuses in `error` (errno). Files are named in the bundle's folder. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "plugin.h"

enum { in, out, mode, succeeded, error, port_count };
enum { well, crashes, hangs, not_finite, takes_3_ms, asks_for_5_gb, forks, opens_socket, writes_file, exits, divides, aborts, sleeps,
       shortens_file };

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
    case sleeps: usleep(60000000); break;
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
