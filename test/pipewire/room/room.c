// A simulated room for tests, as a node of PipeWire named `room`: what enters its inputs comes out of its outputs as its
// description says, one line per statement, inputs and outputs from 1:
//
//   path IN OUT DELAY GAIN [lowpass HZ Q | highpass HZ Q | peak HZ DB Q | taps FILE]...
//   noise OUT DB
//   clip OUT PEAK
//
// A path delays by DELAY frames, fractions included (at least 32), multiplies by the linear GAIN (negative inverts), then
// filters; `taps` is a sparse impulse response, lines of `frame value`. `noise` adds white Gaussian noise of that RMS in
// dBFS (0: an RMS of 1), the same at each run. `clip` limits the sum to +-PEAK. Outputs of no path and no noise are silent.
//
//   cc -O2 room.c $(pkg-config --cflags --libs libpipewire-0.3) -lm
//   room INPUTS OUTPUTS DESCRIPTION
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/filter.h>
#include <pipewire/pipewire.h>

enum { MOST_PORTS = 16, MOST_PATHS = 32, MOST_FILTERS = 4, MOST_TAPS = 4096, RING = 1 << 18, SINC = 64 };

struct Biquad {
  double b0, b1, b2, a1, a2, x1, x2, y1, y2;
};

struct Path {
  int in, out;
  int whole;            // frames before the first tap of `sinc`
  double sinc[SINC];    // the fraction of a frame, and the gain
  struct Biquad filters[MOST_FILTERS];
  int filter_count;
  int tap_count;        // 0: none are given
  int* tap_frames;
  double* tap_values;
  float* late;          // ring behind the delay and the filters, for the taps
};

struct Room {
  struct pw_main_loop* loop;
  struct pw_filter* filter;
  double rate;
  int inputs, outputs, path_count;
  void* in_ports[MOST_PORTS];
  void* out_ports[MOST_PORTS];
  float* heard[MOST_PORTS];  // ring of each input
  struct Path paths[MOST_PATHS];
  double noise[MOST_PORTS], clip[MOST_PORTS];
  uint64_t frame, seed;
};

static void fail(const char* words, const char* which) {
  fprintf(stderr, "room: %s: %s\n", words, which);
  exit(1);
}

