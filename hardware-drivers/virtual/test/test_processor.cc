// A processor for tests: output n is input n (round and round), and it remembers how it was called.
#include <napi.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "rowdesk/audio.h"

namespace {

struct TestProcessor {
  rd_processor interface;
  std::atomic<uint32_t> inputs{0}, outputs{0}, largest{0}, flags{0}, busy_us{0};
  std::atomic<uint64_t> blocks{0}, frames{0}, last_position{0}, releases{0}, gaps{0};
  std::atomic<double> rate{0};
  std::atomic<int> refusal{0};
};

TestProcessor& self_of(void* self) { return *static_cast<TestProcessor*>(self); }

int prepare(void* self, double rate, uint32_t, uint32_t inputs, uint32_t outputs) {
  auto& p = self_of(self);
  p.rate = rate;
  p.inputs = inputs;
  p.outputs = outputs;
  p.blocks = p.frames = p.last_position = p.gaps = 0;
  p.largest = p.flags = 0;
  return p.refusal;
}

void release(void* self) { ++self_of(self).releases; }

void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
  auto& p = self_of(self);
  for (uint32_t n = 0; n < p.outputs; ++n) std::memcpy(out[n], in[n % p.inputs], frames * sizeof(float));
  if (time->frame_position != p.last_position) ++p.gaps;
  p.last_position = time->frame_position + frames;
  p.flags = p.flags | time->flags;
  p.largest = std::max(p.largest.load(), frames);
  p.frames += frames;
  ++p.blocks;
  if (const uint32_t busy = p.busy_us.exchange(0)) {
    timespec now, start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
      clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - start.tv_sec) * 1'000'000 + (now.tv_nsec - start.tv_nsec) / 1000 < busy);
  }
}

TestProcessor& given(const Napi::CallbackInfo& info) {
  return self_of(info[0].As<Napi::External<rd_processor>>().Data()->self);
}

Napi::Value make(const Napi::CallbackInfo& info) {
  auto* p = new TestProcessor;
  p->interface = {sizeof(rd_processor), RD_ABI, p, prepare, release, process};
  auto external = Napi::External<rd_processor>::New(
      info.Env(), &p->interface,
      [](Napi::Env, rd_processor* interface) { delete static_cast<TestProcessor*>(interface->self); });
  constexpr napi_type_tag tag{RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};
  napi_type_tag_object(info.Env(), external, &tag);
  return external;
}

Napi::Value state(const Napi::CallbackInfo& info) {
  const auto& p = given(info);
  auto to = Napi::Object::New(info.Env());
  to.Set("inputs", p.inputs.load());
  to.Set("outputs", p.outputs.load());
  to.Set("largest", p.largest.load());
  to.Set("flags", p.flags.load());
  to.Set("blocks", static_cast<double>(p.blocks));
  to.Set("frames", static_cast<double>(p.frames));
  to.Set("position", static_cast<double>(p.last_position));
  to.Set("gaps", static_cast<double>(p.gaps));
  to.Set("releases", static_cast<double>(p.releases));
  to.Set("rate", p.rate.load());
  return to;
}

// The next block takes so many microseconds.
void dawdle(const Napi::CallbackInfo& info) { given(info).busy_us = info[1].ToNumber().Uint32Value(); }
// The next prepare answers with this negative errno.
void refuse(const Napi::CallbackInfo& info) { given(info).refusal = info[1].ToNumber().Int32Value(); }

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("make", Napi::Function::New(env, make));
  exports.Set("state", Napi::Function::New(env, state));
  exports.Set("dawdle", Napi::Function::New(env, dawdle));
  exports.Set("refuse", Napi::Function::New(env, refuse));
  return exports;
}

}  // namespace

NODE_API_MODULE(test_processor, define)
