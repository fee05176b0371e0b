// For tests, by LD_PRELOAD: the clock on the wall of a process and of its children is ahead of that of the machine by the ns in the
// file MOVED_CLOCK, which a test writes while they run; the stamps of packets go with it. CLOCK_MONOTONIC stays. A wait that goes by
// the wall ends early or late with a step: each is a line in MOVED_CLOCK.waits, by its name and its process.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second_ns = 1000000000;
static int64_t still;
/** In memory that all processes share. */
static volatile const int64_t* ahead_ns = &still;
static char waits[4096];

/** The next function of this name, looked for once. */
#define REAL(name)                                             \
  ({                                                           \
    static __typeof__(&name) next_##name;                      \
    if (next_##name == NULL) next_##name = find(#name, NULL);  \
    next_##name;                                               \
  })
static void* find(const char* name, const char* version) {
  void* found = version == NULL ? dlsym(RTLD_NEXT, name) : dlvsym(RTLD_NEXT, name, version);
  if (found == NULL) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  const char* path = getenv("MOVED_CLOCK");
  if (path == NULL) return;
  snprintf(waits, sizeof waits, "%s.waits", path);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void* shared = mmap(NULL, sizeof *ahead_ns, PROT_READ, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) ahead_ns = shared;
  close(file);
}

static void waits_by_the_wall(const char* how) {
  char line[256];
  const int length = snprintf(line, sizeof line, "%s %s\n", how, program_invocation_short_name);
  const int file = open(waits, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (write(file, line, (size_t)length) < 0) abort();
  close(file);
}

static int is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static struct timespec moved(struct timespec time) {
  int64_t ns = (int64_t)time.tv_sec * second_ns + time.tv_nsec + *ahead_ns;
  if (ns < 0) ns = 0;
  return (struct timespec){.tv_sec = ns / second_ns, .tv_nsec = ns % second_ns};
}

static struct timespec wall(void) {
  struct timespec now;
  REAL(clock_gettime)(CLOCK_REALTIME, &now);
  return moved(now);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && is_wall(clock)) *now = moved(*now);
  return result;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  const struct timespec time = wall();
  *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* now) {
  const time_t seconds = wall().tv_sec;
  if (now != NULL) *now = seconds;
  return seconds;
}

int timespec_get(struct timespec* now, int base) {
  if (base != TIME_UTC) return REAL(timespec_get)(now, base);
  *now = wall();
  return base;
}

/** SO_TIMESTAMPNS and SO_TIMESTAMP: when the kernel had the packet. */
static void move_stamps(struct msghdr* message) {
  for (struct cmsghdr* part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != SOL_SOCKET) continue;
    if (part->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec time;
      memcpy(&time, CMSG_DATA(part), sizeof time);
      time = moved(time);
      memcpy(CMSG_DATA(part), &time, sizeof time);
    } else if (part->cmsg_type == SCM_TIMESTAMP) {
      waits_by_the_wall("SCM_TIMESTAMP, which stays as it is,");
    }
  }
}

ssize_t recvmsg(int socket, struct msghdr* message, int flags) {
  const ssize_t result = REAL(recvmsg)(socket, message, flags);
  if (result >= 0) move_stamps(message);
  return result;
}

int recvmmsg(int socket, struct mmsghdr* messages, unsigned count, int flags, struct timespec* limit) {
  const int result = REAL(recvmmsg)(socket, messages, count, flags, limit);
  for (int n = 0; n < result; ++n) move_stamps(&messages[n].msg_hdr);
  return result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* until, struct timespec* left) {
  if (is_wall(clock) && flags & TIMER_ABSTIME) waits_by_the_wall("clock_nanosleep");
  return REAL(clock_nanosleep)(clock, flags, until, left);
}

int timerfd_create(int clock, int flags) {
  if (is_wall(clock)) waits_by_the_wall("timerfd_create");
  return REAL(timerfd_create)(clock, flags);
}

int timer_create(clockid_t clock, struct sigevent* restrict event, timer_t* restrict timer) {
  if (is_wall(clock)) waits_by_the_wall("timer_create");
  return REAL(timer_create)(clock, event, timer);
}

/** Whose clock is that of its attributes: glibc keeps it in this bit (sysdeps/nptl/bits/thread-shared-types.h: __wrefs). */
static int goes_by_the_wall(const pthread_cond_t* condition) { return (condition->__data.__wrefs & 2) == 0; }

int pthread_cond_timedwait(pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex,
                           const struct timespec* restrict until) {
  static __typeof__(&pthread_cond_timedwait) next;
  // Of x86-64 and of aarch64: an older one has other conditions.
#ifdef __x86_64__
  if (next == NULL) next = find("pthread_cond_timedwait", "GLIBC_2.3.2");
#else
  if (next == NULL) next = find("pthread_cond_timedwait", NULL);
#endif
  if (goes_by_the_wall(condition)) waits_by_the_wall("pthread_cond_timedwait");
  return next(condition, mutex, until);
}

#define BY_THE_WALL(name, parameters, arguments) \
  int name parameters {                          \
    waits_by_the_wall(#name);                    \
    return REAL(name) arguments;                 \
  }
BY_THE_WALL(pthread_mutex_timedlock, (pthread_mutex_t* restrict mutex, const struct timespec* restrict until), (mutex, until))
BY_THE_WALL(pthread_rwlock_timedrdlock, (pthread_rwlock_t* restrict lock, const struct timespec* restrict until), (lock, until))
BY_THE_WALL(pthread_rwlock_timedwrlock, (pthread_rwlock_t* restrict lock, const struct timespec* restrict until), (lock, until))
BY_THE_WALL(sem_timedwait, (sem_t* restrict semaphore, const struct timespec* restrict until), (semaphore, until))

#define BY_A_CLOCK(name, parameters, arguments)  \
  int name parameters {                          \
    if (is_wall(clock)) waits_by_the_wall(#name); \
    return REAL(name) arguments;                 \
  }
BY_A_CLOCK(pthread_cond_clockwait,
           (pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex, clockid_t clock,
            const struct timespec* restrict until),
           (condition, mutex, clock, until))
BY_A_CLOCK(pthread_mutex_clocklock, (pthread_mutex_t* restrict mutex, clockid_t clock, const struct timespec* restrict until),
           (mutex, clock, until))
BY_A_CLOCK(sem_clockwait, (sem_t* restrict semaphore, clockid_t clock, const struct timespec* restrict until),
           (semaphore, clock, until))

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long words[6];
  for (int n = 0; n < 6; ++n) words[n] = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex && words[1] & FUTEX_CLOCK_REALTIME && words[3] != 0) waits_by_the_wall("futex");
  return REAL(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
