// A sound card for tests, as a plugin of alsa-lib (its "ioplug"): clock, cable from the outputs to the inputs, and faults on
// demand. Source of the interface: alsa/pcm_ioplug.h. What a kernel driver would do is from the kernel's documentation
// ("Writing an ALSA Driver") and from how alsa-lib's hw plugin behaves.
//
// Frames move when a callback of either direction asks where the card is: all streams of the card in this process move to
// the same card time, playback first, so that a frame that was played at card time t can be captured at t.
#include "card.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PATH = 4096 };

struct Stream;

/// The card in this process: shared by its streams, in the list while one is open.
struct Card {
  struct Card* next;
  int streams_open;
  char path[MOST_PATH];
  const struct Control* written;
  /// The last whole record.
  struct Control control;
  struct State* state;
  int32_t* played;
  const float* feed;
  size_t feed_bytes;
  int64_t feed_frames;
  double feeds_seen;
  struct Stream* streams[DIRECTIONS];
};

struct Stream {
  snd_pcm_ioplug_t io;
  struct Card* card;
  int direction;
  /// Holds this direction of the card against other programs.
  int hold_file;
  int timer, notices;
  /// The time for which the timer is set; 0: it has run out, -1: it is off.
  double armed_ns;
  double unplugs_at_open, xruns_seen;
  int is_running, is_gone;
  /// Card times in frames: of the start, and up to where frames have moved.
  int64_t started, moved;
  int64_t avail_min, stop_threshold;
};

static pthread_mutex_t cards_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct Card* cards;

// ---- time

