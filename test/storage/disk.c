/* A disk that fails or is slow, laid under a process by LD_PRELOAD: of the store's files only, those whose path contains
 * $FAULTY_DISK_FILES. What is wrong with it is told in a file that both sides map, $FAULTY_DISK. Reads always succeed. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* As in faulty-disk.ts. */
struct disk {
  int32_t fail_from;  /* the first call that fails, counted from 1; 0 for none */
  int32_t fail_until; /* the last one */
  int32_t error;      /* errno; for a write 0 means that half of it is written, and the next call says ENOSPC */
  int32_t slow_ms;    /* how long a flush takes */
  int32_t calls;      /* how many there were */
  int32_t flushing;   /* how many flushes are under way */
  int32_t faults;     /* how many calls failed */
  int32_t stalls;     /* while it is 1 no write ends */
};

static volatile struct disk* disk;

__attribute__((constructor)) static void begin(void) {
  const char* name = getenv("FAULTY_DISK");
  int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void* memory = mmap(0, sizeof(struct disk), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) disk = memory;
  close(file);
}

static int is_store_path(const char* path) {
  const char* part = getenv("FAULTY_DISK_FILES");
  return part && strstr(path, part) != 0;
}

static int is_store(int file) {
  if (!disk) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_store_path(path);
}

/* -1 for a call that is to go well, else the errno that it fails with. */
static int fault(void) {
  int call = __atomic_add_fetch(&disk->calls, 1, __ATOMIC_SEQ_CST);
  if (disk->fail_from == 0 || call < disk->fail_from || call > disk->fail_until) return -1;
  __atomic_add_fetch(&disk->faults, 1, __ATOMIC_SEQ_CST);
  return disk->error;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_WITH(error) \
  do {                   \
    errno = (error);     \
    return -1;           \
  } while (0)

static void wait_for_disk(void) {
  while (disk->stalls) nanosleep(&(struct timespec){0, 5000000}, 0);
}

ssize_t write(int file, const void* bytes, size_t count) {
  if (is_store(file)) wait_for_disk();
  return REAL(write)(file, bytes, count);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at) {
  if (!is_store(file)) return REAL(pwrite64)(file, bytes, count, at);
  wait_for_disk();
  int error = fault();
  if (error > 0) FAIL_WITH(error);
  if (error < 0) return REAL(pwrite64)(file, bytes, count, at);
  /* The rest does not fit: the same call again finds that out. */
  disk->error = ENOSPC;
  disk->fail_until = disk->calls + 1;
  return REAL(pwrite64)(file, bytes, count / 2, at);
}

static int flush(int file, int (*real)(int)) {
  if (!is_store(file)) return real(file);
  __atomic_add_fetch(&disk->flushing, 1, __ATOMIC_SEQ_CST);
  /* In slices: a disk that becomes fast again is fast at once. */
  for (int waited = 0; waited < disk->slow_ms; waited += 10) nanosleep(&(struct timespec){0, 10000000}, 0);
  int error = fault();
  int result = error < 0 ? real(file) : -1;
  __atomic_add_fetch(&disk->flushing, -1, __ATOMIC_SEQ_CST);
  if (error >= 0) FAIL_WITH(error == 0 ? ENOSPC : error);
  return result;
}

int fsync(int file) { return flush(file, REAL(fsync)); }
int fdatasync(int file) { return flush(file, REAL(fdatasync)); }

int ftruncate64(int file, off64_t length) {
  int error = is_store(file) ? fault() : -1;
  if (error >= 0) FAIL_WITH(error == 0 ? ENOSPC : error);
  return REAL(ftruncate64)(file, length);
}

int open64(const char* path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if (disk && (flags & O_CREAT) && is_store_path(path) && access(path, F_OK) != 0) {
    int error = fault();
    if (error >= 0) FAIL_WITH(error == 0 ? ENOSPC : error);
  }
  return REAL(open64)(path, flags, mode);
}

int unlink(const char* path) {
  int error = disk && is_store_path(path) ? fault() : -1;
  if (error >= 0) FAIL_WITH(error == 0 ? EIO : error);
  return REAL(unlink)(path);
}
