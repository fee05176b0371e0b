/* A gain of one leg, late by a latency that it reports, unless `told` is another one to report. Gain 0 dB copies bit by bit, as late as it says. */
#include <math.h>
#include "plugin.h"

enum { in, out, gain, latency, reported, told, port_count };
enum { ring_frames = 4096, most_latency = 2000 };

typedef struct {
  float* ports[port_count];
  float ring[ring_frames];
  uint32_t at;
  float factor;      /* of the last sample */
  float ramp_frames; /* from silence to 0 dB */
} Gain;

static LV2_Handle instantiate(const LV2_Descriptor* descriptor, double rate, const char* bundle,
                              const LV2_Feature* const* features) {
  (void)descriptor, (void)bundle, (void)features;
  Gain* self = calloc(1, sizeof *self);
  if (self != NULL) self->ramp_frames = (float)(rate * 0.02);
  return self;
}

static void connect_port(LV2_Handle handle, uint32_t port, void* data) {
  if (port < port_count) ((Gain*)handle)->ports[port] = data;
}

static float wanted(const Gain* self) {
  const float db = *self->ports[gain];
  return db == 0.0f ? 1.0f : powf(10.0f, db / 20.0f);
}

static void activate(LV2_Handle handle) {
  Gain* self = handle;
  memset(self->ring, 0, sizeof self->ring);
  self->factor = -1.0f; /* the first block begins with its gain */
}

static void run(LV2_Handle handle, uint32_t frames) {
  Gain* self = handle;
  const float target = wanted(self), step = 1.0f / self->ramp_frames;
  const float asked = *self->ports[latency];
  const uint32_t late = asked > 0.0f ? (asked < most_latency ? (uint32_t)asked : most_latency) : 0;
  if (self->factor < 0.0f) self->factor = target;
  for (uint32_t i = 0; i < frames; ++i) {
    self->ring[self->at % ring_frames] = self->ports[in][i];
    const float left = target - self->factor;
    self->factor = fabsf(left) <= step ? target : self->factor + (left > 0.0f ? step : -step);
    self->ports[out][i] = self->factor * self->ring[(self->at - late) % ring_frames];
    ++self->at;
  }
  *self->ports[reported] = *self->ports[told] < 0.0f ? (float)late : *self->ports[told];
}

static const LV2_Descriptor descriptor = {
    TEST_URI "gain", instantiate, connect_port, activate, run, NULL, free, NULL,
};
TEST_DESCRIPTOR(descriptor)