static double system_ns(const struct Control* control) {
  if (control->simulated_ns >= 0) return control->simulated_ns;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

/// A step of simulated time that ends on a frame counts as that frame: a double's rounding is far below this.
static const double frame_slack = 1e-6;

static int64_t frame_now(const struct Control* control, unsigned rate) {
  const double card_ns = control->card_base_ns + (system_ns(control) - control->base_ns) * (1 + control->ppm * 1e-6);
  return (int64_t)floor(card_ns * rate / 1e9 + frame_slack);
}

static double ns_of_frame(const struct Control* control, unsigned rate, int64_t frame) {
  return control->base_ns + (frame * 1e9 / rate - control->card_base_ns) / (1 + control->ppm * 1e-6);
}

// ---- sharing

static void lock_state(struct Card* card) {
  if (pthread_mutex_lock(&card->state->mutex) == EOWNERDEAD) pthread_mutex_consistent(&card->state->mutex);
}

static void unlock_state(struct Card* card) { pthread_mutex_unlock(&card->state->mutex); }

static void* map_file(const char* path, const char* suffix, int is_written, size_t* bytes) {
  char name[MOST_PATH + 16];
  snprintf(name, sizeof name, "%s.%s", path, suffix);
  const int file = open(name, (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0) return NULL;
  const off_t end = lseek(file, 0, SEEK_END);
  *bytes = (size_t)end;
  void* place =
      end <= 0 ? MAP_FAILED : mmap(NULL, *bytes, PROT_READ | (is_written ? PROT_WRITE : 0), MAP_SHARED, file, 0);
  close(file);
  return place == MAP_FAILED ? NULL : place;
}

/// Takes the last whole record of the test's orders.
static void read_control(struct Card* card) {
  for (int tries = 0; tries < 1000; tries++) {
    struct Control control;
    uint64_t words[sizeof control / sizeof(uint64_t)], check = 0;
    memcpy(&control, (const void*)card->written, sizeof control);
    memcpy(words, &control, sizeof control);
    for (size_t n = 0; n + 1 < sizeof words / sizeof *words; n++) check ^= words[n];
    if (check != control.check) continue;
    card->control = control;
    return;
  }
}

static void read_feed(struct Card* card) {
  if (card->feeds_seen == card->control.feeds) return;
  if (card->feed != NULL) munmap((void*)card->feed, card->feed_bytes);
  card->feed = map_file(card->path, "feed", 0, &card->feed_bytes);
  const size_t frame = (size_t)card->control.inputs * sizeof(float);
  card->feed_frames = card->feed == NULL || frame == 0 ? 0 : (int64_t)(card->feed_bytes / frame);
  card->feeds_seen = card->control.feeds;
}

/// In a process that was killed the mutex stays locked, and its next owner repairs it.
static int make_mutex(struct State* state) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  const int error = pthread_mutex_init(&state->mutex, &kind);
  pthread_mutexattr_destroy(&kind);
  state->is_mutex_made = error == 0;
  return -error;
}

static void free_card(struct Card* card) {
  if (card->feed != NULL) munmap((void*)card->feed, card->feed_bytes);
  const size_t ring = (size_t)card->control.ring_frames * (size_t)card->control.outputs * sizeof(int32_t);
  if (card->played != NULL) munmap(card->played, ring);
  if (card->state != NULL) munmap(card->state, sizeof *card->state);
  if (card->written != NULL) munmap((void*)card->written, sizeof *card->written);
  free(card);
}

/// The card of these files, from the list or new. NULL: its folder is gone.
static struct Card* take_card(const char* path) {
  for (struct Card* card = cards; card != NULL; card = card->next)
    if (strcmp(card->path, path) == 0) return card;
  struct Card* card = calloc(1, sizeof *card);
  if (card == NULL) return NULL;
  size_t control_bytes = 0, state_bytes = 0, played_bytes = 0;
  snprintf(card->path, sizeof card->path, "%s", path);
  card->written = map_file(path, "control", 0, &control_bytes);
  card->state = map_file(path, "state", 1, &state_bytes);
  if (card->written == NULL || card->state == NULL || control_bytes < sizeof *card->written ||
      state_bytes < sizeof *card->state) {
    free_card(card);
    return NULL;
  }
  read_control(card);
  if (card->control.outputs > 0) card->played = map_file(path, "played", 1, &played_bytes);
  if ((card->control.outputs > 0 && card->played == NULL) || (!card->state->is_mutex_made && make_mutex(card->state))) {
    free_card(card);
    return NULL;
  }
  card->next = cards;
  cards = card;
  return card;
}

static void give_back(struct Card* card) {
  if (card->streams_open > 0) return;
  for (struct Card** place = &cards; *place != NULL; place = &(*place)->next) {
    if (*place != card) continue;
    *place = card->next;
    break;
  }
  free_card(card);
}

// ---- samples

static int32_t from_float(float value) {
  const double scaled = (double)value * 2147483648.0;
  return scaled >= 2147483647.0 ? INT32_MAX : scaled <= -2147483648.0 ? INT32_MIN : (int32_t)lrint(scaled);
}

static int32_t sample_of(const unsigned char* place, snd_pcm_format_t format) {
  int32_t wide;
  int16_t narrow;
  float real;
  switch (format) {
    case SND_PCM_FORMAT_S16_LE:
      memcpy(&narrow, place, sizeof narrow);
      return (int32_t)((uint32_t)(uint16_t)narrow << 16);
    case SND_PCM_FORMAT_S24_3LE:
      return (int32_t)((uint32_t)place[0] << 8 | (uint32_t)place[1] << 16 | (uint32_t)place[2] << 24);
    case SND_PCM_FORMAT_FLOAT_LE:
      memcpy(&real, place, sizeof real);
      return from_float(real);
    default:
      memcpy(&wide, place, sizeof wide);
      return wide;
  }
}

static void put_sample(unsigned char* place, snd_pcm_format_t format, int32_t sample) {
  const int16_t narrow = (int16_t)(sample >> 16);
  const float real = (float)(sample / 2147483648.0);
  switch (format) {
    case SND_PCM_FORMAT_S16_LE:
      memcpy(place, &narrow, sizeof narrow);
      return;
    case SND_PCM_FORMAT_S24_3LE:
      for (int n = 0; n < 3; n++) place[n] = (unsigned char)((uint32_t)sample >> (8 + 8 * n));
      return;
    case SND_PCM_FORMAT_FLOAT_LE:
      memcpy(place, &real, sizeof real);
      return;
    default:
      memcpy(place, &sample, sizeof sample);
  }
}

static unsigned char* place_of(const snd_pcm_channel_area_t* area, int64_t frame) {
  return (unsigned char*)area->addr + (area->first + area->step * frame) / 8;
}

// ---- the card runs

static int64_t position(const struct Stream* stream) { return stream->moved - stream->started; }

/// Frames that the program may write or read.
static int64_t available(const struct Stream* stream) {
  const int64_t unread = position(stream) - (int64_t)stream->io.appl_ptr;
  return stream->direction == PLAYBACK ? unread + (int64_t)stream->io.buffer_size : unread;
}

static void play(struct Stream* stream, int64_t end) {
  struct Card* card = stream->card;
  struct State* state = card->state;
  const int64_t ring = (int64_t)card->control.ring_frames, size = (int64_t)stream->io.buffer_size;
  const unsigned channels = stream->io.channels;
  const snd_pcm_channel_area_t* areas = snd_pcm_ioplug_mmap_areas(&stream->io);
  const int64_t written_to = stream->started + (int64_t)stream->io.appl_ptr;
  const int is_draining = stream->io.state == SND_PCM_STATE_DRAINING;
  for (int64_t frame = stream->moved; frame < end; frame++) {
    int32_t* to = card->played + frame % ring * channels;
    const int is_silent = areas == NULL || (is_draining && frame >= written_to);
    for (unsigned c = 0; c < channels; c++)
      to[c] = is_silent ? 0 : sample_of(place_of(&areas[c], (frame - stream->started) % size), stream->io.format);
  }
  if (!is_draining && end > written_to)
    state->figures[PLAYBACK].missed_frames += end - (written_to > stream->moved ? written_to : stream->moved);
  state->played_to = end;
}

static void capture(struct Stream* stream, int64_t end) {
  struct Card* card = stream->card;
  const struct State* state = card->state;
  const int64_t ring = (int64_t)card->control.ring_frames, size = (int64_t)stream->io.buffer_size;
  const unsigned channels = stream->io.channels, outputs = (unsigned)card->control.outputs;
  const snd_pcm_channel_area_t* areas = snd_pcm_ioplug_mmap_areas(&stream->io);
  for (int64_t frame = stream->moved; areas != NULL && frame < end; frame++) {
    const int64_t from = frame - (int64_t)card->control.cable_frames;
    const int is_there = state->played_rate == stream->io.rate && from >= state->played_from &&
                         from >= state->played_to - ring && from < state->played_to;
    const int32_t* cable = is_there ? card->played + from % ring * outputs : NULL;
    const float* feed = card->feed_frames > 0 ? card->feed + frame % card->feed_frames * channels : NULL;
    for (unsigned c = 0; c < channels; c++) {
      int64_t sample = cable != NULL && c < outputs ? cable[c] : 0;
      if (feed != NULL) sample += from_float(feed[c]);
      sample = sample > INT32_MAX ? INT32_MAX : sample < INT32_MIN ? INT32_MIN : sample;
      put_sample(place_of(&areas[c], (frame - stream->started) % size), stream->io.format, (int32_t)sample);
    }
  }
  const int64_t room_to = stream->started + (int64_t)stream->io.appl_ptr + size;
  if (end > room_to)
    card->state->figures[CAPTURE].missed_frames += end - (room_to > stream->moved ? room_to : stream->moved);
}

/// The card time at which the stream stops by itself, since the program does not keep up; INT64_MAX: at none.
static int64_t stops_at(const struct Stream* stream) {
  const int64_t size = (int64_t)stream->io.buffer_size, appl = (int64_t)stream->io.appl_ptr;
  if (stream->stop_threshold > size || stream->io.state == SND_PCM_STATE_DRAINING) return INT64_MAX;
  return stream->started + appl + stream->stop_threshold - (stream->direction == PLAYBACK ? size : 0);
}

static void stop_with(struct Stream* stream, snd_pcm_state_t state) {
  struct Figures* figures = &stream->card->state->figures[stream->direction];
  const int is_xrun = state == SND_PCM_STATE_XRUN;
  figures->doing = is_xrun ? XRUN : DISCONNECTED;
  figures->xruns += is_xrun;
  stream->is_running = 0;
  stream->is_gone = !is_xrun;
  snd_pcm_ioplug_set_state(&stream->io, state);
}

static void move(struct Stream* stream, int64_t end) {
  struct Figures* figures = &stream->card->state->figures[stream->direction];
  const int64_t stop = stops_at(stream), period = (int64_t)stream->io.period_size;
  const int64_t to = end < stop ? end : stop > stream->moved ? stop : stream->moved;
  const int64_t periods = position(stream) / period;
  (stream->direction == PLAYBACK ? play : capture)(stream, to);
  figures->frames += to - stream->moved;
  stream->moved = to;
  figures->periods += position(stream) / period - periods;
  if (end >= stop) stop_with(stream, SND_PCM_STATE_XRUN);
}

/// Brings all streams of the card in this process to now. Called with the state locked.
static void run_card(struct Card* card) {
  read_control(card);
  read_feed(card);
  const struct Control* control = &card->control;
  int64_t from = INT64_MAX, now = 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    struct Stream* stream = card->streams[d];
    if (stream == NULL) continue;
    if (control->unplugs != stream->unplugs_at_open && !stream->is_gone)
      stop_with(stream, SND_PCM_STATE_DISCONNECTED);
    if (control->xruns != stream->xruns_seen && stream->is_running) stop_with(stream, SND_PCM_STATE_XRUN);
    stream->xruns_seen = control->xruns;
    if (!stream->is_running) continue;
    now = frame_now(control, stream->io.rate);
    if (stream->moved < from) from = stream->moved;
  }
  // In parts, so that what was played is captured before the ring's next lap.
  const int64_t part = (int64_t)control->ring_frames / 4;
  for (int64_t end = from; from != INT64_MAX && end < now;) {
    end = end + part < now ? end + part : now;
    for (int d = 0; d < DIRECTIONS; d++) {
      struct Stream* stream = card->streams[d];
      if (stream != NULL && stream->is_running && stream->moved < end) move(stream, end);
    }
  }
}

