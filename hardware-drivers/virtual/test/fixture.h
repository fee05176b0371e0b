// A stagebox with a processor that passes inputs on to outputs.
#pragma once
#include <cstring>
#include <memory>
#include <vector>

#include "../../lib/sound-files/test/temporary_folder.h"
#include "../src/stagebox.h"

namespace rowdesk::stagebox::test {

using rowdesk::test::TemporaryFolder;

struct PassThrough {
  uint32_t inputs = 0, outputs = 0;
  std::vector<rd_block_time> times;
  rd_processor interface{sizeof(rd_processor), RD_ABI, this,
                    [](void* self, double, uint32_t, uint32_t in, uint32_t out) {
                      auto& p = *static_cast<PassThrough*>(self);
                      p.inputs = in, p.outputs = out;
                      p.times.clear();
                      p.times.reserve(1 << 20);
                      return 0;
                    },
                    [](void*) {},
                    [](void* self, const float* const* in, float* const* out, uint32_t frames,
                       const rd_block_time* time) {
                      auto& p = *static_cast<PassThrough*>(self);
                      for (uint32_t n = 0; n < p.outputs; ++n) {
                        std::memcpy(out[n], in[n % p.inputs], frames * sizeof(float));
                      }
                      if (p.times.size() < p.times.capacity()) p.times.push_back(*time);
                    }};
};

inline std::unique_ptr<Setup> make_setup(uint64_t revision, uint32_t inputs, uint32_t outputs) {
  auto setup = std::make_unique<Setup>();
  setup->revision = revision;
  setup->inputs.resize(inputs);
  setup->outputs.resize(outputs);
  return setup;
}

/** Runs blocks of `block` frames and keeps what output 0 gave. */
inline std::vector<float> run(Stagebox& box, uint64_t frames, uint32_t block) {
  std::vector<float> out;
  while (frames > 0) {
    const auto part = static_cast<uint32_t>(std::min<uint64_t>(frames, block));
    box.process(part, 0, 0, 0);
    out.insert(out.end(), box.output(0), box.output(0) + part);
    frames -= part;
  }
  return out;
}

}  // namespace rowdesk::stagebox::test
