// The real threads: clock, control and writer at once; run under ThreadSanitizer.
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <cstring>
#include <fstream>

#include "../src/timer_clock.h"
#include "../../lib/sound-files/src/wav_reader.h"
#include "../../lib/sound-files/test/check.h"
#include "fixture.h"

using namespace rowdesk;
using namespace rowdesk::sound;
using namespace rowdesk::stagebox;
using namespace rowdesk::stagebox::test;
using namespace rowdesk::test;

namespace {

template <typename Condition>
bool comes_true(Condition condition) {
  for (int n = 0; n < 20000; ++n) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

std::vector<float> channel_of(const std::string& folder, const std::string& file, uint32_t channel) {
  FileBytes bytes(open_to_read(folder, file));
  return WavReader(bytes).read_channel(channel, 1 << 30);
}

}  // namespace

TEST("setups go back and forth while the clock runs, and the newest arrives") {
  Stagebox box(8, 8);
  PassThrough processor;
  box.prepare(processor.interface, 48000, 32);
  TimerClock clock(box);
  clock.start(48000, 32);
  for (uint64_t n = 1; n <= 3000; ++n) {
    auto setup = make_setup(n, 8, 8);
    for (auto& input : setup->inputs) {
      input.signal = static_cast<Signal>(n % 5);
      input.clip = std::make_shared<Clip>(Clip{"x", std::vector<float>(64, 0.5f)});
    }
    box.setups().send(std::move(setup));
    CHECK(box.setups().applied().inputs.size() == 8);
    if (n % 10 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
    clock.figures();
  }
  CHECK(comes_true([&] { return box.setups().applied().revision == 3000; }));
  clock.stop();
  box.release();
  CHECK(clock.figures().thread.frames > 0);
}

TEST("the clock's frames are without gaps but for those it counts") {
  Stagebox box(1, 1);
  PassThrough processor;
  box.prepare(processor.interface, 48000, 64);
  TimerClock clock(box);
  clock.start(48000, 64);
  CHECK(comes_true([&] { return clock.figures().thread.frames > 9600; }));
  clock.stop();
  const auto figures = clock.figures().thread;
  uint64_t expected = 0, gaps = 0;
  for (const rd_block_time& time : processor.times) {
    if (time.frame_position != expected) {
      gaps += time.frame_position - expected;
      CHECK(time.flags == RD_BLOCK_XRUN);
    }
    CHECK(time.size == sizeof(rd_block_time) && time.abi == RD_ABI);
    expected = time.frame_position + 64;
  }
  CHECK(gaps == figures.lost_frames);
  CHECK(processor.times.size() * 64 == figures.frames);
  box.release();
}

TEST("a clock that runs ahead has each frame once, and the recording all of them") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/freewheel";
  const auto order = [&](uint64_t frames) {
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).write(reinterpret_cast<const char*>(&frames), sizeof frames);
  };
  std::ofstream(path, std::ios::binary) << std::string(sizeof(uint64_t), '\0');
  const uint64_t before = 48000 * 3600ull, ahead = 48000 * 30;
  order(before);  // of an earlier clock, which has run them
  Stagebox box(1, 1);
  PassThrough processor;
  auto playing = make_setup(1, 1, 1);
  playing->inputs[0] = {.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = -20};
  // Less than is run ahead, so that the clock has to wait for the writer.
  playing->recorder =
      std::make_shared<Recorder>(Recorder::Order{.folder = folder.path, .file = "a.wav", .outputs = {0}, .ring_s = 1}, [] {});
  const auto recorder = playing->recorder;
  box.setups().send(std::move(playing));
  box.prepare(processor.interface, 48000, 256);
  TimerClock clock(box);
  clock.start(48000, 256, path);
  CHECK(comes_true([&] { return recorder->state().frames > 0; }));
  CHECK(recorder->state().frames < before);
  order(before + ahead);
  CHECK(comes_true([&] { return recorder->state().frames > ahead; }));
  clock.stop();
  box.release();
  uint64_t expected = 0, run_ahead = 0;
  for (const rd_block_time& time : processor.times) {
    if ((time.flags & RD_BLOCK_XRUN) == 0) CHECK(time.frame_position == expected);
    if ((time.flags & RD_BLOCK_FREEWHEEL) != 0) run_ahead += 256;
    expected = time.frame_position + 256;
  }
  CHECK(run_ahead == ahead);
  const auto figures = clock.figures().thread;
  recorder->end();
  CHECK(comes_true([&] { return recorder->state().closed; }));
  CHECK(recorder->state().lost == 0);
  const auto samples = channel_of(folder.path, "a.wav", 1);
  CHECK(samples.size() > ahead);
  if (figures.lost_frames == 0) CHECK_UNDER(fit_sine(samples, 997.0 / 48000).residual_db, -120);
}