// ---- waking

static int is_ready(const struct Stream* stream) {
  if (stream->io.state == SND_PCM_STATE_DRAINING) return available(stream) >= (int64_t)stream->io.buffer_size;
  const int may_wait = stream->is_running || stream->io.state == SND_PCM_STATE_PREPARED;
  return !may_wait || available(stream) >= stream->avail_min;
}

/// Sets the timer for when the program has something to do: at once, or at the end of a period, as an interrupt would.
static void arm(struct Stream* stream) {
  const struct Control* control = &stream->card->control;
  const int64_t period = (int64_t)stream->io.period_size;
  double ns = 0;
  if (!is_ready(stream)) {
    const int is_draining = stream->io.state == SND_PCM_STATE_DRAINING;
    const int64_t wanted = is_draining ? (int64_t)stream->io.buffer_size : stream->avail_min;
    const int64_t frame = position(stream) + wanted - available(stream);
    const int64_t boundary = (frame + period - 1) / period * period;
    // Simulated time wakes by the test's writing.
    const int has_time = stream->is_running && control->simulated_ns < 0;
    ns = has_time ? ceil(ns_of_frame(control, stream->io.rate, stream->started + boundary)) + 1 : -1;
  }
  if (ns == stream->armed_ns) return;
  stream->armed_ns = ns;
  const double at = ns == 0 ? 1 : ns < 0 ? 0 : ns;
  const struct itimerspec timer = {{0, 0}, {(time_t)(at / 1e9), (long)fmod(at, 1e9)}};
  timerfd_settime(stream->timer, TFD_TIMER_ABSTIME, &timer, NULL);
}