/// Modified Bessel function of the first kind, order 0.
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int k = 1; k < 40; k++) {
    term *= x / (2 * k) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

/// A sinc under Kaiser's window (beta 10) around the middle of the taps: flat within 0.01 dB to 0.9 of half the rate.
static void set_delay(struct Path* path, double frames, double gain) {
  path->whole = (int)floor(frames) - SINC / 2;
  const double middle = SINC / 2 + (frames - floor(frames));
  for (int n = 0; n < SINC; n++) {
    const double x = n - middle, at = x / (SINC / 2);
    const double window = fabs(at) >= 1 ? 0 : bessel(10 * sqrt(1 - at * at)) / bessel(10);
    path->sinc[n] = gain * window * (x == 0 ? 1 : sin(M_PI * x) / (M_PI * x));
  }
}

/// R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
static void add_filter(struct Room* room, struct Path* path, const char* type, double hz, double db, double q) {
  if (path->filter_count == MOST_FILTERS) fail("too many filters", type);
  const double w = 2 * M_PI * hz / room->rate, alpha = sin(w) / (2 * q), c = cos(w), a = pow(10, db / 40);
  double b0, b1, b2, a0 = 1 + alpha, a1 = -2 * c, a2 = 1 - alpha;
  if (strcmp(type, "lowpass") == 0) {
    b1 = 1 - c, b0 = b2 = b1 / 2;
  } else if (strcmp(type, "highpass") == 0) {
    b1 = -(1 + c), b0 = b2 = -b1 / 2;
  } else {
    b0 = 1 + alpha * a, b1 = -2 * c, b2 = 1 - alpha * a, a0 = 1 + alpha / a, a2 = 1 - alpha / a;
  }
  path->filters[path->filter_count++] =
      (struct Biquad){.b0 = b0 / a0, .b1 = b1 / a0, .b2 = b2 / a0, .a1 = a1 / a0, .a2 = a2 / a0};
}

static void read_taps(struct Path* path, const char* file) {
  FILE* from = fopen(file, "r");
  if (from == NULL) fail("can't be read", file);
  path->tap_frames = calloc(MOST_TAPS, sizeof *path->tap_frames);
  path->tap_values = calloc(MOST_TAPS, sizeof *path->tap_values);
  path->late = calloc(RING, sizeof *path->late);
  while (path->tap_count < MOST_TAPS &&
         fscanf(from, "%d %lf", &path->tap_frames[path->tap_count], &path->tap_values[path->tap_count]) == 2) {
    const int at = path->tap_frames[path->tap_count++];
    if (at < 0 || at >= RING) fail("a tap is too late", file);
  }
  if (!feof(from) || path->tap_count == 0) fail("lines of frame and value", file);
  fclose(from);
}

static int port_of(const char* word, int most, const char* line) {
  const int port = word == NULL ? 0 : atoi(word);
  if (port < 1 || port > most) fail("no such port", line);
  return port - 1;
}

static double number_of(const char* word, const char* line) {
  char* end = NULL;
  const double value = word == NULL ? NAN : strtod(word, &end);
  if (word == NULL || *end != 0 || !isfinite(value)) fail("a number is missing", line);
  return value;
}

static void add_path(struct Room* room, const char* line, char** rest) {
  if (room->path_count == MOST_PATHS) fail("too many paths", line);
  struct Path* path = &room->paths[room->path_count++];
  path->in = port_of(strtok_r(NULL, " \n", rest), room->inputs, line);
  path->out = port_of(strtok_r(NULL, " \n", rest), room->outputs, line);
  const double frames = number_of(strtok_r(NULL, " \n", rest), line);
  if (frames < SINC / 2 || frames > RING / 2) fail("delay", line);
  set_delay(path, frames, number_of(strtok_r(NULL, " \n", rest), line));
  for (const char* word; (word = strtok_r(NULL, " \n", rest)) != NULL;) {
    if (strcmp(word, "taps") == 0) {
      const char* file = strtok_r(NULL, " \n", rest);
      if (file == NULL) fail("a file is missing", line);
      read_taps(path, file);
      continue;
    }
    const int is_peak = strcmp(word, "peak") == 0;
    if (!is_peak && strcmp(word, "lowpass") != 0 && strcmp(word, "highpass") != 0) fail("unknown word", word);
    const double hz = number_of(strtok_r(NULL, " \n", rest), line);
    const double db = is_peak ? number_of(strtok_r(NULL, " \n", rest), line) : 0;
    add_filter(room, path, word, hz, db, number_of(strtok_r(NULL, " \n", rest), line));
  }
}

static void read_description(struct Room* room, const char* file) {
  FILE* from = fopen(file, "r");
  if (from == NULL) fail("can't be read", file);
  char line[1024], words[1024];
  while (fgets(line, sizeof line, from) != NULL) {
    strcpy(words, line);
    char* rest = NULL;
    const char* word = strtok_r(words, " \n", &rest);
    if (word == NULL) continue;
    if (strcmp(word, "path") == 0) {
      add_path(room, line, &rest);
      continue;
    }
    const int out = port_of(strtok_r(NULL, " \n", &rest), room->outputs, line);
    const double value = number_of(strtok_r(NULL, " \n", &rest), line);
    if (strcmp(word, "noise") == 0) room->noise[out] = pow(10, value / 20);
    else if (strcmp(word, "clip") == 0) room->clip[out] = value;
    else fail("unknown word", word);
  }
  fclose(from);
}

/// Uniform over (0, 1), by xorshift64* (S. Vigna, 2016).
static double uniform(struct Room* room) {
  uint64_t x = room->seed;
  x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
  room->seed = x;
  return ((x * 0x2545f4914f6cdd1dull >> 11) + 0.5) * 0x1p-53;
}

/// By Box and Muller (1958).
static double gaussian(struct Room* room) {
  return sqrt(-2 * log(uniform(room))) * cos(2 * M_PI * uniform(room));
}

static double next_of(struct Room* room, struct Path* path, uint64_t frame) {
  double value = 0;
  for (int n = 0; n < SINC; n++) value += path->sinc[n] * room->heard[path->in][(frame - path->whole - n) % RING];
  for (int f = 0; f < path->filter_count; f++) {
    struct Biquad* q = &path->filters[f];
    const double y = q->b0 * value + q->b1 * q->x1 + q->b2 * q->x2 - q->a1 * q->y1 - q->a2 * q->y2;
    q->x2 = q->x1, q->x1 = value, q->y2 = q->y1, q->y1 = y;
    value = y;
  }
  if (path->tap_count == 0) return value;
  path->late[frame % RING] = (float)value;
  double sum = 0;
  for (int t = 0; t < path->tap_count; t++) sum += path->tap_values[t] * path->late[(frame - path->tap_frames[t]) % RING];
  return sum;
}

static void process(void* data, struct spa_io_position* position) {
  struct Room* room = data;
  const uint32_t frames = (uint32_t)position->clock.duration;
  for (int i = 0; i < room->inputs; i++) {
    const float* in = pw_filter_get_dsp_buffer(room->in_ports[i], frames);
    for (uint32_t n = 0; n < frames; n++) room->heard[i][(room->frame + n) % RING] = in == NULL ? 0 : in[n];
  }
  for (int o = 0; o < room->outputs; o++) {
    float* out = pw_filter_get_dsp_buffer(room->out_ports[o], frames);
    for (uint32_t n = 0; n < frames; n++) {
      double sum = room->noise[o] > 0 ? room->noise[o] * gaussian(room) : 0;
      for (int p = 0; p < room->path_count; p++) {
        if (room->paths[p].out == o) sum += next_of(room, &room->paths[p], room->frame + n);
      }
      if (room->clip[o] > 0) sum = fmin(fmax(sum, -room->clip[o]), room->clip[o]);
      if (out != NULL) out[n] = (float)sum;
    }
  }
  room->frame += frames;
}

static void* add_port(struct Room* room, enum pw_direction direction, int number) {
  char name[32];
  snprintf(name, sizeof name, "%s_%d", direction == PW_DIRECTION_INPUT ? "in" : "out", number + 1);
  return pw_filter_add_port(room->filter, direction, PW_FILTER_PORT_FLAG_MAP_BUFFERS, 8,
                            pw_properties_new(PW_KEY_FORMAT_DSP, "32 bit float mono audio", PW_KEY_PORT_NAME, name, NULL),
                            NULL, 0);
}

static void quit(void* data, int signal) {
  (void)signal;
  pw_main_loop_quit(((struct Room*)data)->loop);
}

int main(int argc, char** argv) {
  if (argc != 4) fail("usage", "room INPUTS OUTPUTS DESCRIPTION");
  static struct Room room = {.rate = 48000, .frame = RING, .seed = 88172645463325252ull};
  room.inputs = atoi(argv[1]);
  room.outputs = atoi(argv[2]);
  if (room.inputs < 1 || room.inputs > MOST_PORTS || room.outputs < 1 || room.outputs > MOST_PORTS) fail("ports", argv[1]);
  for (int i = 0; i < room.inputs; i++) room.heard[i] = calloc(RING, sizeof(float));
  read_description(&room, argv[3]);
  pw_init(NULL, NULL);
  room.loop = pw_main_loop_new(NULL);
  pw_loop_add_signal(pw_main_loop_get_loop(room.loop), SIGTERM, quit, &room);
  static const struct pw_filter_events events = {PW_VERSION_FILTER_EVENTS, .process = process};
  room.filter = pw_filter_new_simple(pw_main_loop_get_loop(room.loop), "room",
                                     pw_properties_new(PW_KEY_NODE_NAME, "room", PW_KEY_MEDIA_TYPE, "Audio",
                                                       PW_KEY_MEDIA_CATEGORY, "Filter", PW_KEY_MEDIA_ROLE, "DSP", NULL),
                                     &events, &room);
  for (int i = 0; i < room.inputs; i++) room.in_ports[i] = add_port(&room, PW_DIRECTION_INPUT, i);
  for (int o = 0; o < room.outputs; o++) room.out_ports[o] = add_port(&room, PW_DIRECTION_OUTPUT, o);
  if (pw_filter_connect(room.filter, PW_FILTER_FLAG_RT_PROCESS, NULL, 0) < 0) fail("can't connect", "PipeWire");
  pw_main_loop_run(room.loop);
  pw_filter_destroy(room.filter);
  pw_main_loop_destroy(room.loop);
  pw_deinit();
  return 0;
}
