// The slots of inserts: when they come and go, on which strips, and who may have one.
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <cmath>
#include <filesystem>
#include <thread>

#include "hosted_desk.h"

namespace rowdesk {
namespace {

// The ramp of 20 ms between two sounds that are as loud and may be opposite.
constexpr double step_of_fade = step_of_tone + 2.0 * amplitude / 960.0 + 1e-6;

bool is_late_by(const std::vector<float>& out, uint64_t begin, uint64_t frames, float gain, uint32_t channel = 0) {
  for (uint32_t i = 0; i < out.size(); ++i) {
    if (out[i] != gain * noise_at(channel, begin + i - frames)) return false;
  }
  return true;
}

auto times(float gain) {
  return [=](uint32_t, uint64_t, float sample, float) { return gain * sample; };
}

TEST("a plugin that is chosen and taken out under sound makes no step, and leaves no file") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  std::vector<float> out = desk.render(4800, tone(), 64)[0];
  const auto go_on = [&](uint32_t frames) {
    const std::vector<float> more = desk.render(frames, tone(), 64)[0];
    out.insert(out.end(), more.begin(), more.end());
  };
  CHECK(desk.is_there(RD_INSERT_WAKE_LINK) && !desk.is_there("input-1-insert1"));
  {
    InsertRack& rack = desk.insert(strip_path);
    rack.plugin = times(-1.0f);
    CHECK(desk.is_there("input-1-insert1"));
    go_on(9600);
    CHECK(desk.state().heard == HostedHeard::plugin);
    const uint32_t number = desk.set(strip_path, 1, false);
    CHECK(desk.is_there("input-1-insert1"));
    go_on(64);
    CHECK(desk.rig.mixer.applied_inserts() == number);
    go_on(9600);
    CHECK(desk.state().heard == HostedHeard::none && !desk.is_there("input-1-insert1"));
    CHECK(rack.slot().has_ended == 1);
  }
  // Chosen again before it is out, it stays.
  desk.racks.clear();
  desk.insert(strip_path);
  go_on(4800);
  desk.set(strip_path, 1, false);
  go_on(320);
  desk.set(strip_path, 1, true);
  go_on(4800);
  CHECK(desk.is_there("input-1-insert1") && desk.state().heard == HostedHeard::plugin);
  CHECK(largest_step(out) <= step_of_fade);
  desk.set(strip_path, 1, false);
  desk.racks.clear();
  desk.render(9600, noise(), 64);
  const uint64_t begin = out.size() + 9600;
  CHECK(is_late_by(desk.render(640, noise(), 64)[0], begin, 0, 1.0f));
}

TEST("a bypass is no gap: the dry sound is as late, and both ways take 20 ms") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  desk.insert(strip_path, 1, 100).plugin = times(-1.0f);
  std::vector<float> out = desk.render(9600, tone(), 64)[0];
  for (const bool is_enabled : {false, true, false}) {
    desk.set(strip_path, 1, true, is_enabled);
    const std::vector<float> more = desk.render(4800, tone(), 64)[0];
    out.insert(out.end(), more.begin(), more.end());
    CHECK(desk.state().heard == (is_enabled ? HostedHeard::plugin : HostedHeard::dry));
    CHECK(desk.state().delay_frames == 164 && desk.rig.mixer.latency(0) == 164);
  }
  CHECK(largest_step(out) <= step_of_fade);
  const uint64_t begin = out.size();
  desk.render(640, noise(), 64);
  CHECK(is_late_by(desk.render(640, noise(), 64)[0], begin + 640, 164, 1.0f));
}

