// A sound card for tests, as a plugin of alsa-lib: 32-bit samples, a clock of CLOCK_MONOTONIC without drift, and a cable from
// its outputs to its inputs. Both directions are in one process, as PipeWire opens them.
//
//   pcm_type.loop { lib "/.../loop_card.so" }
//   pcm.card { type loop channels 18 }
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CHANNELS = 64, RING_FRAMES = 1 << 15 };
/// What the cable adds: long enough that the player has been asked for its pointer before a frame arrives.
enum { CABLE_FRAMES = 2048 };

/// What is on the cable, by the time of the card in frames.
static int32_t ring[RING_FRAMES][MOST_CHANNELS];

struct Card {
  snd_pcm_ioplug_t io;
  /// Time of the card at the start, and up to where frames have moved; 0 while it stands.
  int64_t started, moved;
};

static int64_t now_frames(unsigned rate) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * (int64_t)rate + now.tv_nsec * (int64_t)rate / 1000000000;
}

static int wake_every(snd_pcm_ioplug_t* io, snd_pcm_uframes_t frames) {
  const int64_t ns = (int64_t)frames * 1000000000 / (io->rate ? io->rate : 1);
  const struct timespec period = {ns / 1000000000, ns % 1000000000};
  const struct itimerspec timer = {period, period};
  return timerfd_settime(io->poll_fd, 0, &timer, NULL);
}

static int card_start(snd_pcm_ioplug_t* io) {
  struct Card* card = io->private_data;
  card->started = card->moved = now_frames(io->rate);
  return wake_every(io, io->period_size);
}

static int card_prepare(snd_pcm_ioplug_t* io) {
  struct Card* card = io->private_data;
  card->started = card->moved = 0;
  return 0;
}

static int card_stop(snd_pcm_ioplug_t* io) { return wake_every(io, 0); }

static int32_t* sample_at(const snd_pcm_channel_area_t* area, int64_t frame) {
  return (int32_t*)((char*)area->addr + (area->first + area->step * frame) / 8);
}

/// Moves the frames of the time since the last call between the buffer and the cable. Returns the place in the buffer.
static snd_pcm_sframes_t card_pointer(snd_pcm_ioplug_t* io) {
  struct Card* card = io->private_data;
  const int64_t now = now_frames(io->rate);
  const int64_t size = io->buffer_size;
  if (card->started == 0) return 0;
  if (now - card->moved >= size) return -EPIPE;
  const snd_pcm_channel_area_t* areas = snd_pcm_ioplug_mmap_areas(io);
  for (; card->moved < now; card->moved++) {
    const int64_t place = (card->moved - card->started) % size;
    for (unsigned c = 0; c < io->channels; c++) {
      int32_t* sample = sample_at(&areas[c], place);
      if (io->stream == SND_PCM_STREAM_PLAYBACK) {
        ring[card->moved % RING_FRAMES][c] = *sample;
      } else {
        int32_t* arrived = &ring[(card->moved - CABLE_FRAMES) % RING_FRAMES][c];
        *sample = *arrived;
        *arrived = 0;
      }
    }
  }
  return (now - card->started) % size;
}

static int card_poll(snd_pcm_ioplug_t* io, struct pollfd* polled, unsigned count, unsigned short* events) {
  uint64_t periods;
  (void)count;
  const int is_due = (polled[0].revents & POLLIN) && read(io->poll_fd, &periods, sizeof periods) > 0;
  *events = !is_due ? 0 : io->stream == SND_PCM_STREAM_PLAYBACK ? POLLOUT : POLLIN;
  return 0;
}

static int card_close(snd_pcm_ioplug_t* io) {
  close(io->poll_fd);
  free(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = card_start,
    .stop = card_stop,
    .prepare = card_prepare,
    .pointer = card_pointer,
    .poll_revents = card_poll,
    .close = card_close};

static int constrain(snd_pcm_ioplug_t* io, unsigned channels) {
  const unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
  const unsigned formats[] = {SND_PCM_FORMAT_S32_LE};
  const unsigned frame = channels * 4;
  int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
  error = error ? error : snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
  error = error ? error : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  error = error ? error : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 44100, 96000);
  error = error ? error
                : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 16 * frame, 4096 * frame);
  return error ? error : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 64);
}

SND_PCM_PLUGIN_DEFINE_FUNC(loop) {
  snd_config_t* channels_config = NULL;
  long channels = 2;
  (void)root;
  if (snd_config_search(conf, "channels", &channels_config) == 0) snd_config_get_integer(channels_config, &channels);
  if (channels < 1 || channels > MOST_CHANNELS) return -EINVAL;
  struct Card* card = calloc(1, sizeof *card);
  if (card == NULL) return -ENOMEM;
  card->io = (snd_pcm_ioplug_t){.version = SND_PCM_IOPLUG_VERSION,
                                .name = "card with a cable",
                                .poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC),
                                .poll_events = POLLIN,
                                .mmap_rw = 1,
                                .callback = &callbacks,
                                .private_data = card};
  int error = snd_pcm_ioplug_create(&card->io, name, stream, mode);
  if (error == 0 && (error = constrain(&card->io, (unsigned)channels)) < 0) snd_pcm_ioplug_delete(&card->io);
  if (error < 0) return error;
  *pcmp = card->io.pcm;
  return 0;
}
SND_PCM_PLUGIN_SYMBOL(loop);
