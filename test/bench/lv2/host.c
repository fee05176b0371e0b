/* The least host that can run LV2 plugins, to time them: lv2-host COPIES URI... prints {"URI": microseconds per block, ...}.
 *
 * COPIES instances each, one after the other in each block, 48 kHz, blocks of 64 frames, controls at their defaults, pink noise on every audio input; a figure
 * is the median over runs of 64 blocks of the thread's processor time. Features as in the LV2 specification (lv2plug.in):
 * urid, options, buf-size. Exits with 1 and words on stderr when a plugin can't be run. */
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { block_frames = 64, noise_frames = 48000, runs = 101, most_ports = 2048, most_urids = 4096, most_copies = 256, atom_bytes = 65536 };

static char* urids[most_urids];
static uint32_t urid_count;

static LV2_URID map_urid(LV2_URID_Map_Handle handle, const char* uri) {
  (void)handle;
  for (uint32_t i = 0; i < urid_count; ++i) {
    if (strcmp(urids[i], uri) == 0) return i + 1;
  }
  if (urid_count == most_urids) return 0;
  urids[urid_count] = strdup(uri);
  return ++urid_count;
}

static const char* unmap_urid(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
  (void)handle;
  return urid > 0 && urid <= urid_count ? urids[urid - 1] : NULL;
}

/* What plugins ask of a worker while they are timed is not done: it isn't work of the audio thread. */
static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void* data) {
  (void)handle, (void)size, (void)data;
  return LV2_WORKER_SUCCESS;
}

static float noise[noise_frames];

/* Paul Kellet's economy filter on white noise. */
static void make_noise(void) {
  uint32_t seed = 1;
  double b0 = 0, b1 = 0, b2 = 0;
  for (int i = 0; i < noise_frames; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const double white = seed / 2147483648.0 - 1.0;
    b0 = 0.99765 * b0 + white * 0.0990460;
    b1 = 0.96300 * b1 + white * 0.2965164;
    b2 = 0.57000 * b2 + white * 1.0526913;
    noise[i] = (float)(0.05 * (b0 + b1 + b2 + white * 0.1848));
  }
}

static double thread_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

struct port {
  int is_audio_input;
  int is_sequence;
  int is_input;
  union {
    float control;
    float* audio;
    LV2_Atom_Sequence* sequence;
  };
};

struct copy {
  LilvInstance* instance;
  uint32_t port_count;
  struct port* ports;
};

static void run(struct copy copy, LV2_URID sequence, LV2_URID chunk, uint32_t block) {
  struct port* ports = copy.ports;
  for (uint32_t i = 0; i < copy.port_count; ++i) {
    if (ports[i].is_audio_input) {
      lilv_instance_connect_port(copy.instance, i, noise + (block * block_frames) % (noise_frames - block_frames));
    } else if (ports[i].is_sequence) {
      ports[i].sequence->atom.type = ports[i].is_input ? sequence : chunk;
      ports[i].sequence->atom.size = ports[i].is_input ? sizeof(LV2_Atom_Sequence_Body) : atom_bytes - sizeof(LV2_Atom);
    }
  }
  lilv_instance_run(copy.instance, block_frames);
}