TEST("a latency that changes is followed by the dry sound and by the other paths, up to two seconds; nonsense is none") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path);
  desk.set(strip_path, 1, true, false);
  uint64_t begin = 0;
  const auto render = [&](uint32_t frames, const Sound& sound) {
    begin += frames;
    return desk.render(frames, sound, 64)[0];
  };
  render(9600, tone());
  for (const uint32_t frames : {480u, 48u, 9000u, 96000u, 0u, 96001u, ~0u, 24u}) {
    __atomic_store_n(&rack.returned().latency_frames, frames, __ATOMIC_RELAXED);
    CHECK(largest_step(render(110400, tone())) <= step_of_fade);
    const uint32_t heard = frames <= 96000 ? frames : 0;
    CHECK(desk.state().delay_frames == 64 + heard && desk.rig.mixer.latency(0) == 64 + heard);
    render(110400, noise());
    const uint64_t now = begin;
    CHECK(is_late_by(render(640, noise()), now, 64 + heard, 1.0f));
    render(110400, tone());
  }
}

TEST("an offset corrects what a rack says of its latency, to the frame, within 0 and two seconds, without a step") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path, 1, 140);
  const auto says = [&](uint32_t frames) { __atomic_store_n(&rack.returned().latency_frames, frames, __ATOMIC_RELAXED); };
  desk.set(strip_path, 1, true, false);
  desk.render(9600, tone(), 64);
  uint64_t begin = 9600;
  const auto render = [&](uint32_t frames, const Sound& sound) {
    begin += frames;
    return desk.render(frames, sound, 64)[0];
  };
  struct Case {
    uint32_t said;
    int32_t offset;
    uint32_t heard;
  };
  for (const auto [said, offset, heard] : {Case{100, 40, 140}, {100, -30, 70}, {100, -101, 0}, {8000, 8192, 16192},
                                           {96000, 1, 96000}, {96000, -96000, 0}, {0, -8192, 0}, {24, 0, 24}}) {
    says(said);
    desk.rig.mixer.set_insert_offset(0, 0, offset);
    desk.rig.mixer.flush();
    CHECK(desk.state().latency_frames == heard);
    CHECK(largest_step(render(110400, tone())) <= step_of_fade);
    CHECK(desk.state().delay_frames == 64 + heard && desk.rig.mixer.latency(0) == 64 + heard);
    render(110400, noise());
    const uint64_t now = begin;
    CHECK(is_late_by(render(640, noise()), now, 64 + heard, 1.0f));
    render(110400, tone());
  }
}

TEST("a strip whose plugin says a wrong latency cancels its twin once the offset is right; it outlasts plugin and block") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.patch("/channel/input/2", 0);
  desk.rig.set_all({{"/channel/input/2", "levelDb", 0}, {"/channel/input/2", "pan", -100}});
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path, 1, 140);
  rack.plugin = times(-1.0f);
  const auto says = [&](uint32_t frames) { __atomic_store_n(&rack.returned().latency_frames, frames, __ATOMIC_RELAXED); };
  const auto sum_db = [&](uint32_t block) {
    desk.render(19200, noise(), block);
    return peak_db(desk.render(640, noise(), block)[0]);
  };
  says(100);
  CHECK(sum_db(64) > -10.0);
  const uint32_t number = desk.rig.mixer.set_insert_offset(0, 0, 40);
  desk.rig.mixer.flush();
  CHECK(sum_db(64) < -120.0);
  CHECK(desk.rig.mixer.applied_inserts() == number && desk.state().latency_frames == 140);
  desk.rig.mixer.set_insert_offset(0, 0, 41);
  desk.rig.mixer.flush();
  CHECK(sum_db(64) > -10.0);
  desk.rig.mixer.set_insert_offset(0, 0, 40);
  desk.set(strip_path, 1, false);
  desk.render(9600, noise(), 64);
  CHECK(desk.state().latency_frames == 0 && desk.rig.mixer.latency(0) == 0);
  desk.set(strip_path, 1, true);
  CHECK(desk.state().latency_frames == 40);
  desk.rig.most_frames = 256;
  desk.rig.prepare();
  rack.attach();
  rack.begin();
  says(100);
  CHECK(sum_db(256) < -120.0);
  CHECK(desk.state().delay_frames == 256 + 140);
}

