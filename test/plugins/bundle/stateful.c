/* A gain that is no port: it falls by 6 dB at each rise of `learn`, down to -18 dB and up again, and by what stands in the file
 * of the property `table`, a number in dB that the worker reads. Both are in the state, as is the text of `note`. */
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <stdio.h>
#include "plugin.h"

#define URI TEST_URI "stateful"

enum { in, out, learn, control, notify, port_count };
enum { most_text = 1024 };

typedef struct {
  LV2_URID steps, table, note, path, string, integer, object, set, get, property, value, changed;
} Urids;

typedef struct {
  float* ports[port_count];
  LV2_URID_Map* map;
  LV2_Worker_Schedule* schedule;
  Urids urids;
  LV2_Atom_Forge forge;
  int32_t steps;
  int was_learning, has_changed, is_asked;
  float table_factor, factor, step;
  char table[most_text], note[most_text];
} Stateful;

static LV2_Handle instantiate(const LV2_Descriptor* descriptor, double rate, const char* bundle,
                              const LV2_Feature* const* features) {
  (void)descriptor, (void)bundle;
  Stateful* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->map = feature_data(features, LV2_URID__map);
  self->schedule = feature_data(features, LV2_WORKER__schedule);
  if (self->map == NULL || self->schedule == NULL) {
    free(self);
    return NULL;
  }
  const LV2_URID_Map map = *self->map;
#define URID(field, uri) self->urids.field = map.map(map.handle, uri)
  URID(steps, URI "#steps"), URID(table, URI "#table"), URID(note, URI "#note");
  URID(path, LV2_ATOM__Path), URID(string, LV2_ATOM__String), URID(integer, LV2_ATOM__Int), URID(object, LV2_ATOM__Object);
  URID(set, LV2_PATCH__Set), URID(get, LV2_PATCH__Get), URID(property, LV2_PATCH__property), URID(value, LV2_PATCH__value);
  URID(changed, LV2_STATE__StateChanged);
#undef URID
  lv2_atom_forge_init(&self->forge, self->map);
  self->table_factor = 1.0f;
  self->factor = -1.0f;
  self->step = 1.0f / (0.02f * (float)rate);
  return self;
}

static void connect_port(LV2_Handle handle, uint32_t port, void* data) {
  if (port < port_count) ((Stateful*)handle)->ports[port] = data;
}

/* In the worker's thread, or where a state is restored: 1 for a file that holds no number. */
static float read_table(const char* file) {
  float db = 0.0f;
  FILE* stream = file[0] == 0 ? NULL : fopen(file, "r");
  if (stream == NULL) return 1.0f;
  if (fscanf(stream, "%f", &db) != 1) db = 0.0f;
  fclose(stream);
  return powf(10.0f, db / 20.0f);
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle to,
                              uint32_t size, const void* data) {
  (void)handle, (void)size;
  const float factor = read_table(data);
  return respond(to, sizeof factor, &factor);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void* data) {
  if (size == sizeof(float)) memcpy(&((Stateful*)handle)->table_factor, data, size);
  return LV2_WORKER_SUCCESS;
}

static void take(Stateful* self, const LV2_Atom_Object* message) {
  const LV2_Atom *property = NULL, *value = NULL;
  lv2_atom_object_get(message, self->urids.property, &property, self->urids.value, &value, 0);
  if (message->body.otype == self->urids.get) self->is_asked = 1;
  if (message->body.otype != self->urids.set || property == NULL || value == NULL || value->size >= most_text) return;
  const LV2_URID which = ((const LV2_Atom_URID*)property)->body;
  char* text = which == self->urids.table ? self->table : which == self->urids.note ? self->note : NULL;
  if (text == NULL) return;
  memset(text, 0, most_text);
  memcpy(text, value + 1, value->size);
  self->has_changed = self->is_asked = 1;
  if (text == self->table) self->schedule->schedule_work(self->schedule->handle, (uint32_t)strlen(text) + 1, text);
}

static void tell(Stateful* self, LV2_URID property, const char* text, int is_path) {
  LV2_Atom_Forge* forge = &self->forge;
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_frame_time(forge, 0);
  lv2_atom_forge_object(forge, &frame, 0, self->urids.set);
  lv2_atom_forge_key(forge, self->urids.property);
  lv2_atom_forge_urid(forge, property);
  lv2_atom_forge_key(forge, self->urids.value);
  if (is_path) lv2_atom_forge_path(forge, text, (uint32_t)strlen(text));
  else lv2_atom_forge_string(forge, text, (uint32_t)strlen(text));
  lv2_atom_forge_pop(forge, &frame);
}

