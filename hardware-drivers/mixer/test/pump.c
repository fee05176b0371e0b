/* An offline driver for the tests of index.ts: takes the mixer's external as any driver does and calls it block by
 * block. In C, so that the headers are proven to be C. pump(processor, rate, inputs, outputs, frames, block): prepares,
 * feeds channel c with a 1 kHz sine of -20 dBFS where c is even, and returns the outputs as Float32Arrays. Without
 * `rate` (0) it goes on where it was. */
#include <math.h>
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include <rowdesk/audio.h>

static const napi_type_tag processor_tag = {RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};
static uint64_t position;

static double number(napi_env env, napi_value value) {
  double result = 0;
  napi_get_value_double(env, value, &result);
  return result;
}

static napi_value pump(napi_env env, napi_callback_info info) {
  napi_value arguments[6];
  size_t count = 6;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  bool is_processor = false;
  void* data = NULL;
  napi_check_object_type_tag(env, arguments[0], &processor_tag, &is_processor);
  if (!is_processor || napi_get_value_external(env, arguments[0], &data) != napi_ok) {
    napi_throw_error(env, NULL, "not a processor");
    return NULL;
  }
  rd_processor* processor = data;
  const double rate = number(env, arguments[1]);
  const uint32_t inputs = (uint32_t)number(env, arguments[2]);
  const uint32_t outputs = (uint32_t)number(env, arguments[3]);
  const uint32_t frames = (uint32_t)number(env, arguments[4]);
  const uint32_t block = (uint32_t)number(env, arguments[5]);
  if (rate > 0) {
    position = 0;
    if (processor->prepare(processor->self, rate, block, inputs, outputs) != 0) {
      napi_throw_error(env, NULL, "prepare failed");
      return NULL;
    }
  }
  float* const sine = malloc(block * sizeof(float));
  float* const silence = calloc(block, sizeof(float));
  const float** const in = malloc((inputs + 1) * sizeof(float*));
  float** const results = malloc((outputs + 1) * sizeof(float*));
  float** const out = malloc((outputs + 1) * sizeof(float*));
  napi_value list;
  napi_create_array_with_length(env, outputs, &list);
  for (uint32_t channel = 0; channel < outputs; ++channel) {
    napi_value buffer, array;
    void* memory = NULL;
    napi_create_arraybuffer(env, frames * sizeof(float), &memory, &buffer);
    napi_create_typedarray(env, napi_float32_array, frames, buffer, 0, &array);
    napi_set_element(env, list, channel, array);
    results[channel] = memory;
  }
  for (uint32_t done = 0; done < frames;) {
    const uint32_t now = frames - done < block ? frames - done : block;
    for (uint32_t i = 0; i < now; ++i) sine[i] = (float)(0.1 * sin(6.283185307179586 * (double)((position + i) % 48) / 48.0));
    for (uint32_t channel = 0; channel < inputs; ++channel) in[channel] = channel % 2 == 0 ? sine : silence;
    for (uint32_t channel = 0; channel < outputs; ++channel) out[channel] = results[channel] + done;
    const rd_block_time time = {sizeof time, RD_ABI, position, 0, 0, RD_BLOCK_OFFLINE, 0};
    processor->process(processor->self, in, out, now, &time);
    done += now;
    position += now;
  }
  free(sine);
  free(silence);
  free(in);
  free(results);
  free(out);
  return list;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "pump", NAPI_AUTO_LENGTH, pump, NULL, &function);
  napi_set_named_property(env, exports, "pump", function);
  return exports;
}