TEST("inserts in series, on a strip of two legs, and on buses, are a block late each") {
  HostedDesk desk(128, whole_desk());
  open_strip(desk.rig);
  desk.rig.prepare();
  desk.insert(strip_path, 1).plugin = times(-1.0f);
  desk.insert(strip_path, 2).plugin = times(0.5f);
  InsertRack& main = desk.insert("/channel/main/1", 1, 10);
  main.plugin = [](uint32_t leg, uint64_t, float sample, float) { return leg == 0 ? 4.0f * sample : 0.25f; };
  CHECK(main.slot().legs == 2);
  desk.render(9600, noise(), 128);
  const Channels out = desk.render(1280, noise(), 128);
  CHECK(is_late_by(out[0], 9600, 3 * 128 + 10, -2.0f));
  CHECK(std::ranges::all_of(out[1], [](float sample) { return sample == 0.25f; }));
  CHECK(desk.rig.mixer.latency(0) == 256 && desk.rig.mixer.latency(desk.strip_of("/channel/main/1")) == 138);
  for (const char* path : {"/channel/input/1", "/channel/fxReturn/1", "/channel/aux/1", "/channel/mix/1", "/channel/matrix/1"}) {
    desk.racks.clear();
    desk.insert(path, 2);
    desk.render(640, noise(), 128);
    CHECK(desk.racks[0]->slot().written >= 640);
  }
}

TEST("the strips of a linked pair have a slot each") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.patch("/channel/input/2", 1);
  desk.rig.set_all({{"/channel/input/2", "levelDb", 0}, {"/channel/input/1", "stereoLink", 1}, {"/channel/input/1", "pan", 0}});
  desk.rig.prepare();
  desk.insert("/channel/input/1").plugin = times(-1.0f);
  desk.insert("/channel/input/2").plugin = times(0.5f);
  desk.render(9600, noise(), 64);
  const Channels out = desk.render(640, noise(), 64);
  CHECK(is_late_by(out[0], 9600, 64, -1.0f) && is_late_by(out[1], 9600, 64, 0.5f, 1));
}

TEST("a key is in the slot: Post-Trim of another strip, or silence") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.patch("/channel/input/2", 1);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path);
  rack.plugin = [](uint32_t, uint64_t, float, float key) { return key; };
  desk.render(9600, noise(), 64);
  CHECK(rack.slot().has_key == 0 && peak_db(desk.render(640, noise(), 64)[0]) < -200.0);
  const std::string key = processor_path("insert1") + "/key";
  desk.rig.set(key, "source", desk.strip_of("/channel/input/2") + 1.0);
  desk.render(640, noise(), 64);
  CHECK(rack.slot().has_key == 1);
  CHECK(is_late_by(desk.render(640, noise(), 64)[0], 9600 + 1280, 64, 1.0f, 1));
  desk.rig.set(key, "source", 0);
  desk.render(640, noise(), 64);
  CHECK(rack.slot().has_key == 0 && peak_db(desk.render(640, noise(), 64)[0]) < -200.0);
}

TEST("a value that is not finite silences the strip for a moment, and no plugin hears it") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  turn_on(desk.rig, "comp", {});
  desk.rig.prepare();
  bool is_finite = true;
  desk.insert(strip_path).plugin = [&](uint32_t, uint64_t, float sample, float) {
    is_finite = is_finite && std::isfinite(sample);
    return sample;
  };
  desk.render(4800, tone(), 64);
  desk.render(64, constant(3e38f), 64);
  desk.render(96000, tone(), 64);
  CHECK(is_finite);
  CHECK(desk.state().heard == HostedHeard::plugin);
  CHECK(peak_db(desk.render(4800, tone(), 64)[0]) > -20.0);
}