static int card_poll(snd_pcm_ioplug_t* io, struct pollfd* polled, unsigned count, unsigned short* events) {
  struct Stream* stream = io->private_data;
  const unsigned short ready = stream->direction == PLAYBACK ? POLLOUT : POLLIN;
  char notices[512];
  (void)polled;
  (void)count;
  while (read(stream->notices, notices, sizeof notices) > 0) continue;
  lock_state(stream->card);
  run_card(stream->card);
  arm(stream);
  const int may_wait = stream->is_running || io->state == SND_PCM_STATE_PREPARED || io->state == SND_PCM_STATE_DRAINING;
  if (stream->is_gone) {
    *events = POLLERR | POLLNVAL;
  } else if (!may_wait) {
    *events = ready | POLLERR;
  } else {
    *events = is_ready(stream) ? ready : 0;
    if (*events == 0) stream->card->state->figures[stream->direction].settled_ns = stream->card->control.simulated_ns;
  }
  unlock_state(stream->card);
  return 0;
}

// ---- the other callbacks

/// A card that is gone keeps its position, and alsa-lib its state: a negative answer would be an xrun to alsa-lib.
static snd_pcm_sframes_t card_pointer(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  lock_state(stream->card);
  run_card(stream->card);
  const snd_pcm_sframes_t at = io->state == SND_PCM_STATE_XRUN ? -EPIPE : (snd_pcm_sframes_t)position(stream);
  unlock_state(stream->card);
  return at;
}

