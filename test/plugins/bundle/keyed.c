/* A gain of two legs that another sound turns down: a peak of the key above -40 dB, by `depth`. It says by how much. */
#include <math.h>
#include "plugin.h"

enum { in_left, in_right, out_left, out_right, key, depth, reduction, port_count };

typedef struct {
  float* ports[port_count];
  float peak;  /* of the key, as it falls */
  float fall;  /* per frame, 100 ms to 37 % */
  float factor;
  float step; /* per frame, 20 ms from 1 to 0 */
} Keyed;

static LV2_Handle instantiate(const LV2_Descriptor* descriptor, double rate, const char* bundle,
                              const LV2_Feature* const* features) {
  (void)descriptor, (void)bundle, (void)features;
  Keyed* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->fall = expf(-1.0f / (0.1f * (float)rate));
  self->step = 1.0f / (0.02f * (float)rate);
  self->factor = 1.0f;
  return self;
}

static void connect_port(LV2_Handle handle, uint32_t port, void* data) {
  if (port < port_count) ((Keyed*)handle)->ports[port] = data;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Keyed* self = handle;
  const float down = powf(10.0f, -*self->ports[depth] / 20.0f);
  for (uint32_t i = 0; i < frames; ++i) {
    self->peak = fmaxf(self->peak * self->fall, fabsf(self->ports[key][i]));
    const float left = (self->peak > 0.01f ? down : 1.0f) - self->factor;
    self->factor += fmaxf(-self->step, fminf(self->step, left));
    self->ports[out_left][i] = self->factor * self->ports[in_left][i];
    self->ports[out_right][i] = self->factor * self->ports[in_right][i];
  }
  *self->ports[reduction] = 20.0f * log10f(self->factor);
}

static const LV2_Descriptor descriptor = {
    TEST_URI "keyed", instantiate, connect_port, NULL, run, NULL, free, NULL,
};
TEST_DESCRIPTOR(descriptor)