TEST("another block or rate is another file, and the same one goes on") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path);
  rack.plugin = times(-1.0f);
  desk.render(6400, noise(), 64);
  const uint64_t epoch = rack.slot().epoch;
  desk.rig.prepare();
  CHECK(rack.slot().has_ended == 0 && rack.slot().written == 6400);
  CHECK(is_late_by(desk.render(640, noise(), 64)[0], 0, 64, -1.0f) || desk.state().late_blocks == 0);
  desk.rig.most_frames = 256;
  desk.rig.prepare();
  CHECK(rack.slot().has_ended == 1);
  rack.attach();
  CHECK(rack.slot().epoch != epoch && rack.slot().has_ended == 0 && rack.slot().block_frames == 256);
  CHECK(rack.slot().rate == 48000 && rack.slot().written == 0);
  rack.begin();
  desk.render(9600, noise(), 256);
  CHECK(is_late_by(desk.render(2560, noise(), 256)[0], 9600, 256, -1.0f));
}

TEST("at most 128 inserts have a plugin, and the next one is refused in words") {
  HostedDesk desk(16, counts_of(70));
  desk.rig.prepare();
  const auto choose = [&](uint32_t number, bool has_plugin) {
    desk.rig.mixer.set_insert(desk.strip_of("/channel/input/" + std::to_string(number / 2 + 1)), number % 2, has_plugin, true);
  };
  for (uint32_t number = 0; number < 128; ++number) choose(number, true);
  desk.rig.mixer.flush();
  desk.rig.render(64, silence(), 16, 0);
  std::string words;
  try {
    choose(128, true);
  } catch (const std::exception& error) {
    words = error.what();
  }
  CHECK(words == "at most 128 inserts and effects have a plugin at the same time");
  CHECK(!desk.is_there("input-65-insert1"));
  choose(0, false);
  choose(128, true);
  CHECK(desk.is_there("input-65-insert1") && desk.is_there("input-1-insert1"));
}

TEST("what a killed process left of slots is removed, at the end all of it, and without a folder there is none") {
  ScratchFolder folder;
  const std::string inserts = folder.path() + "/" RD_INSERT_FOLDER;
  const std::string left = "/dev/shm/rowdesk-killed-" + std::to_string(getpid());
  std::filesystem::create_directory(inserts);
  std::filesystem::copy_file("/proc/self/comm", left);
  CHECK(symlink(left.c_str(), (inserts + "/mix-3-insert2").c_str()) == 0);
  {
    Rig rig(counts_of(4), "", 48000.0, {}, most_strips, folder.path());
    CHECK(!std::filesystem::exists(left) && !std::filesystem::exists(std::filesystem::symlink_status(inserts + "/mix-3-insert2")));
    rig.mixer.set_insert(0, 1, true, true);
    struct stat status {};
    CHECK(stat((inserts + "/input-1-insert2").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600 && status.st_blocks * 512 >= status.st_size);
    CHECK(stat((inserts + "/input-1-insert2" RD_INSERT_RETURN_SUFFIX).c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600 && status.st_blocks * 512 >= status.st_size);
  }
  CHECK(!std::filesystem::exists(inserts));
  Rig rig;
  open_input_1(rig);
  rig.mixer.set_insert(0, 0, true, true);
  rig.mixer.flush();
  CHECK(rig.mixer.latency(0) == 0);
  const std::vector<float> out = rig.render(640, constant(0.5f))[0];
  CHECK(out[0] == out[639] && rig.mixer.insert(0, 0).heard == HostedHeard::none);
}

// As each head of a slot, or of its return, was made.
constexpr size_t made_of_slot = offsetof(rd_insert_slot, written), made_of_return = offsetof(rd_insert_return, rack);

TEST("a head with random bytes is written anew and counted, the strip plays on, and the next rack is heard") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path);
  desk.render(9600, noise(), 64);
  const rd_insert_slot slot = rack.slot();
  const rd_insert_return returned = rack.returned();
  const std::string count = desk.folder.path() + "/inserts/input-1-insert1.damaged";
  CHECK(!std::filesystem::is_symlink(count));
  desk.are_held = true;
  uint32_t seed = 1;
  for (int damages = 1; damages <= 20; ++damages) {
    // A plugin reaches its return; the slot only on a kernel without Landlock.
    const bool is_slot = damages % 2 == 0;
    auto* const bytes = is_slot ? reinterpret_cast<unsigned char*>(&rack.slot()) : reinterpret_cast<unsigned char*>(&rack.returned());
    const size_t length = is_slot ? sizeof slot : sizeof returned;
    for (size_t i = 0; i < length; ++i) bytes[i] = static_cast<unsigned char>((seed = seed * 1664525u + 1013904223u) >> 24);
    CHECK(peak_db(desk.render(960, noise(), 64)[0]) > -10.0);
    CHECK(desk.state().heard == HostedHeard::dry && desk.state().delay_frames == 64);
    CHECK(std::memcmp(&rack.slot(), &slot, made_of_slot) == 0 && std::memcmp(&rack.returned(), &returned, made_of_return) == 0);
    CHECK(rack.slot().has_ended == 0 && rack.returned().rack == 0);
    CHECK(rack.slot().written == uint64_t{9600} + uint64_t{960} * damages);
    CHECK(std::filesystem::read_symlink(count) == std::to_string(damages));
  }
  desk.are_held = false;
  rack.begin();
  desk.render(9600, noise(), 64);
  CHECK(desk.state().heard == HostedHeard::plugin);
  desk.set(strip_path, 1, false);
  desk.render(9600, noise(), 64);
  CHECK(!std::filesystem::is_symlink(count) && !desk.is_there("input-1-insert1" RD_INSERT_RETURN_SUFFIX));
}

