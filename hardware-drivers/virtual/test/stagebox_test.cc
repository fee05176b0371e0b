// Changes while it plays: no clicks, no allocation on the audio thread, memory back when nobody needs it.
#include <cstdlib>
#include <new>

#include "../../lib/sound-files/test/check.h"
#include "fixture.h"

using namespace rowdesk::stagebox;
using namespace rowdesk::stagebox::test;
using namespace rowdesk::test;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
thread_local bool is_audio_thread = false;
thread_local int allocations = 0;
}  // namespace

extern "C" void* __libc_malloc(size_t);
extern "C" void __libc_free(void*);
extern "C" void* malloc(size_t size) {
  if (is_audio_thread) ++allocations;
  return __libc_malloc(size);
}
extern "C" void free(void* memory) {
  if (is_audio_thread && memory != nullptr) ++allocations;
  __libc_free(memory);
}

TEST("the audio thread neither allocates nor frees, whatever changes") {
  TemporaryFolder folder;
  Stagebox box(4, 4);
  PassThrough processor;
  box.prepare(processor.interface, 48000, 256);
  for (uint64_t n = 1; n <= 200; ++n) {
    auto setup = make_setup(n, 4, 4);
    for (uint64_t i = 0; i < 4; ++i) {
      setup->inputs[i].signal = static_cast<Signal>((n + i) % 5);
      setup->inputs[i].level_dbfs = -static_cast<double>(n % 40);
      setup->inputs[i].clip = std::make_shared<Clip>(Clip{"x", std::vector<float>(100 + n, 0.1f)});
      setup->outputs[i].muted = n % 3 == 0;
    }
    if (n % 20 < 10) {
      const Recorder::Order order{.folder = folder.path, .file = "a.wav", .outputs = {0, 3}};
      setup->recorder = std::make_shared<Recorder>(order, [] {});
    }
    box.setups().send(std::move(setup));
    is_audio_thread = true;
    for (int b = 0; b < 5; ++b) box.process(static_cast<uint32_t>(1 + (n * 37) % 256), 0, 0, 0);
    is_audio_thread = false;
  }
  CHECK(allocations == 0);
  is_audio_thread = true;
  std::free(std::malloc(10));
  is_audio_thread = false;
  CHECK(allocations == 2);  // the guard sees what there is to see
  box.release();
}
#endif

namespace {

/** The largest change from one sample to the next but one: a sine of 1 kHz has little, a click has all of it. */
double roughness(const std::vector<float>& samples, size_t from, size_t to) {
  double most = 0;
  for (size_t n = from + 1; n + 1 < to; ++n) {
    most = std::max(most, std::fabs(static_cast<double>(samples[n - 1]) - 2.0 * samples[n] + samples[n + 1]));
  }
  return most;
}

struct Playing {
  Stagebox box{2, 2};
  PassThrough processor;
  uint64_t revision = 1;
  explicit Playing(const InputSetup& input) {
    change([&](Setup& setup) { setup.inputs[0] = input; });
    box.prepare(processor.interface, 48000, 4096);
  }
  ~Playing() { box.release(); }
  template <typename Change>
  void change(Change apply) {
    auto setup = make_setup(revision++, 2, 2);
    setup->inputs = box.setups().applied().inputs;
    setup->outputs = box.setups().applied().outputs;
    apply(*setup);
    box.setups().send(std::move(setup));
    if (!box.is_prepared()) box.settle();
  }
};

}  // namespace

