/* A file of CLAP plugins for tests. `gain`: a gain of one leg, late by a latency that it takes over when it is activated, with a state
 * beside its values: 6 dB less for each rise of `learn`. `keyed` adds its key; `wide` has three legs; `unmade` can't be initialised;
 * `restless` asks to be activated anew in the first block of each instance. The hidden parameter crashes it in a call that it asks its
 * host for. What init() does is in the name of the file. */
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clap_abi.h"

enum { gain, latency, polarity, learn, reset, level, wrong, instances, hidden, bypass, param_count };
enum { ring_frames = 4096, most_legs = 3 };

typedef struct {
  clap_plugin_t plugin;
  const clap_host_t* host;
  const clap_host_thread_check_t* threads;
  _Atomic double values[param_count];
  _Atomic int steps;
  _Atomic int is_dirty, has_other_values;
  int is_active, is_learning, has_processed;
  uint32_t late, at;
  float ring[most_legs][ring_frames], factor, step;
} Gain;

static _Atomic int made;

static Gain* of(const clap_plugin_t* plugin) { return plugin->plugin_data; }
/* Calls on a thread that CLAP does not allow for them are counted. */
static Gain* on_main(const clap_plugin_t* plugin) {
  Gain* self = of(plugin);
  if (self->threads == NULL || !self->threads->is_main_thread(self->host)) self->values[wrong] = self->values[wrong] + 1;
  return self;
}
static Gain* on_audio(const clap_plugin_t* plugin) {
  Gain* self = of(plugin);
  if (self->threads == NULL || !self->threads->is_audio_thread(self->host)) self->values[wrong] = self->values[wrong] + 1;
  return self;
}
static int is(const Gain* self, const char* name) { return strcmp(self->plugin.desc->id + strlen("rowdesk.test."), name) == 0; }

/* Parameters. */

static const clap_param_info_t infos[param_count] = {
    {gain, CLAP_PARAM_IS_AUTOMATABLE, NULL, "Gain", "", -40, 40, 0},
    {latency, CLAP_PARAM_IS_STEPPED, NULL, "Latency", "", 0, 2000, 0},
    {polarity, CLAP_PARAM_IS_STEPPED | CLAP_PARAM_IS_ENUM, NULL, "Polarity", "", 0, 1, 0},
    {learn, CLAP_PARAM_IS_STEPPED, NULL, "Learn", "", 0, 1, 0},
    {reset, CLAP_PARAM_IS_STEPPED, NULL, "Reset", "", 0, 1, 0},
    {level, CLAP_PARAM_IS_READONLY, NULL, "Level", "", -200, 20, -200},
    {wrong, CLAP_PARAM_IS_READONLY, NULL, "Wrong calls", "", 0, 1000, 0},
    {instances, CLAP_PARAM_IS_READONLY, NULL, "Instances", "", 0, 1000, 0},
    {hidden, CLAP_PARAM_IS_HIDDEN, NULL, "Hidden", "", 0, 1, 0},
    {bypass, CLAP_PARAM_IS_BYPASS | CLAP_PARAM_IS_STEPPED, NULL, "Bypass", "", 0, 1, 0},
};

static uint32_t count_params(const clap_plugin_t* plugin) {
  (void)plugin;
  return param_count;
}
static bool get_info(const clap_plugin_t* plugin, uint32_t index, clap_param_info_t* info) {
  (void)plugin;
  if (index >= param_count) return false;
  *info = infos[index];
  return true;
}
static bool get_value(const clap_plugin_t* plugin, uint32_t id, double* value) {
  if (id >= param_count) return false;
  Gain* self = on_main(plugin);
  *value = id == instances ? made : self->values[id];
  return true;
}
static bool value_to_text(const clap_plugin_t* plugin, uint32_t id, double value, char* text, uint32_t capacity) {
  (void)plugin;
  if (id == gain) return snprintf(text, capacity, "%.2f dB", value) > 0;
  if (id == latency) return snprintf(text, capacity, "%d frames", (int)value) > 0;
  if (id == polarity) return snprintf(text, capacity, "%s", value < 0.5 ? "Normal" : "Inverted") > 0;
  if (id == level) return snprintf(text, capacity, "%.1f dB", value) > 0;
  return snprintf(text, capacity, "%d", (int)value) > 0;
}
static bool text_to_value(const clap_plugin_t* plugin, uint32_t id, const char* text, double* value) {
  (void)plugin, (void)id;
  *value = atof(text);
  return true;
}