TEST("without a file to count in, a clock waits") {
  TemporaryFolder folder;
  std::ofstream(folder.path + "/short") << "none";
  for (const std::string& path : {std::string(), folder.path + "/none", folder.path + "/short"}) {
    Freewheel freewheel;
    freewheel.open(path);
    CHECK(!freewheel.is_due());
  }
}

TEST("a recording holds every frame from its first block to its last, and rolls on when a file is full") {
  TemporaryFolder folder;
  Stagebox box(2, 2);
  PassThrough processor;
  auto playing = make_setup(1, 2, 2);
  playing->inputs[0] = {.signal = Signal::sine, .frequency_hz = 997, .level_dbfs = -20};
  auto quiet = std::make_unique<Setup>(*playing);
  quiet->revision = 2;
  playing->recorder = std::make_shared<Recorder>(
      Recorder::Order{.folder = folder.path, .file = "a.wav", .outputs = {1, 0}, .most_data_bytes = 8 * 10000}, [] {});
  const auto recorder = playing->recorder;
  box.setups().send(std::move(playing));
  box.prepare(processor.interface, 48000, 64);
  TimerClock clock(box);
  clock.start(48000, 64);
  CHECK(comes_true([&] { return recorder->state().frames > 24000; }));
  box.setups().send(std::move(quiet));
  CHECK(comes_true([&] { return recorder->state().closed; }));
  clock.stop();
  box.release();
  const auto state = recorder->state();
  CHECK(state.fault.empty() && state.lost == 0 && state.frames % 64 == 0);
  std::vector<float> samples, silence;
  for (int part = 1; samples.size() < state.frames; ++part) {
    const std::string file = part == 1 ? "a.wav" : "a-" + std::to_string(part) + ".wav";
    const auto more = channel_of(folder.path, file, 2), none = channel_of(folder.path, file, 1);
    samples.insert(samples.end(), more.begin(), more.end());
    silence.insert(silence.end(), none.begin(), none.end());
  }
  CHECK(samples.size() == state.frames && samples.size() > 24000);
  CHECK(rms(silence) == 0);
  if (clock.figures().thread.lost_frames == 0) CHECK_UNDER(fit_sine(samples, 997.0 / 48000).residual_db, -140);
}