static void answer(Stateful* self) {
  LV2_Atom_Sequence* sequence = (LV2_Atom_Sequence*)self->ports[notify];
  LV2_Atom_Forge_Frame whole, frame;
  lv2_atom_forge_set_buffer(&self->forge, (uint8_t*)sequence, sequence->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(&self->forge, &whole, 0);
  if (self->is_asked) {
    tell(self, self->urids.table, self->table, 1);
    tell(self, self->urids.note, self->note, 0);
  }
  if (self->has_changed) {
    lv2_atom_forge_frame_time(&self->forge, 0);
    lv2_atom_forge_object(&self->forge, &frame, 0, self->urids.changed);
    lv2_atom_forge_pop(&self->forge, &frame);
  }
  lv2_atom_forge_pop(&self->forge, &whole);
  self->is_asked = self->has_changed = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Stateful* self = handle;
  LV2_ATOM_SEQUENCE_FOREACH((const LV2_Atom_Sequence*)self->ports[control], event) {
    if (event->body.type == self->urids.object) take(self, (const LV2_Atom_Object*)&event->body);
  }
  const int is_learning = *self->ports[learn] > 0.5f;
  if (is_learning && !self->was_learning) {
    self->steps = (self->steps + 1) % 4;
    self->has_changed = 1;
  }
  self->was_learning = is_learning;
  const float wanted = powf(10.0f, (float)self->steps * -6.0f / 20.0f) * self->table_factor;
  if (self->factor < 0.0f) self->factor = wanted;
  for (uint32_t i = 0; i < frames; ++i) {
    self->factor += fmaxf(-self->step, fminf(self->step, wanted - self->factor));
    self->ports[out][i] = self->factor * self->ports[in][i];
  }
  answer(self);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle to, uint32_t flags,
                             const LV2_Feature* const* features) {
  (void)flags;
  const Stateful* self = handle;
  const uint32_t plain = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  store(to, self->urids.steps, &self->steps, sizeof self->steps, self->urids.integer, plain);
  store(to, self->urids.note, self->note, strlen(self->note) + 1, self->urids.string, plain);
  const LV2_State_Map_Path* map = feature_data(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path* release = feature_data(features, LV2_STATE__freePath);
  if (self->table[0] == 0 || map == NULL) return LV2_STATE_SUCCESS;
  char* path = map->abstract_path(map->handle, self->table);
  store(to, self->urids.table, path, strlen(path) + 1, self->urids.path, plain);
  if (release != NULL) release->free_path(release->handle, path);
  else free(path);
  return LV2_STATE_SUCCESS;
}

static void copy_text(char* to, const void* from, size_t size) {
  memset(to, 0, most_text);
  if (from != NULL && size < most_text) memcpy(to, from, size);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle from,
                                uint32_t flags, const LV2_Feature* const* features) {
  (void)flags;
  Stateful* self = handle;
  size_t size = 0;
  uint32_t type = 0, kind = 0;
  const int32_t* steps = retrieve(from, self->urids.steps, &size, &type, &kind);
  self->steps = steps != NULL && type == self->urids.integer ? *steps : 0;
  const char* note = retrieve(from, self->urids.note, &size, &type, &kind);
  copy_text(self->note, note, size);
  const char* table = retrieve(from, self->urids.table, &size, &type, &kind);
  const LV2_State_Map_Path* map = feature_data(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path* release = feature_data(features, LV2_STATE__freePath);
  char* path = table != NULL && map != NULL ? map->absolute_path(map->handle, table) : NULL;
  copy_text(self->table, path, path == NULL ? 0 : strlen(path) + 1);
  if (path != NULL && release != NULL) release->free_path(release->handle, path);
  else free(path);
  self->table_factor = read_table(self->table);
  self->is_asked = 1;
  return LV2_STATE_SUCCESS;
}

static const void* extension_data(const char* uri) {
  static const LV2_State_Interface state = {save, restore};
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  if (strcmp(uri, LV2_STATE__interface) == 0) return &state;
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &worker : NULL;
}

static const LV2_Descriptor descriptor = {
    URI, instantiate, connect_port, NULL, run, NULL, free, extension_data,
};
TEST_DESCRIPTOR(descriptor)