static void take_events(Gain* self, const clap_input_events_t* events) {
  for (uint32_t i = 0; i < events->size(events); ++i) {
    const clap_event_header_t* header = events->get(events, i);
    if (header->space_id != 0 || header->type != CLAP_EVENT_PARAM_VALUE) continue;
    const clap_event_param_value_t* event = (const clap_event_param_value_t*)header;
    if (event->param_id < level || event->param_id == hidden) self->values[event->param_id] = event->value;
  }
  if (self->values[learn] > 0.5 && !self->is_learning) {
    self->steps = self->steps + 1;
    self->is_dirty = 1;
    self->host->request_callback(self->host);
  }
  self->is_learning = self->values[learn] > 0.5;
  if (self->values[reset] > 0.5) {
    self->values[reset] = self->values[gain] = 0;
    self->has_other_values = 1;
    self->host->request_callback(self->host);
  }
  if (self->values[hidden] > 0.5) self->host->request_callback(self->host);
  if (self->is_active && (uint32_t)self->values[latency] != self->late) self->host->request_restart(self->host);
}
static void flush(const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t* out) {
  (void)out;
  take_events(of(plugin)->is_active ? on_audio(plugin) : on_main(plugin), in);
}
static const clap_plugin_params_t params = {count_params, get_info, get_value, value_to_text, text_to_value, flush};

/* What is beside the sound. */

static const clap_host_params_t* host_params(const Gain* self) { return self->host->get_extension(self->host, "clap.params"); }

static void on_main_thread(const clap_plugin_t* plugin) {
  Gain* self = on_main(plugin);
  if (self->values[hidden] > 0.5) raise(SIGSEGV);
  const clap_host_state_t* state = self->host->get_extension(self->host, "clap.state");
  if (self->is_dirty && state != NULL) state->mark_dirty(self->host);
  if (self->has_other_values && host_params(self) != NULL) host_params(self)->rescan(self->host, CLAP_PARAM_RESCAN_VALUES);
  self->is_dirty = self->has_other_values = 0;
}

static bool save(const clap_plugin_t* plugin, const clap_ostream_t* stream) {
  Gain* self = on_main(plugin);
  char text[64];
  const int length = snprintf(text, sizeof text, "gain %d %.17g", self->steps, self->values[gain]);
  return stream->write(stream, text, (uint64_t)length) == length;
}
static bool load(const clap_plugin_t* plugin, const clap_istream_t* stream) {
  Gain* self = on_main(plugin);
  char text[64] = {0};
  int steps = 0;
  double db = 0;
  if (stream->read(stream, text, sizeof text - 1) < 0 || sscanf(text, "gain %d %lf", &steps, &db) != 2) return false;
  self->steps = steps;
  self->values[gain] = db;
  if (host_params(self) != NULL) host_params(self)->rescan(self->host, CLAP_PARAM_RESCAN_VALUES);
  return true;
}
static const clap_plugin_state_t state = {save, load};

static uint32_t get_latency(const clap_plugin_t* plugin) { return on_main(plugin)->late; }
static const clap_plugin_latency_t latency_extension = {get_latency};

static uint32_t count_ports(const clap_plugin_t* plugin, bool is_input) { return is_input && is(of(plugin), "keyed") ? 2 : 1; }
static bool get_port(const clap_plugin_t* plugin, uint32_t index, bool is_input, clap_audio_port_info_t* info) {
  memset(info, 0, sizeof *info);
  info->id = index;
  strcpy(info->name, index == 0 ? "Main" : "Key");
  info->flags = index == 0 ? CLAP_AUDIO_PORT_IS_MAIN : 0;
  info->channel_count = is(of(plugin), "wide") ? 3 : 1;
  info->in_place_pair = CLAP_INVALID_ID;
  return index < count_ports(plugin, is_input);
}
static const clap_plugin_audio_ports_t ports = {count_ports, get_port};

static const void* get_extension(const clap_plugin_t* plugin, const char* id) {
  (void)plugin;
  if (strcmp(id, "clap.params") == 0) return &params;
  if (strcmp(id, "clap.state") == 0) return &state;
  if (strcmp(id, "clap.latency") == 0) return &latency_extension;
  return strcmp(id, "clap.audio-ports") == 0 ? &ports : NULL;
}

/* Sound. */

static bool init(const clap_plugin_t* plugin) {
  Gain* self = of(plugin);
  self->threads = self->host->get_extension(self->host, "clap.thread-check");
  on_main(plugin);
  return !is(self, "unmade");
}
static void destroy(const clap_plugin_t* plugin) { free(of(plugin)); }
static bool activate(const clap_plugin_t* plugin, double rate, uint32_t least_frames, uint32_t most_frames) {
  (void)least_frames, (void)most_frames;
  Gain* self = on_main(plugin);
  self->late = (uint32_t)self->values[latency];
  self->step = 1.0f / (0.02f * (float)rate);
  self->factor = -1.0f; /* the first block begins with its gain */
  self->is_active = 1;
  return true;
}
static void deactivate(const clap_plugin_t* plugin) { on_main(plugin)->is_active = 0; }
static bool start_processing(const clap_plugin_t* plugin) {
  on_audio(plugin);
  return true;
}
static void stop_processing(const clap_plugin_t* plugin) { on_audio(plugin); }
static void reset_sound(const clap_plugin_t* plugin) { memset(of(plugin)->ring, 0, sizeof of(plugin)->ring); }

