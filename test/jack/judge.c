/* For tests: a client of a JACK server that plays a tone on all of its outputs and records its inputs, by libjack alone.
 *
 *   judge SERVER NAME OUTPUTS INPUTS HZ DB FILE
 *
 * FILE (`-` for none) gets raw float32, 1 + INPUTS channels interleaved: the tone as it was played in the cycle, then the
 * inputs. The tone's phase goes by the server's count of frames, so that frames that this client itself has lost are a jump in
 * the first channel too. SIGUSR1 has the server run some three seconds of sound at once (its freewheel mode), in which this client
 * waits for its file. Prints `ready`; ended by SIGTERM, prints `hurried A to B`, the frames of FILE that the server has run so at
 * last, and `cycles N, woken after MEDIAN us, P99 us`: from the begin of a cycle to this client's turn in it.
 */
#include <jack/jack.h>
#include <jack/ringbuffer.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_PORTS 128
#define MOST_CYCLES 200000
#define MOST_FRAMES 8192
#define HURRIED_S 3

static jack_client_t *client;
static jack_port_t *out[MOST_PORTS], *in[MOST_PORTS];
static int outputs, inputs;
static double step, gain;
static jack_ringbuffer_t *ring;
static float woken_us[MOST_CYCLES];
static volatile int cycles, is_ending, is_hurried, is_freewheeling;
static volatile unsigned long heard_frames, until_frame;
/* Of the file. */
static volatile unsigned long written_frames, hurried_from, hurried_to;
static float tone[MOST_FRAMES], row[MOST_PORTS + 1];

static int process(jack_nframes_t frames, void *unused) {
  jack_nframes_t first = 0;
  jack_time_t begin_us = 0, next_us = 0;
  float period_us = 0;
  const float *heard[MOST_PORTS];
  (void)unused;
  jack_get_cycle_times(client, &first, &begin_us, &next_us, &period_us);
  if (cycles < MOST_CYCLES) woken_us[cycles] = (float)((double)jack_get_time() - (double)begin_us);
  cycles = cycles + 1;
  heard_frames = heard_frames + frames;
  for (jack_nframes_t i = 0; i < frames; ++i) tone[i] = (float)(gain * sin(fmod(step * (double)(first + i), 2 * M_PI)));
  for (int n = 0; n < inputs; ++n) heard[n] = jack_port_get_buffer(in[n], frames);
  for (int n = 0; n < outputs; ++n) memcpy(jack_port_get_buffer(out[n], frames), tone, frames * sizeof(float));
  if (ring == NULL) return 0;
  const size_t bytes = (size_t)(inputs + 1) * sizeof(float);
  while (is_freewheeling && jack_ringbuffer_write_space(ring) < frames * bytes) usleep(1000);
  for (jack_nframes_t i = 0; i < frames && jack_ringbuffer_write_space(ring) >= bytes; ++i) {
    row[0] = tone[i];
    for (int n = 0; n < inputs; ++n) row[n + 1] = heard[n][i];
    jack_ringbuffer_write(ring, (const char *)row, bytes);
    written_frames = written_frames + 1;
  }
  if (is_freewheeling && heard_frames <= until_frame) hurried_to = written_frames;
  return 0;
}

static void end(int signal) {
  (void)signal;
  is_ending = 1;
}

static void hurry(int signal) {
  (void)signal;
  is_hurried = 1;
}

static void freewheels(int is_begin, void *unused) {
  (void)unused;
  if (is_begin) hurried_from = written_frames;
  is_freewheeling = is_begin;
}

static int by_size(const void *one, const void *other) {
  const float a = *(const float *)one, b = *(const float *)other;
  return (a > b) - (a < b);
}

static void add(jack_port_t **ports, int count, const char *prefix, unsigned long direction) {
  char name[32];
  for (int n = 0; n < count; ++n) {
    snprintf(name, sizeof name, "%s_%d", prefix, n + 1);
    ports[n] = jack_port_register(client, name, JACK_DEFAULT_AUDIO_TYPE, direction, 0);
    if (ports[n] == NULL) exit(3);
  }
}

int main(int count, char **words) {
  static char buffer[1 << 16];
  if (count != 8) return 1;
  outputs = atoi(words[3]);
  inputs = atoi(words[4]);
  if (outputs > MOST_PORTS || inputs > MOST_PORTS) return 1;
  client = jack_client_open(words[2], JackNoStartServer | JackServerName | JackUseExactName, NULL, words[1]);
  if (client == NULL) return 2;
  step = 2 * M_PI * atof(words[5]) / jack_get_sample_rate(client);
  gain = pow(10, atof(words[6]) / 20);
  FILE *file = strcmp(words[7], "-") == 0 ? NULL : fopen(words[7], "wb");
  if (file != NULL) ring = jack_ringbuffer_create((size_t)(inputs + 1) * sizeof(float) * 4 * 48000);
  add(out, outputs, "out", JackPortIsOutput);
  add(in, inputs, "in", JackPortIsInput);
  signal(SIGTERM, end);
  signal(SIGUSR1, hurry);
  jack_set_freewheel_callback(client, freewheels, NULL);
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) != 0) return 4;
  puts("ready");
  fflush(stdout);
  for (int is_over = 0; !is_over;) {
    is_over = is_ending;
    size_t bytes;
    while (file != NULL && (bytes = jack_ringbuffer_read(ring, buffer, sizeof buffer)) > 0) fwrite(buffer, 1, bytes, file);
    if (file != NULL) fflush(file);
    if (is_hurried && !is_freewheeling) {
      is_hurried = 0;
      until_frame = heard_frames + HURRIED_S * jack_get_sample_rate(client);
      jack_set_freewheel(client, 1);
    }
    if (is_freewheeling && (heard_frames >= until_frame || is_over)) jack_set_freewheel(client, 0);
    usleep(is_freewheeling ? 1000 : 10000);
  }
  jack_client_close(client);
  if (file != NULL) fclose(file);
  const int seen = cycles < MOST_CYCLES ? cycles : MOST_CYCLES;
  qsort(woken_us, (size_t)seen, sizeof *woken_us, by_size);
  printf("hurried %lu to %lu\n", hurried_from, hurried_to);
  printf("cycles %d, woken after %.1f us, %.1f us\n", cycles, seen > 0 ? woken_us[seen / 2] : 0,
         seen > 0 ? woken_us[(int)(0.99 * seen)] : 0);
  return 0;
}