/// A commit: what comes too late meets a stream that has stopped.
static snd_pcm_sframes_t card_transfer(snd_pcm_ioplug_t* io, const snd_pcm_channel_area_t* areas,
                                       snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  (void)areas;
  (void)offset;
  if (io->stream == SND_PCM_STREAM_CAPTURE) return (snd_pcm_sframes_t)size;
  card_pointer(io);
  const struct Stream* stream = io->private_data;
  if (stream->is_gone) return -ENODEV;
  return io->state == SND_PCM_STATE_XRUN ? -EPIPE : (snd_pcm_sframes_t)size;
}

/// Silence from where the last frames were played to where the next ones will be.
static void clear_played(struct Card* card, int64_t from) {
  struct State* state = card->state;
  const int64_t ring = (int64_t)card->control.ring_frames, outputs = (int64_t)card->control.outputs;
  const int64_t rate = card->streams[PLAYBACK]->io.rate;
  if (state->played_rate != rate || from < state->played_to || from - state->played_to >= ring) {
    state->played_from = state->played_to = from;
    state->played_rate = rate;
  }
  for (int64_t frame = state->played_to; frame < from; frame++)
    memset(card->played + frame % ring * outputs, 0, (size_t)outputs * sizeof(int32_t));
  state->played_to = from;
}

static int card_start(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  struct Card* card = stream->card;
  const struct Stream* other = card->streams[1 - stream->direction];
  struct Figures* figures = &card->state->figures[stream->direction];
  lock_state(card);
  run_card(card);
  if (!stream->is_gone) {
    const int64_t now = frame_now(&card->control, io->rate);
    const int is_joint =
        other != NULL && other->is_running && now - other->started < (int64_t)other->io.period_size;
    stream->started = stream->moved = is_joint ? other->started : now;
    if (stream->direction == PLAYBACK) clear_played(card, stream->started);
    stream->is_running = 1;
    figures->doing = RUNNING;
    figures->starts++;
    figures->start_frame = stream->started;
    figures->settled_ns = -1;
    arm(stream);
  }
  const int error = stream->is_gone ? -ENODEV : 0;
  unlock_state(card);
  return error;
}

static int card_stop(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  lock_state(stream->card);
  run_card(stream->card);
  stream->is_running = 0;
  if (!stream->is_gone) stream->card->state->figures[stream->direction].doing = OPEN;
  unlock_state(stream->card);
  return 0;
}

static int card_prepare(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  lock_state(stream->card);
  run_card(stream->card);
  stream->is_running = 0;
  stream->started = stream->moved = 0;
  if (!stream->is_gone) {
    stream->card->state->figures[stream->direction].doing = OPEN;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_PREPARED);
    arm(stream);
  }
  const int error = stream->is_gone ? -ENODEV : 0;
  unlock_state(stream->card);
  return error;
}

/// Another program, or the other direction, has chosen another rate; 0: none has.
static int64_t rate_of_other(const struct Stream* stream) {
  const struct Figures* figures = &stream->card->state->figures[1 - stream->direction];
  return figures->doing == CLOSED || (figures->process_id != getpid() && kill((pid_t)figures->process_id, 0) != 0)
             ? 0
             : figures->rate;
}

static int card_hw_params(snd_pcm_ioplug_t* io, snd_pcm_hw_params_t* params) {
  struct Stream* stream = io->private_data;
  const struct Control* control = &stream->card->control;
  struct Figures* figures = &stream->card->state->figures[stream->direction];
  (void)params;
  lock_state(stream->card);
  run_card(stream->card);
  const int64_t other = rate_of_other(stream);
  const int is_wrong = io->period_size < control->least_period || io->period_size > control->most_period ||
                       (other != 0 && other != io->rate);
  const int error = stream->is_gone ? -ENODEV : is_wrong ? -EINVAL : 0;
  if (error == 0) {
    figures->rate = io->rate;
    figures->period_frames = (int64_t)io->period_size;
    figures->buffer_frames = (int64_t)io->buffer_size;
    figures->format = io->format;
    stream->avail_min = (int64_t)io->period_size;
    stream->stop_threshold = (int64_t)io->buffer_size;
  }
  unlock_state(stream->card);
  return error;
}