static int32_t process(const clap_plugin_t* plugin, const clap_process_t* block) {
  Gain* self = on_audio(plugin);
  take_events(self, block->in_events);
  if (is(self, "restless") && !self->has_processed) self->host->request_restart(self->host);
  self->has_processed = 1;
  const float wanted = powf(10.0f, (float)(self->values[gain] - 6.0 * self->steps) / 20.0f);
  const float sign = self->values[polarity] > 0.5 ? -1.0f : 1.0f;
  if (self->factor < 0.0f) self->factor = wanted;
  const uint32_t legs = block->audio_inputs[0].channel_count;
  float peak = 0.0f;
  for (uint32_t i = 0; i < block->frames_count; ++i) {
    self->factor += fmaxf(-self->step, fminf(self->step, wanted - self->factor));
    for (uint32_t leg = 0; leg < legs; ++leg) {
      self->ring[leg][self->at % ring_frames] = block->audio_inputs[0].data32[leg][i];
      const float key = block->audio_inputs_count > 1 ? block->audio_inputs[1].data32[0][i] : 0.0f;
      const float sound = sign * self->factor * self->ring[leg][(self->at - self->late) % ring_frames] + key;
      block->audio_outputs[0].data32[leg][i] = sound;
      peak = fmaxf(peak, fabsf(sound));
    }
    ++self->at;
  }
  self->values[level] = peak > 0.0f ? 20.0 * log10(peak) : -200.0;
  return CLAP_PROCESS_CONTINUE;
}

/* The file. */

static const char* const features[] = {"audio-effect", "utility", "mono", NULL};
#define PLUGIN(name) {{1, 1, 0}, "rowdesk.test." name, "Test " name, "Rowdesk", "", "", "", "1", "", features}
static const clap_plugin_descriptor_t descriptors[] = {PLUGIN("gain"), PLUGIN("keyed"), PLUGIN("wide"), PLUGIN("unmade"),
                                                       PLUGIN("restless")};
enum { descriptor_count = sizeof descriptors / sizeof *descriptors };

static uint32_t get_plugin_count(const clap_plugin_factory_t* factory) {
  (void)factory;
  return descriptor_count;
}
static const clap_plugin_descriptor_t* get_plugin_descriptor(const clap_plugin_factory_t* factory, uint32_t index) {
  (void)factory;
  return index < descriptor_count ? &descriptors[index] : NULL;
}
static const clap_plugin_t* create_plugin(const clap_plugin_factory_t* factory, const clap_host_t* host, const char* id) {
  (void)factory;
  for (int n = 0; n < descriptor_count; ++n) {
    if (strcmp(descriptors[n].id, id) != 0) continue;
    Gain* self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->host = host;
    self->plugin = (clap_plugin_t){&descriptors[n], self, init, destroy, activate, deactivate, start_processing,
                                   stop_processing, reset_sound, process, get_extension, on_main_thread};
    for (int each = 0; each < param_count; ++each) self->values[each] = infos[each].default_value;
    made = made + 1;
    return &self->plugin;
  }
  return NULL;
}
static const clap_plugin_factory_t factory = {get_plugin_count, get_plugin_descriptor, create_plugin};

static bool init_file(const char* path) {
  const char* slash = strrchr(path, '/');
  const char* name = slash == NULL ? path : slash + 1;
  if (strncmp(name, "crashes", 7) == 0) raise(SIGSEGV);
  if (strncmp(name, "ends", 4) == 0) exit(0);
  if (strncmp(name, "hangs", 5) == 0) for (;;) pause();
  if (strncmp(name, "forks", 5) == 0) return fork() >= 0;
  if (strncmp(name, "prints", 6) == 0) {
    printf("{\"type\":\"end\",\"bundle\":\"%s\",\"messages\":\"\",\"refused\":\"forged\"}\n", path);
    fflush(stdout);
  }
  return strncmp(name, "refuses", 7) != 0;
}
static void deinit_file(void) {}
static const void* get_factory(const char* id) { return strcmp(id, "clap.plugin-factory") == 0 ? &factory : NULL; }

__attribute__((visibility("default"))) const clap_plugin_entry_t clap_entry = {{1, 1, 0}, init_file, deinit_file, get_factory};