TEST("the file is whole at every moment, as if the process were killed right then") {
  TemporaryFolder folder;
  Recorder recorder({.folder = folder.path, .file = "a.wav", .outputs = {0}}, [] {});
  std::vector<float> block(480);
  const float* planes[] = {block.data()};
  const size_t head = sound::WaveHeader({}, 1, 48000).bytes().size();
  uint64_t put = 0, seen = 0;
  for (int n = 0; n < 100; ++n) {
    for (float& sample : block) sample = static_cast<float>(put++);
    recorder.put(planes, 480);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    std::ifstream file(folder.path + "/a.wav", std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    uint32_t data = 0;
    std::memcpy(&data, bytes.data() + head - 4, 4);
    CHECK(head + data <= bytes.size());
    for (uint32_t at = 0; at < data; at += 4) {
      float sample;
      std::memcpy(&sample, bytes.data() + head + at, 4);
      if (sample != static_cast<float>(at / 4)) CHECK(false);
    }
    seen = data / 4;
  }
  CHECK(seen > 0);
}

TEST("when the disk is too slow, lost frames are counted and the rest is in order") {
  TemporaryFolder folder;
  std::vector<float> block(4096);
  const float* planes[] = {block.data()};
  uint64_t lost = 0;
  {
    Recorder recorder({.folder = folder.path, .file = "a.wav", .outputs = {0}, .ring_s = 0.2}, [] {});
    for (int n = 0; n < 8; ++n) {
      std::fill(block.begin(), block.end(), static_cast<float>(n));
      recorder.put(planes, 4096);
    }
    lost = recorder.state().lost;
  }
  const auto kept = channel_of(folder.path, "a.wav", 1);
  CHECK(lost > 0 && lost % 4096 == 0);
  CHECK(kept.size() == 8 * 4096 - lost);
  CHECK(std::is_sorted(kept.begin(), kept.end()));
}

TEST("a recording never overwrites, and an empty one leaves nothing behind") {
  TemporaryFolder folder;
  std::ofstream(folder.path + "/a.wav") << "precious";
  std::vector<float> block(64, 0.5f);
  const float* planes[] = {block.data()};
  {
    Recorder recorder({.folder = folder.path, .file = "a.wav", .outputs = {0}}, [] {});
    CHECK(recorder.state().file == "a-2.wav");
    recorder.put(planes, 64);
  }
  { Recorder recorder({.folder = folder.path, .file = "b.wav", .outputs = {0}}, [] {}); }
  CHECK(std::filesystem::file_size(folder.path + "/a.wav") == 8);
  CHECK(channel_of(folder.path, "a-2.wav", 1).size() == 64);
  CHECK(!std::filesystem::exists(folder.path + "/b.wav"));
}

TEST("a disk that takes no more ends the recording with a reason, and what it took can be read") {
  TemporaryFolder folder;
  // Stands for a full disk: writes beyond this size fail.
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, before.rlim_max};
  std::vector<float> block(4800, 0.25f);
  const float* planes[] = {block.data()};
  std::atomic<int> told{0};
  {
    Recorder recorder({.folder = folder.path, .file = "a.wav", .outputs = {0}}, [&] { ++told; });
    setrlimit(RLIMIT_FSIZE, &small);
    for (int n = 0; n < 10; ++n) recorder.put(planes, 4800);
    CHECK(comes_true([&] { return recorder.state().closed; }));
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(recorder.state().fault.find("a.wav") == 0);
    recorder.put(planes, 4800);
    CHECK(recorder.state().lost == 0);
  }
  CHECK(told == 1);
  const auto kept = channel_of(folder.path, "a.wav", 1);
  CHECK(kept.size() > 20'000 && kept.size() <= 25'000);
  for (const float sample : kept) CHECK(sample == 0.25f);
}

TEST("a recording ends before it takes the room that the desk needs, and none begins there") {
  TemporaryFolder folder;
  static std::atomic<uint64_t> free{64 << 20};
  const auto room = [](const std::string&) { return Room{.free = free, .total = 200ull << 20}; };
  CHECK(Recorder::reserve_of(200ull << 20) == 10ull << 20);
  CHECK(Recorder::reserve_of(1ull << 40) == 200ull << 20);
  std::vector<float> block(4800, 0.25f);
  const float* planes[] = {block.data()};
  {
    Recorder recorder({.folder = folder.path, .file = "a.wav", .outputs = {0}, .room = room}, [] {});
    for (int n = 0; n < 10; ++n) recorder.put(planes, 4800);
    CHECK(comes_true([&] { return recorder.state().frames == 48000; }));
    CHECK(!recorder.state().closed);
    free = 10 << 20;
    recorder.put(planes, 4800);
    CHECK(comes_true([&] { return recorder.state().closed; }));
    CHECK(recorder.state().fault.find("a.wav: the disk is nearly full") == 0);
  }
  CHECK(channel_of(folder.path, "a.wav", 1).size() == 48000);
  std::string fault;
  try {
    Recorder recorder({.folder = folder.path, .file = "b.wav", .outputs = {0}, .room = room}, [] {});
  } catch (const FileError& error) {
    fault = error.what();
  }
  CHECK(fault.find("no room for ten seconds") != std::string::npos);
  CHECK(!std::filesystem::exists(folder.path + "/b.wav"));
}