static int card_hw_free(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  lock_state(stream->card);
  stream->is_running = 0;
  stream->card->state->figures[stream->direction].rate = 0;
  unlock_state(stream->card);
  return 0;
}

static int card_sw_params(snd_pcm_ioplug_t* io, snd_pcm_sw_params_t* params) {
  struct Stream* stream = io->private_data;
  snd_pcm_uframes_t avail_min = 0, stop_threshold = 0;
  snd_pcm_sw_params_get_avail_min(params, &avail_min);
  snd_pcm_sw_params_get_stop_threshold(params, &stop_threshold);
  lock_state(stream->card);
  stream->avail_min = (int64_t)avail_min;
  stream->stop_threshold = (int64_t)stop_threshold;
  unlock_state(stream->card);
  return 0;
}

static int card_close(snd_pcm_ioplug_t* io) {
  struct Stream* stream = io->private_data;
  struct Card* card = stream->card;
  pthread_mutex_lock(&cards_mutex);
  lock_state(card);
  card->streams[stream->direction] = NULL;
  card->state->figures[stream->direction].doing = CLOSED;
  card->state->figures[stream->direction].rate = 0;
  unlock_state(card);
  close(io->poll_fd);
  close(stream->timer);
  close(stream->notices);
  close(stream->hold_file);
  card->streams_open--;
  give_back(card);
  pthread_mutex_unlock(&cards_mutex);
  free(stream);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {.start = card_start,
                                                    .stop = card_stop,
                                                    .pointer = card_pointer,
                                                    .transfer = card_transfer,
                                                    .close = card_close,
                                                    .hw_params = card_hw_params,
                                                    .hw_free = card_hw_free,
                                                    .sw_params = card_sw_params,
                                                    .prepare = card_prepare,
                                                    .poll_revents = card_poll};

// ---- opening

static unsigned counted(const double* values, unsigned most, unsigned* list) {
  unsigned count = 0;
  for (; count < most && values[count] > 0; count++) list[count] = (unsigned)values[count];
  return count;
}

static int constrain(struct Stream* stream) {
  static const unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_MMAP_NONINTERLEAVED,
                                      SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_RW_NONINTERLEAVED};
  const struct Control* control = &stream->card->control;
  snd_pcm_ioplug_t* io = &stream->io;
  unsigned rates[MOST_RATES], formats[MOST_FORMATS], rates_count = counted(control->rates, MOST_RATES, rates);
  const unsigned formats_count = counted(control->formats, MOST_FORMATS, formats);
  const unsigned channels = (unsigned)(stream->direction == PLAYBACK ? control->outputs : control->inputs);
  unsigned least = UINT32_MAX, most = 0;
  for (unsigned n = 0; n < formats_count; n++) {
    const unsigned frame = channels * (unsigned)snd_pcm_format_physical_width((snd_pcm_format_t)formats[n]) / 8;
    least = frame < least ? frame : least;
    most = frame > most ? frame : most;
  }
  const int64_t other = rate_of_other(stream);
  if (other != 0) {
    rates[0] = (unsigned)other;
    rates_count = 1;
  }
  const struct {
    int parameter;
    unsigned least, most;
  } ranges[] = {
      {SND_PCM_IOPLUG_HW_CHANNELS, channels, channels},
      {SND_PCM_IOPLUG_HW_PERIOD_BYTES, (unsigned)control->least_period * least, (unsigned)control->most_period * most},
      {SND_PCM_IOPLUG_HW_PERIODS, (unsigned)control->least_periods, (unsigned)control->most_periods}};
  int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 4, accesses);
  if (error == 0) error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, formats_count, formats);
  if (error == 0) error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, rates_count, rates);
  for (unsigned n = 0; error == 0 && n < 3; n++)
    error = snd_pcm_ioplug_set_param_minmax(io, ranges[n].parameter, ranges[n].least, ranges[n].most);
  return error;
}

/// One program at a time has a direction of a card, until it closes it or dies.
static int take_direction(struct Stream* stream) {
  char name[MOST_PATH + 16];
  snprintf(name, sizeof name, "%s.%s", stream->card->path, stream->direction == PLAYBACK ? "outputs" : "inputs");
  stream->hold_file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (stream->hold_file < 0) return -ENODEV;
  return flock(stream->hold_file, LOCK_EX | LOCK_NB) == 0 ? 0 : -EBUSY;
}

