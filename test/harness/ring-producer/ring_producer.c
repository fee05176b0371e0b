/* The mixer's end of the record ring, for tests of its readers: makes the ring as rowdesk/record_ring.h says, and fills it
 * with a known signal. Written from that header alone.
 *
 *   ring_producer RUNTIME_FOLDER
 *
 * Commands are lines on stdin; each is answered by a line on stdout: `ok WRITTEN CLOCK EPOCH`, or `error TEXT`.
 *
 *   ring RATE ROLE:PATH:CHANNELS...   makes a ring, and ends the one before; ROLE is track or programme
 *   write FRAMES BLOCK                writes at once, in blocks; beyond the ring's capacity a reader loses frames
 *   run FACTOR BLOCK                  writes from now on, FACTOR times as fast as the rate; half a second late, it skips
 *                                     frames as an xrun does
 *   pause                             ends `run`
 *   lose FRAMES                       an xrun: the clock goes on, a gap of kind LOST stands in the ring
 *   silence FRAMES BLOCK              silence without a clock, with its gap of kind SILENT, which grows by each block
 *   skip FRAMES                       the clock goes on, and no gap tells of it (a change of rings or of processes)
 *   state                             nothing
 *   end                               ends the ring in order: has_ended, and no file behind the link
 *
 * The end of stdin ends the ring and the program in order. Killed, it leaves file and link, as a killed mixer does.
 *
 * The sample of channel c at clock frame k is ((k * 10368889 + c * 7700417) mod 2^24 - 2^23) / 2^23: exact in float and in
 * 24-bit integers, and any 2^24 frames in succession differ. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include <rowdesk/audio.h>
#include <rowdesk/record_ring.h>

static const char* folder;
static rd_record_ring* ring;
static float* samples;
static char file_name[64];
static uint64_t clock_frame; /* the k of the signal, over all rings */
static uint64_t run_from_ns, run_from_frame;
static double run_factor;
static uint32_t run_block;

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int link_path(char* into, size_t size, const char* name) {
  return snprintf(into, size, "%s/%s", folder, name) < (int)size ? 0 : -1;
}

static void end_ring(void) {
  if (ring == NULL) return;
  __atomic_store_n(&ring->has_ended, 1, __ATOMIC_RELEASE);
  munmap(ring, ring->bytes);
  unlink(file_name);
  ring = NULL;
  run_factor = 0;
}

static void end_all(void) {
  char path[4096];
  if (ring != NULL && link_path(path, sizeof path, RD_RECORD_RING_LINK) == 0) unlink(path);
  end_ring();
}

/* Returns NULL, or the reason. */
static const char* parse_tracks(rd_record_ring* header, char* words) {
  for (char* word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    char role[16], path[64];
    uint32_t channels;
    if (sscanf(word, "%15[^:]:%63[^:]:%" SCNu32, role, path, &channels) != 3 || channels < 1 || channels > 2) {
      return "a track is ROLE:PATH:CHANNELS";
    }
    if (header->tracks == RD_RECORD_MAX_TRACKS) return "too many tracks";
    rd_record_track* const track = &header->track[header->tracks++];
    strcpy(track->path, path);
    track->role = strcmp(role, "programme") == 0 ? RD_RECORD_PROGRAMME : RD_RECORD_TRACK;
    track->first_channel = header->channels;
    track->channels = channels;
    header->channels += channels;
  }
  return header->channels > 0 ? NULL : "no tracks";
}

/* Returns NULL, or the reason. */
static const char* make_ring(uint32_t rate, char* words) {
  static char reason[256];
  static rd_record_ring header;
  static uint32_t number;
  memset(&header, 0, sizeof header);
  header.version = RD_RECORD_RING_VERSION;
  header.process_id = (uint32_t)getpid();
  header.rate = rate;
  const char* const fault = parse_tracks(&header, words);
  if (fault != NULL) return fault;
  header.capacity_frames = rate * RD_RECORD_SECONDS;
  header.samples_offset = (uint32_t)((sizeof header + 4095) / 4096 * 4096);
  header.bytes = header.samples_offset + (uint64_t)header.channels * header.capacity_frames * sizeof(float);
  if (getrandom(&header.epoch, sizeof header.epoch, 0) != sizeof header.epoch) return "no random number";

  char name[64], link[4096], made[4096], stale[4096];
  snprintf(name, sizeof name, "/dev/shm/rowdesk-%u-%d-%u", (unsigned)getuid(), (int)getpid(), ++number);
  const int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return strerror(errno);
  const int failed = posix_fallocate(file, 0, (off_t)header.bytes);
  void* const memory = failed ? MAP_FAILED : mmap(NULL, header.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) {
    unlink(name);
    struct statvfs space;
    const uint64_t free_bytes = statvfs("/dev/shm", &space) == 0 ? (uint64_t)space.f_bavail * space.f_frsize : 0;
    snprintf(reason, sizeof reason, "/dev/shm needs %" PRIu64 " bytes and has %" PRIu64, header.bytes, free_bytes);
    return reason;
  }
  memcpy(memory, &header, sizeof header);
  __atomic_store_n(&((rd_record_ring*)memory)->magic, RD_RECORD_RING_MAGIC, __ATOMIC_RELEASE);

  link_path(link, sizeof link, RD_RECORD_RING_LINK);
  link_path(made, sizeof made, RD_RECORD_RING_LINK ".new");
  const ssize_t length = readlink(link, stale, sizeof stale - 1);
  unlink(made);
  if (symlink(name, made) != 0 || rename(made, link) != 0) {
    snprintf(reason, sizeof reason, "%.200s: %.40s", link, strerror(errno));
    munmap(memory, header.bytes);
    unlink(name);
    return reason;
  }
  end_ring();
  if (length > 0) { /* of a mixer that was killed */
    stale[length] = 0;
    if (strncmp(stale, "/dev/shm/rowdesk-", 17) == 0) unlink(stale);
  }
  ring = memory;
  samples = (float*)(void*)((char*)memory + header.samples_offset);
  strcpy(file_name, name);
  return NULL;
}

