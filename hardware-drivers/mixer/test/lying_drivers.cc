// What a driver says wrongly of its channels: it is refused, and nothing of it is read or written.
#include <cerrno>

#include "rig.h"

namespace rowdesk {
namespace {

int prepare(Mixer& mixer, uint32_t inputs, uint32_t outputs) {
  const auto* processor = mixer.processor();
  return processor->prepare(processor->self, 48000.0, 64, inputs, outputs);
}

TEST("prepare takes the channels that the device described, and no others") {
  Rig rig;
  CHECK(prepare(rig.mixer, 3, 5) == 0);  // nothing was described
  rig.mixer.describe(2, 2);
  CHECK(prepare(rig.mixer, 2, 2) == 0);
  for (const auto& [inputs, outputs] : {std::pair{0u, 0u}, {2u, 3u}, {1u, 2u}, {64u, 64u}, {1000u, 1000u}, {~0u, ~0u}}) {
    CHECK(prepare(rig.mixer, inputs, outputs) == -EINVAL);
  }
  CHECK(prepare(rig.mixer, 2, 2) == 0);
}

TEST("prepare takes 1024 channels at most, whatever was described") {
  Rig rig;
  CHECK(prepare(rig.mixer, 1024, 1024) == 0);
  CHECK(prepare(rig.mixer, 1025, 2) == -EINVAL);
  CHECK(prepare(rig.mixer, 2, 1025) == -EINVAL);
}

TEST("a null pointer in the first block is told, and nothing is computed until the next prepare") {
  Rig rig;
  CHECK(prepare(rig.mixer, 2, 1) == 0);
  float sound[64] = {}, heard[64] = {1.0f};
  const float* const good[] = {sound, sound};
  const float* const bad[] = {sound, nullptr};
  float* const out[] = {heard};
  float* const nowhere[] = {nullptr};
  struct Case {
    const float* const* in;
    float* const* out;
  };
  for (const Case& wrong : {Case{bad, out}, {nullptr, out}, {good, nowhere}, {good, nullptr}}) {
    CHECK(prepare(rig.mixer, 2, 1) == 0);
    CHECK(!rig.mixer.has_null_pointers());
    const uint64_t position = rig.mixer.position();
    for (int block = 0; block < 3; ++block) rig.call(wrong.in, wrong.out, 64, RD_BLOCK_OFFLINE);
    CHECK(rig.mixer.has_null_pointers());
    CHECK(rig.mixer.position() == position);
  }
  CHECK(heard[0] == 1.0f);
  CHECK(prepare(rig.mixer, 2, 1) == 0);
  rig.call(good, out, 64, RD_BLOCK_OFFLINE);
  CHECK(!rig.mixer.has_null_pointers());
  CHECK(heard[0] == 0.0f);
}

}  // namespace
}  // namespace rowdesk