/// Wakes poll by the timer, and whenever the test writes NAME.control.
static int make_wakings(struct Stream* stream) {
  char name[MOST_PATH + 16];
  struct epoll_event readable = {.events = EPOLLIN};
  snprintf(name, sizeof name, "%s.control", stream->card->path);
  stream->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  stream->notices = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  stream->io.poll_fd = epoll_create1(EPOLL_CLOEXEC);
  const int is_whole = stream->timer >= 0 && stream->notices >= 0 && stream->io.poll_fd >= 0 &&
                       inotify_add_watch(stream->notices, name, IN_MODIFY) >= 0 &&
                       epoll_ctl(stream->io.poll_fd, EPOLL_CTL_ADD, stream->timer, &readable) == 0 &&
                       epoll_ctl(stream->io.poll_fd, EPOLL_CTL_ADD, stream->notices, &readable) == 0;
  return is_whole ? 0 : -errno;
}

static int refusal(const struct Card* card, int direction) {
  if (!card->control.is_plugged) return -ENODEV;
  if ((direction == PLAYBACK ? card->control.outputs : card->control.inputs) == 0) return -ENOENT;
  return card->control.is_held ? -EBUSY : 0;
}

static int open_stream(struct Stream* stream, const char* name, int mode) {
  struct Card* card = stream->card;
  struct Figures* figures = &card->state->figures[stream->direction];
  read_control(card);
  int error = refusal(card, stream->direction);
  if (error == 0) error = take_direction(stream);
  if (error == 0) error = make_wakings(stream);
  if (error == 0)
    error = snd_pcm_ioplug_create(
        &stream->io, name, stream->direction == PLAYBACK ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE, mode);
  if (error < 0) return error;
  lock_state(card);
  stream->unplugs_at_open = card->control.unplugs;
  stream->xruns_seen = card->control.xruns;
  stream->armed_ns = -1;
  card->streams[stream->direction] = stream;
  card->streams_open++;
  figures->process_id = getpid();
  figures->doing = OPEN;
  figures->opens++;
  figures->settled_ns = -1;
  unlock_state(card);
  return 0;
}

static int open_card(struct Stream** opened, const char* path, const char* name, snd_pcm_stream_t direction, int mode) {
  struct Stream* stream = calloc(1, sizeof *stream);
  if (stream == NULL) return -ENOMEM;
  stream->card = take_card(path);
  if (stream->card == NULL) {
    free(stream);
    return -ENODEV;
  }
  stream->direction = direction == SND_PCM_STREAM_PLAYBACK ? PLAYBACK : CAPTURE;
  stream->hold_file = stream->timer = stream->notices = -1;
  stream->io = (snd_pcm_ioplug_t){.version = SND_PCM_IOPLUG_VERSION,
                                  .name = "faked card",
                                  .flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA,
                                  .poll_fd = -1,
                                  .poll_events = POLLIN,
                                  .mmap_rw = 1,
                                  .callback = &callbacks,
                                  .private_data = stream};
  const int error = open_stream(stream, name, mode);
  if (error == 0) {
    *opened = stream;
    return 0;
  }
  const int files[] = {stream->hold_file, stream->timer, stream->notices, stream->io.poll_fd};
  for (unsigned n = 0; n < 4; n++)
    if (files[n] >= 0) close(files[n]);
  give_back(stream->card);
  free(stream);
  return error;
}

SND_PCM_PLUGIN_DEFINE_FUNC(faked) {
  snd_config_t* files = NULL;
  const char* path = NULL;
  (void)root;
  if (snd_config_search(conf, "files", &files) < 0 || snd_config_get_string(files, &path) < 0) return -EINVAL;
  pthread_mutex_lock(&cards_mutex);
  struct Stream* opened = NULL;
  int error = open_card(&opened, path, name, stream, mode);
  pthread_mutex_unlock(&cards_mutex);
  if (error < 0) return error;
  error = constrain(opened);
  *pcmp = opened->io.pcm;
  if (error < 0) snd_pcm_ioplug_delete(&opened->io);
  return error;
}
SND_PCM_PLUGIN_SYMBOL(faked);
