// What a service manager hears: audio that moves on, and nothing else.
#include "engine/life_sign.h"

#include "rig.h"
#include "service_manager.h"

namespace rowdesk {
namespace {

constexpr uint64_t ms = 1'000'000;
constexpr uint64_t timeout_ns = 1000 * ms;

struct Listening {
  explicit Listening(bool has_path = false) : manager(has_path), sign(LifeSign::to({manager.name(), timeout_ns})) {}
  // Every 10 ms, as the timer does; so many frames are processed in each.
  int after(int duration_ms, uint64_t frames_each, bool is_driven = true) {
    int heard = 0;
    for (int i = 0; i < duration_ms / 10; ++i) {
      sign->tick(now_ns += 10 * ms, is_driven, frames += frames_each);
      heard += manager.heard();
    }
    return heard;
  }
  ServiceManager manager;
  std::unique_ptr<LifeSign> sign;
  uint64_t now_ns = 1, frames = 0;
};

TEST("audio that moves on is reported four times within the manager's timeout") {
  for (const bool has_path : {false, true}) {
    Listening listening(has_path);
    CHECK(listening.after(10'000, 480) == 40);
  }
}

TEST("audio that stands still is silence, until it moves on again") {
  Listening listening;
  CHECK(listening.after(1000, 480) == 4);
  listening.after(250, 0);  // what moved before is still told
  CHECK(listening.after(10'000, 0) == 0);
  CHECK(listening.after(1000, 1) == 4);
}

TEST("while nothing drives nothing is said, and what is processed then is no sign") {
  Listening listening;
  CHECK(listening.after(1000, 480) == 4);
  CHECK(listening.after(10'000, 480, false) == 0);
  listening.after(250, 0, false);
  CHECK(listening.after(10'000, 0) == 0);
}

TEST("a manager that has gone costs nothing") {
  auto manager = std::make_unique<ServiceManager>();
  const auto sign = LifeSign::to({manager->name(), timeout_ns});
  manager.reset();
  for (uint64_t i = 1; i < 10; ++i) sign->tick(i * timeout_ns, true, i);
}

TEST("a manager that takes nothing is not waited for") {
  Listening listening;
  for (uint64_t i = 1; i < 10'000; ++i) listening.sign->tick(i * timeout_ns, true, i);
  const int heard = listening.manager.heard();
  CHECK(heard > 0 && heard < 9'999);
}

TEST("without a manager, or with a socket that can be none, there is nobody to tell") {
  for (const std::string& name : {std::string(), std::string("@"), std::string("notify"), "/" + std::string(200, 'x')}) {
    CHECK(LifeSign::to({name, timeout_ns}) == nullptr);
  }
}

// A mixer with a driver that plays blocks of 10 ms in real time, for as long as it does.
struct Driven {
  Driven() { processor->prepare(processor->self, 48000, 480, 1, 1); }
  int after(int duration_ms, bool plays, uint32_t flags = 0) {
    int heard = 0;
    for (int i = 0; i < duration_ms / 10; ++i) {
      now_ns += 10 * ms;
      const rd_block_time time = {sizeof(rd_block_time), RD_ABI, 0, now_ns, 0, flags, 0};
      const float* const ins[] = {in.data()};
      float* const outs[] = {out.data()};
      if (plays) processor->process(processor->self, ins, outs, 480, &time);
      mixer.tick(now_ns);
      mixer.notify_manager(now_ns);
      heard += manager.heard();
    }
    return heard;
  }
  ServiceManager manager;
  Mixer mixer{counts_of(1), {find_kernel(""), false, {}, built_in_processors(), built_in_fields(), {manager.name(), timeout_ns}}};
  const rd_processor* processor = mixer.processor();
  std::vector<float> in = std::vector<float>(480), out = std::vector<float>(480);
  uint64_t now_ns = 1000 * ms;
};

TEST("a driver that plays is heard of; one that hangs is not, although the timer makes blocks in its place") {
  Driven driven;
  CHECK(driven.mixer.notifies_manager());
  CHECK(driven.after(10'000, true) == 40);
  driven.after(250, false);
  const uint64_t position = driven.mixer.position();
  CHECK(driven.after(10'000, false) == 0);
  CHECK(driven.mixer.position() > position);
  CHECK(driven.mixer.notifies_manager());
  CHECK(driven.after(1000, true) == 4);
}

TEST("without a driver, and offline, it is not the mixer that tells") {
  Driven driven;
  driven.after(1000, true, RD_BLOCK_OFFLINE);
  CHECK(!driven.mixer.notifies_manager());
  CHECK(driven.after(10'000, true, RD_BLOCK_OFFLINE) == 0);
  driven.after(1000, true);
  CHECK(driven.mixer.notifies_manager());
  driven.processor->release(driven.processor->self);
  CHECK(!driven.mixer.notifies_manager());
  CHECK(driven.after(10'000, false) == 0);
  CHECK(!Rig().mixer.notifies_manager());  // it has no manager
}

}  // namespace
}  // namespace rowdesk