TEST("an offline render waits for the plugin, and has every sample of it") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path, 1, 30);
  rack.plugin = times(-1.0f);
  desk.rig.prepare();
  std::atomic<bool> is_done{false};
  std::thread thread([&] {
    while (!is_done) {
      rack.play();
      rack.wait();
    }
  });
  const std::vector<float> out = desk.rig.render(9600, noise(), 64, RD_BLOCK_OFFLINE)[0];
  is_done = true;
  thread.join();
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == (i < 94 ? 0.0f : -noise_at(0, i - 94));
  CHECK(is_same);
  CHECK(desk.state().late_blocks == 0);
}

TEST("a block of a freewheeling clock waits for the plugin, which then is late in none") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path, 1, 30);
  rack.plugin = times(-1.0f);
  desk.render(9600, noise(), 64);
  CHECK(desk.state().heard == HostedHeard::plugin);
  const uint64_t late = desk.state().late_blocks;
  std::atomic<bool> is_done{false};
  std::thread thread([&] {
    while (!is_done) {
      rack.play();
      rack.wait();
    }
  });
  const std::vector<float> out = desk.rig.render(9600, noise(), 64, RD_BLOCK_FREEWHEEL)[0];
  is_done = true;
  thread.join();
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == -noise_at(0, 9600 + i - 94);
  CHECK(is_same);
  CHECK(desk.state().late_blocks == late && desk.state().heard == HostedHeard::plugin);
}

TEST("without a clock the strip sounds on dry, and the plugin comes back with the clock") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  desk.rig.prepare();
  InsertRack& rack = desk.insert(strip_path);
  rack.plugin = times(-1.0f);
  desk.render(9600, noise(), 64);
  desk.rig.now_ns += 500'000'000;
  desk.rig.mixer.tick(desk.rig.now_ns);
  for (int i = 0; i < 20; ++i) {
    desk.rig.now_ns += 20'000'000;
    desk.rig.mixer.tick(desk.rig.now_ns);
    rack.play();
  }
  CHECK(desk.state().late_blocks == 0 && rack.slot().written > 12000);
  const uint64_t begin = 9600;
  desk.render(96000, noise(), 64);
  CHECK(desk.state().heard == HostedHeard::plugin);
  CHECK(is_late_by(desk.render(640, noise(), 64)[0], begin + 96000, 64, -1.0f));
}

}  // namespace
}  // namespace rowdesk
