// Parameter blocks and the echo.
#include "rig.h"

namespace rowdesk {
namespace {

TEST("a value is seen when the audio thread has it, not before, with its revision") {
  Rig rig;
  open_input_1(rig);
  const double before = rig.revision;
  rig.set("/channel/input/1", "levelDb", -7.3);
  CHECK(rig.seen("/channel/input/1", "levelDb") == 0);
  CHECK(rig.seen_revision == before);
  rig.render(1, silence());
  CHECK(rig.seen("/channel/input/1", "levelDb") == -7.3);
  CHECK(rig.seen_revision == before + 1);
}

TEST("a full ring drops nothing: what waits is sent as one block when there is room") {
  Rig rig;
  open_input_1(rig);
  bool was_full = false;
  for (int i = 0; i < 500; ++i) {
    const Slot slots[] = {rig.slot("/channel/input/" + std::to_string(1 + i % 4), "levelDb")};
    const double values[] = {-0.1 * (i / 4)};
    if (!rig.mixer.apply(++rig.revision, slots, values)) was_full = true;
  }
  CHECK(was_full);
  CHECK(!rig.mixer.flush());
  rig.render(64, silence());
  CHECK(rig.seen_revision < rig.revision);
  CHECK(rig.mixer.flush());
  rig.render(64, silence());
  for (int strip = 1; strip <= 4; ++strip) {
    CHECK_NEAR(rig.seen("/channel/input/" + std::to_string(strip), "levelDb"), -12.4, 1e-9);
  }
  CHECK(rig.seen_revision == rig.revision);
}

TEST("a revision without values is echoed too") {
  Rig rig;
  rig.set_all({});
  rig.render(1, silence());
  rig.seen("/channel/input/1", "levelDb");
  CHECK(rig.seen_revision == rig.revision);
}

TEST("what was desired before the first driver is there at its first sample") {
  Rig rig;
  rig.patch("/channel/input/1", 0);
  rig.set("/channel/input/1", "levelDb", 0);
  rig.set("/channel/input/1", "pan", -100);
  rig.set("/channel/main/1", "levelDb", 0);
  rig.prepare();
  CHECK(rig.render(1, constant(0.5f))[0][0] == 0.5f);
}

TEST("a device with other channel counts is a new prepare; a source beyond its inputs is silent") {
  Rig rig;
  open_input_1(rig);
  rig.patch("/channel/input/1", 3);
  const rd_processor* processor = rig.mixer.processor();
  CHECK(processor->prepare(processor->self, 96000, 64, 2, 1) == 0);
  std::vector<float> loud(64, 0.5f), result(64, 9.0f);
  const float* in[] = {loud.data(), loud.data()};
  float* out[] = {result.data()};
  rig.call(in, out, 64, RD_BLOCK_OFFLINE);
  for (float sample : result) CHECK(sample == 0.0f);
  rig.patch("/channel/input/1", 1);
  for (int i = 0; i < 100; ++i) rig.call(in, out, 64, RD_BLOCK_OFFLINE);
  CHECK_NEAR(result[63], 0.5 * std::sqrt(0.5), 1e-6);
}

TEST("what the ABI doesn't allow is refused by prepare") {
  Rig rig;
  const rd_processor* processor = rig.mixer.processor();
  CHECK(processor->prepare(processor->self, 8000, 64, 2, 2) < 0);
  CHECK(processor->prepare(processor->self, 48000, 0, 2, 2) < 0);
  CHECK(processor->prepare(processor->self, 48000, 4097, 2, 2) < 0);
  CHECK(processor->prepare(processor->self, 192000, 4096, 2, 2) == 0);
}

TEST("the layout: stages in the order of computing, 256 strips at most, DCAs without sound") {
  Rig rig(counts_of(240));
  CHECK(rig.mixer.layout().sounding_strips() == 240 + 2 + 1 + 2 + 2 + 1);
  CHECK(rig.mixer.addresses().find("/channel/dca/1", "levelDb") != no_slot);
  CHECK(rig.mixer.addresses().find("/channel/dca/1", "pan") == no_slot);
  CHECK(rig.mixer.addresses().find("/channel/input/241", "levelDb") == no_slot);
  CHECK(rig.mixer.addresses().find("/channel/main/1", "sourceId") == no_slot);
  bool was_refused = false;
  try {
    Rig too_many(counts_of(249));
  } catch (const std::invalid_argument&) {
    was_refused = true;
  }
  CHECK(was_refused);
}

}  // namespace
}  // namespace rowdesk