/* Without an instance where the plugin has none here. */
static struct copy make_copy(LilvWorld* world, const LilvPlugin* plugin) {
  /* Plugins keep what they are given. */
  static LV2_URID_Map map = {NULL, map_urid};
  static LV2_URID_Unmap unmap = {NULL, unmap_urid};
  static LV2_Worker_Schedule worker = {NULL, schedule};
  static const int32_t length = block_frames;
  const LV2_URID integer = map_urid(NULL, LV2_ATOM__Int);
  const LV2_Options_Option options[] = {
      {LV2_OPTIONS_INSTANCE, 0, map_urid(NULL, LV2_BUF_SIZE__minBlockLength), sizeof length, integer, &length},
      {LV2_OPTIONS_INSTANCE, 0, map_urid(NULL, LV2_BUF_SIZE__maxBlockLength), sizeof length, integer, &length},
      {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
  };
  const LV2_Feature features[] = {
      {LV2_URID__map, &map},         {LV2_URID__unmap, &unmap},
      {LV2_WORKER__schedule, &worker}, {LV2_OPTIONS__options, (void*)options},
      {LV2_BUF_SIZE__boundedBlockLength, NULL},
  };
  const LV2_Feature* list[] = {&features[0], &features[1], &features[2], &features[3], &features[4], NULL};
  LilvInstance* instance = lilv_plugin_instantiate(plugin, 48000.0, list);
  const uint32_t count = lilv_plugin_get_num_ports(plugin);
  if (instance == NULL || count > most_ports) return (struct copy){NULL, 0, NULL};
  struct port* ports = calloc(count, sizeof *ports);

  LilvNode* audio = lilv_new_uri(world, LILV_URI_AUDIO_PORT);
  LilvNode* control = lilv_new_uri(world, LILV_URI_CONTROL_PORT);
  LilvNode* input = lilv_new_uri(world, LILV_URI_INPUT_PORT);
  float* defaults = calloc(count, sizeof(float));
  lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, defaults);
  for (uint32_t i = 0; i < count; ++i) {
    const LilvPort* port = lilv_plugin_get_port_by_index(plugin, i);
    ports[i].is_input = lilv_port_is_a(plugin, port, input);
    if (lilv_port_is_a(plugin, port, control)) {
      ports[i].control = defaults[i] == defaults[i] ? defaults[i] : 0.0f;
      lilv_instance_connect_port(instance, i, &ports[i].control);
    } else if (lilv_port_is_a(plugin, port, audio)) {
      ports[i].is_audio_input = ports[i].is_input;
      ports[i].audio = calloc(block_frames, sizeof(float));
      lilv_instance_connect_port(instance, i, ports[i].audio);
    } else {
      ports[i].is_sequence = 1;
      ports[i].sequence = calloc(1, atom_bytes);
      lilv_instance_connect_port(instance, i, ports[i].sequence);
    }
  }
  free(defaults);
  lilv_instance_activate(instance);
  return (struct copy){instance, count, ports};
}

static double time_plugin(LilvWorld* world, const LilvPlugin* plugin, int count) {
  static struct copy copies[most_copies];
  for (int i = 0; i < count; ++i) {
    copies[i] = make_copy(world, plugin);
    if (copies[i].instance == NULL) return -1;
  }
  const LV2_URID sequence = map_urid(NULL, LV2_ATOM__Sequence), chunk = map_urid(NULL, LV2_ATOM__Chunk);
  uint32_t block = 0;
  for (; block < 3000; ++block) { /* pages in, gates open, caches warm */
    for (int i = 0; i < count; ++i) run(copies[i], sequence, chunk, block);
  }
  double took[runs];
  for (int i = 0; i < runs; ++i) {
    const double begin = thread_us();
    for (int n = 0; n < 64; ++n, ++block) {
      for (int c = 0; c < count; ++c) run(copies[c], sequence, chunk, block);
    }
    took[i] = (thread_us() - begin) / 64;
  }
  qsort(took, runs, sizeof took[0], by_size);
  return took[runs / 2];
}

int main(int argc, char** argv) {
  const int copies = argc > 1 ? atoi(argv[1]) : 0;
  if (copies < 1 || copies > most_copies) {
    fprintf(stderr, "COPIES is 1 to %d\n", most_copies);
    return 1;
  }
  make_noise();
  LilvWorld* world = lilv_world_new();
  lilv_world_load_all(world);
  printf("{");
  for (int i = 2; i < argc; ++i) {
    const LilvPlugin* plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), lilv_new_uri(world, argv[i]));
    const double us = plugin == NULL ? -1 : time_plugin(world, plugin, copies);
    if (us < 0) {
      fprintf(stderr, "%s is not there or can't be run\n", argv[i]);
      return 1;
    }
    printf("%s\"%s\": %.4f", i > 2 ? ", " : "", argv[i], us);
  }
  printf("}\n");
  return 0;
}
