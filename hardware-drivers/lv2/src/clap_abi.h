/* The part of the CLAP interface, version 1.1, that racks and scans use: declared from its public description
 * (github.com/free-audio/clap, MIT). Names and layouts are those of the interface, so that libraries of others fit. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clap_version {
  uint32_t major, minor, revision;
} clap_version_t;

typedef struct clap_host clap_host_t;
struct clap_host {
  clap_version_t clap_version;
  void* host_data;
  const char *name, *vendor, *url, *version;
  const void* (*get_extension)(const clap_host_t* host, const char* id);
  void (*request_restart)(const clap_host_t* host);
  void (*request_process)(const clap_host_t* host);
  void (*request_callback)(const clap_host_t* host);
};

typedef struct clap_event_header {
  uint32_t size, time;
  uint16_t space_id, type;
  uint32_t flags;
} clap_event_header_t;
enum { CLAP_EVENT_PARAM_VALUE = 5 };

typedef struct clap_event_param_value {
  clap_event_header_t header;
  uint32_t param_id;
  void* cookie;
  int32_t note_id;
  int16_t port_index, channel, key;
  double value;
} clap_event_param_value_t;

typedef struct clap_input_events clap_input_events_t;
struct clap_input_events {
  void* ctx;
  uint32_t (*size)(const clap_input_events_t* list);
  const clap_event_header_t* (*get)(const clap_input_events_t* list, uint32_t index);
};

typedef struct clap_output_events clap_output_events_t;
struct clap_output_events {
  void* ctx;
  bool (*try_push)(const clap_output_events_t* list, const clap_event_header_t* event);
};

typedef struct clap_audio_buffer {
  float** data32;
  double** data64;
  uint32_t channel_count, latency;
  uint64_t constant_mask;
} clap_audio_buffer_t;

typedef struct clap_process {
  int64_t steady_time;
  uint32_t frames_count;
  const void* transport;
  const clap_audio_buffer_t* audio_inputs;
  clap_audio_buffer_t* audio_outputs;
  uint32_t audio_inputs_count, audio_outputs_count;
  const clap_input_events_t* in_events;
  const clap_output_events_t* out_events;
} clap_process_t;
enum { CLAP_PROCESS_ERROR = 0, CLAP_PROCESS_CONTINUE = 1 };

typedef struct clap_plugin_descriptor {
  clap_version_t clap_version;
  const char *id, *name, *vendor, *url, *manual_url, *support_url, *version, *description;
  /* Ends with a null. */
  const char* const* features;
} clap_plugin_descriptor_t;

typedef struct clap_plugin clap_plugin_t;
struct clap_plugin {
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

typedef struct clap_plugin_factory clap_plugin_factory_t;
struct clap_plugin_factory {
  uint32_t (*get_plugin_count)(const clap_plugin_factory_t* factory);
  const clap_plugin_descriptor_t* (*get_plugin_descriptor)(const clap_plugin_factory_t* factory, uint32_t index);
  const clap_plugin_t* (*create_plugin)(const clap_plugin_factory_t* factory, const clap_host_t* host, const char* id);
};

typedef struct clap_plugin_entry {
  clap_version_t clap_version;
  bool (*init)(const char* path);
  void (*deinit)(void);
  const void* (*get_factory)(const char* id);
} clap_plugin_entry_t;

typedef struct clap_audio_port_info {
  uint32_t id;
  char name[256];
  uint32_t flags, channel_count;
  const char* port_type;
  uint32_t in_place_pair;
} clap_audio_port_info_t;
enum { CLAP_AUDIO_PORT_IS_MAIN = 1 };
#define CLAP_INVALID_ID UINT32_MAX

typedef struct clap_plugin_audio_ports {
  uint32_t (*count)(const clap_plugin_t* plugin, bool is_input);
  bool (*get)(const clap_plugin_t* plugin, uint32_t index, bool is_input, clap_audio_port_info_t* info);
} clap_plugin_audio_ports_t;

/* Flags of a parameter. */
enum {
  CLAP_PARAM_IS_STEPPED = 1 << 0,
  CLAP_PARAM_IS_HIDDEN = 1 << 2,
  CLAP_PARAM_IS_READONLY = 1 << 3,
  CLAP_PARAM_IS_BYPASS = 1 << 4,
  CLAP_PARAM_IS_AUTOMATABLE = 1 << 5,
  CLAP_PARAM_IS_ENUM = 1 << 16
};

typedef struct clap_param_info {
  uint32_t id, flags;
  void* cookie;
  char name[256];
  char module[1024];
  double min_value, max_value, default_value;
} clap_param_info_t;

typedef struct clap_plugin_params {
  uint32_t (*count)(const clap_plugin_t* plugin);
  bool (*get_info)(const clap_plugin_t* plugin, uint32_t index, clap_param_info_t* info);
  bool (*get_value)(const clap_plugin_t* plugin, uint32_t id, double* value);
  bool (*value_to_text)(const clap_plugin_t* plugin, uint32_t id, double value, char* text, uint32_t capacity);
  bool (*text_to_value)(const clap_plugin_t* plugin, uint32_t id, const char* text, double* value);
  void (*flush)(const clap_plugin_t* plugin, const clap_input_events_t* in, const clap_output_events_t* out);
} clap_plugin_params_t;

/* Flags of clap_host_params.rescan. */
enum { CLAP_PARAM_RESCAN_VALUES = 1 << 0, CLAP_PARAM_RESCAN_ALL = 1 << 3 };

typedef struct clap_host_params {
  void (*rescan)(const clap_host_t* host, uint32_t flags);
  void (*clear)(const clap_host_t* host, uint32_t id, uint32_t flags);
  void (*request_flush)(const clap_host_t* host);
} clap_host_params_t;

typedef struct clap_plugin_latency {
  uint32_t (*get)(const clap_plugin_t* plugin);
} clap_plugin_latency_t;
typedef struct clap_host_latency {
  void (*changed)(const clap_host_t* host);
} clap_host_latency_t;

typedef struct clap_istream clap_istream_t;
struct clap_istream {
  void* ctx;
  int64_t (*read)(const clap_istream_t* stream, void* buffer, uint64_t size);
};
typedef struct clap_ostream clap_ostream_t;
struct clap_ostream {
  void* ctx;
  int64_t (*write)(const clap_ostream_t* stream, const void* buffer, uint64_t size);
};
typedef struct clap_plugin_state {
  bool (*save)(const clap_plugin_t* plugin, const clap_ostream_t* stream);
  bool (*load)(const clap_plugin_t* plugin, const clap_istream_t* stream);
} clap_plugin_state_t;
typedef struct clap_host_state {
  void (*mark_dirty)(const clap_host_t* host);
} clap_host_state_t;

typedef struct clap_host_thread_check {
  bool (*is_main_thread)(const clap_host_t* host);
  bool (*is_audio_thread)(const clap_host_t* host);
} clap_host_thread_check_t;

typedef struct clap_host_log {
  void (*log)(const clap_host_t* host, int32_t severity, const char* message);
} clap_host_log_t;

#ifdef __cplusplus
}
#endif
