/* The part of the CLAP interface, version 1.1, that a rack uses: declared from its public description (github.com/free-audio/clap, MIT).
 * Names and layouts are those of the interface, so that libraries of others fit. */
#pragma once
#include <stdint.h>

extern "C" {

struct clap_version_t {
  uint32_t major, minor, revision;
};

struct clap_host_t {
  clap_version_t clap_version;
  void* host_data;
  const char *name, *vendor, *url, *version;
  const void* (*get_extension)(const clap_host_t* host, const char* id);
  void (*request_restart)(const clap_host_t* host);
  void (*request_process)(const clap_host_t* host);
  void (*request_callback)(const clap_host_t* host);
};

struct clap_event_header_t {
  uint32_t size, time;
  uint16_t space_id, type;
  uint32_t flags;
};
constexpr uint16_t CLAP_EVENT_PARAM_VALUE = 5;

struct clap_event_param_value_t {
  clap_event_header_t header;
  uint32_t param_id;
  void* cookie;
  int32_t note_id;
  int16_t port_index, channel, key;
  double value;
};

struct clap_input_events_t {
  void* ctx;
  uint32_t (*size)(const clap_input_events_t* list);
  const clap_event_header_t* (*get)(const clap_input_events_t* list, uint32_t index);
};

struct clap_output_events_t {
  void* ctx;
  bool (*try_push)(const clap_output_events_t* list, const clap_event_header_t* event);
};

struct clap_audio_buffer_t {
  float** data32;
  double** data64;
  uint32_t channel_count, latency;
  uint64_t constant_mask;
};

struct clap_process_t {
  int64_t steady_time;
  uint32_t frames_count;
  const void* transport;
  const clap_audio_buffer_t* audio_inputs;
  clap_audio_buffer_t* audio_outputs;
  uint32_t audio_inputs_count, audio_outputs_count;
  const clap_input_events_t* in_events;
  const clap_output_events_t* out_events;
};
constexpr int32_t CLAP_PROCESS_ERROR = 0;

struct clap_plugin_descriptor_t {
  clap_version_t clap_version;
  const char *id, *name, *vendor, *url, *manual_url, *support_url, *version, *description;
  const char* const* features;
};

struct clap_plugin_t {
  const clap_plugin_descriptor_t* desc;
  void* plugin_data;
  bool (*init)(const clap_plugin_t* plugin);
  void (*destroy)(const clap_plugin_t* plugin);
  bool (*activate)(const clap_plugin_t* plugin, double rate, uint32_t least_frames, uint32_t most_frames);
  void (*deactivate)(const clap_plugin_t* plugin);
  bool (*start_processing)(const clap_plugin_t* plugin);
  void (*stop_processing)(const clap_plugin_t* plugin);
  void (*reset)(const clap_plugin_t* plugin);
  int32_t (*process)(const clap_plugin_t* plugin, const clap_process_t* process);
  const void* (*get_extension)(const clap_plugin_t* plugin, const char* id);
  void (*on_main_thread)(const clap_plugin_t* plugin);
};

struct clap_plugin_factory_t {
  uint32_t (*get_plugin_count)(const clap_plugin_factory_t* factory);
  const clap_plugin_descriptor_t* (*get_plugin_descriptor)(const clap_plugin_factory_t* factory, uint32_t index);
  const clap_plugin_t* (*create_plugin)(const clap_plugin_factory_t* factory, const clap_host_t* host, const char* id);
};

struct clap_plugin_entry_t {
  clap_version_t clap_version;
  bool (*init)(const char* path);
  void (*deinit)();
  const void* (*get_factory)(const char* id);
};

struct clap_audio_port_info_t {
  uint32_t id;
  char name[256];
  uint32_t flags, channel_count;
  const char* port_type;
  uint32_t in_place_pair;
};
constexpr uint32_t CLAP_AUDIO_PORT_IS_MAIN = 1;

struct clap_plugin_audio_ports_t {
  uint32_t (*count)(const clap_plugin_t* plugin, bool is_input);
  bool (*get)(const clap_plugin_t* plugin, uint32_t index, bool is_input, clap_audio_port_info_t* info);
};

struct clap_param_info_t {
  uint32_t id, flags;
  void* cookie;
  char name[256];
  char module[1024];
  double min_value, max_value, default_value;
};

struct clap_plugin_params_t {
  uint32_t (*count)(const clap_plugin_t* plugin);
  bool (*get_info)(const clap_plugin_t* plugin, uint32_t index, clap_param_info_t* info);
  bool (*get_value)(const clap_plugin_t* plugin, uint32_t id, double* value);
  bool (*value_to_text)(const clap_plugin_t* plugin, uint32_t id, double value, char* text, uint32_t capacity);
  bool (*text_to_value)(const clap_plugin_t* plugin, uint32_t id, const char* text, double* value);
  void (*flush)(const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t* out);
};

struct clap_plugin_latency_t {
  uint32_t (*get)(const clap_plugin_t* plugin);
};

struct clap_istream_t {
  void* ctx;
  int64_t (*read)(const clap_istream_t* stream, void* buffer, uint64_t size);
};
struct clap_ostream_t {
  void* ctx;
  int64_t (*write)(const clap_ostream_t* stream, const void* buffer, uint64_t size);
};
struct clap_plugin_state_t {
  bool (*save)(const clap_plugin_t* plugin, const clap_ostream_t* stream);
  bool (*load)(const clap_plugin_t* plugin, const clap_istream_t* stream);
};

}  // extern "C"