TEST("a level, a gain, a pad, a mute and another signal all change without a click") {
  const InputSetup sine{.signal = Signal::sine, .frequency_hz = 1000, .level_dbfs = -10};
  auto clip = std::make_shared<Clip>();
  for (int n = 0; n < 480; ++n) clip->samples.push_back(static_cast<float>(0.3 * std::cos(2 * M_PI * n / 48)));
  const std::vector<std::function<void(Setup&)>> changes = {
      [](Setup& s) { s.inputs[0].level_dbfs = -50; },
      [](Setup& s) { s.inputs[0].gain_db = 10; },
      [](Setup& s) { s.inputs[0].pad = true; },
      [](Setup& s) { s.inputs[0].frequency_hz = 1500; },
      [](Setup& s) { s.inputs[0].signal = Signal::silence; },
      [&](Setup& s) { s.inputs[0].signal = Signal::file, s.inputs[0].clip = clip; },
      [](Setup& s) { s.outputs[0].muted = true; },
      [](Setup& s) { s.outputs[0].level_db = -30; },
      [](Setup& s) { s.enabled = false; },
  };
  for (const auto& apply : changes) {
    Playing playing(sine);
    // 4812 frames: a quarter turn, the sine is at its top.
    auto samples = run(playing.box, 4812, 64);
    playing.change(apply);
    const auto more = run(playing.box, 9600, 64);
    samples.insert(samples.end(), more.begin(), more.end());
    const double before = roughness(samples, 2000, 4800), after = roughness(more, 4800, 9600);
    // A ramp may bend the curve where it begins and ends; a jump would be thirty times as rough.
    CHECK_UNDER(roughness(samples, 4800, 7000), 1.3 * std::max(before, after));
  }
}

TEST("a sine's phase goes on through changes of level") {
  Playing playing({.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = -20});
  run(playing.box, 1000, 64);
  playing.change([](Setup& s) { s.inputs[0].level_dbfs = -30; });
  run(playing.box, 2000, 64);
  playing.change([](Setup& s) { s.inputs[0].level_dbfs = -20; });
  run(playing.box, 5000, 64);
  const auto out = run(playing.box, 48, 48);
  for (int n = 0; n < 48; ++n) {
    CHECK_NEAR(out[static_cast<size_t>(n)], 0.1 * std::sin(2 * M_PI * 997 * (8000 + n) / 48000.0), 1e-7);
  }
}

TEST("changes at a frame give the same samples in blocks of any size, also while a signal fades over") {
  auto make = [](uint32_t block) {
    Playing playing({.signal = Signal::sine, .level_dbfs = -10});
    auto out = run(playing.box, 1001, block);
    const auto go_on = [&](uint64_t frames) {
      const auto more = run(playing.box, frames, block);
      out.insert(out.end(), more.begin(), more.end());
    };
    playing.change([](Setup& s) { s.inputs[0].signal = Signal::pink; });
    go_on(100);
    playing.change([](Setup& s) { s.inputs[0].signal = Signal::white; });  // while the last fade runs
    go_on(50);
    playing.change([](Setup& s) { s.inputs[0].level_dbfs = -30, s.outputs[0].level_db = -3; });
    go_on(3000);
    return out;
  };
  const auto expected = make(64);
  for (const uint32_t block : {1u, 17u, 1000u, 4096u}) CHECK(make(block) == expected);
}

TEST("a clip lives as long as it is heard, and no longer") {
  Playing playing({.signal = Signal::silence});
  std::weak_ptr<const Clip> watched;
  {
    auto clip = std::make_shared<Clip>(Clip{"x", std::vector<float>(1000, 0.5f)});
    watched = clip;
    playing.change([&](Setup& s) { s.inputs[0].signal = Signal::file, s.inputs[0].clip = clip; });
  }
  run(playing.box, 2000, 64);
  playing.change([](Setup& s) { s.inputs[0].clip = nullptr; });
  const auto fading = run(playing.box, 128, 64);
  playing.box.setups().collect();
  CHECK(!watched.expired());
  CHECK(fading[100] > 0.1f);
  run(playing.box, 1000, 64);
  playing.box.setups().collect();
  CHECK(watched.expired());
}

TEST("what was sent but never taken is replaced by what comes after") {
  Playing playing({});
  for (int n = 0; n < 1000; ++n) playing.change([](Setup& s) { s.inputs[0].level_dbfs = -5; });
  playing.box.process(64, 0, 0, 0);
  CHECK(playing.box.setups().applied().revision == 1001);
}