static float signal_at(uint64_t frame, uint32_t channel) {
  const uint32_t bits = (uint32_t)(frame * 10368889u + channel * (uint64_t)7700417u) & 0xffffffu;
  return (float)((int32_t)bits - 0x800000) / 8388608.0f;
}

static void write_block(uint32_t frames, int is_silent) {
  const uint64_t written = ring->written;
  for (uint32_t channel = 0; channel < ring->channels; ++channel) {
    float* const into = samples + (size_t)channel * ring->capacity_frames;
    for (uint32_t i = 0; i < frames; ++i) into[(written + i) % ring->capacity_frames] = is_silent ? 0.0f : signal_at(clock_frame + i, channel);
  }
  clock_frame += frames;
  __atomic_store_n(&ring->written_ns, now_ns(), __ATOMIC_RELAXED);
  __atomic_store_n(&ring->written, written + frames, __ATOMIC_RELEASE);
}

static void note_gap(uint64_t frames, uint32_t kind) {
  const uint64_t count = ring->gap_count;
  rd_record_gap* const last = &ring->gaps[(count + RD_RECORD_GAPS - 1) % RD_RECORD_GAPS];
  if (kind == RD_RECORD_GAP_SILENT && count > 0 && last->kind == kind && last->at + last->frames == ring->written) {
    __atomic_store_n(&last->frames, last->frames + frames, __ATOMIC_RELEASE);
    return;
  }
  const rd_record_gap gap = {ring->written, frames, kind, 0};
  ring->gaps[count % RD_RECORD_GAPS] = gap;
  __atomic_store_n(&ring->gap_count, count + 1, __ATOMIC_RELEASE);
}

static void write_frames(uint64_t frames, uint32_t block, int is_silent) {
  while (frames > 0) {
    const uint32_t now = frames < block ? (uint32_t)frames : block;
    if (is_silent) note_gap(now, RD_RECORD_GAP_SILENT);
    write_block(now, is_silent);
    frames -= now;
  }
}

static void lose(uint64_t frames) {
  note_gap(frames, RD_RECORD_GAP_LOST);
  clock_frame += frames;
}

static void begin_run(double factor, uint32_t block) {
  run_factor = factor;
  run_block = block;
  run_from_ns = now_ns();
  run_from_frame = clock_frame;
}

/* Writes what is due; returns how long nothing will be, in ms, -1 for ever. */
static int run_on(void) {
  if (ring == NULL || run_factor <= 0) return -1;
  const double speed = ring->rate * run_factor * 1e-9; /* frames per ns */
  const uint64_t due = run_from_frame + (uint64_t)((double)(now_ns() - run_from_ns) * speed);
  if (due > clock_frame && (double)(due - clock_frame) > ring->rate * run_factor / 2) {
    lose((due - clock_frame) / run_block * run_block);
  }
  while (due >= clock_frame + run_block) write_block(run_block, 0);
  return 1 + (int)((double)(clock_frame + run_block - due) / speed / 1e6);
}

/* Returns NULL, or the reason. */
static const char* obey(char* line) {
  uint32_t block = 0;
  uint64_t frames = 0;
  double factor = 0;
  int at = 0;
  if (sscanf(line, "ring %" SCNu32 "%n", &block, &at) == 1 && at > 0) return make_ring(block, line + at);
  if (strcmp(line, "state") == 0) return NULL;
  if (sscanf(line, "skip %" SCNu64, &frames) == 1) {
    clock_frame += frames;
    return NULL;
  }
  if (strcmp(line, "end") == 0) {
    end_all();
    return NULL;
  }
  if (ring == NULL) return "there is no ring";
  if (strcmp(line, "pause") == 0) {
    run_factor = 0;
  } else if (sscanf(line, "lose %" SCNu64, &frames) == 1) {
    lose(frames);
  } else if (sscanf(line, "write %" SCNu64 " %" SCNu32, &frames, &block) == 2 && block > 0 && block <= RD_MAX_FRAMES) {
    write_frames(frames, block, 0);
  } else if (sscanf(line, "silence %" SCNu64 " %" SCNu32, &frames, &block) == 2 && block > 0 && block <= RD_MAX_FRAMES) {
    write_frames(frames, block, 1);
  } else if (sscanf(line, "run %lf %" SCNu32, &factor, &block) == 2 && factor > 0 && block > 0 && block <= RD_MAX_FRAMES) {
    begin_run(factor, block);
  } else {
    return "no such command";
  }
  return NULL;
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  folder = arguments[1];
  static char line[1 << 16];
  size_t length = 0;
  for (;;) {
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    if (poll(&in, 1, run_on()) <= 0) continue;
    const ssize_t got = read(STDIN_FILENO, line + length, sizeof line - 1 - length);
    if (got <= 0) break;
    length += (size_t)got;
    for (char* end; (end = memchr(line, '\n', length)) != NULL;) {
      *end = 0;
      run_on();
      const char* const fault = obey(line);
      if (fault != NULL) printf("error %s\n", fault);
      else printf("ok %" PRIu64 " %" PRIu64 " %" PRIx64 "\n", ring ? ring->written : 0, clock_frame, ring ? ring->epoch : 0);
      fflush(stdout);
      length -= (size_t)(end + 1 - line);
      memmove(line, end + 1, length);
    }
  }
  end_all();
  return 0;
}
