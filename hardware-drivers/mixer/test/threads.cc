// Threads side by side, for the thread sanitizer: a driver, the timer, and the control side.
#include <algorithm>
#include <atomic>
#include <thread>

#include "hosted_desk.h"
#include "record_reader.h"
#include "rig.h"
#include "scratch_folder.h"
#include "service_manager.h"
#include "soundcheck.h"

namespace rowdesk {
namespace {

TEST("a driver's thread, the timer and the control side share the mixer without a race") {
  Rig rig;
  open_input_1(rig);
  std::atomic<bool> is_done{false};
  std::atomic<uint64_t> now_ns{1'000'000'000};

  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f), result(64);
    std::vector<const float*> in(Rig::inputs, loud.data());
    std::vector<std::vector<float>> sinks(Rig::outputs, std::vector<float>(64));
    std::vector<float*> out;
    for (auto& sink : sinks) out.push_back(sink.data());
    for (uint32_t i = 0; !is_done; ++i) {
      if (i % 500 == 499) now_ns += 400'000'000;  // and the clock seems lost
      rig.now_ns = now_ns.fetch_add(1'333'333);
      rig.call(in.data(), out.data(), 64, 0);
    }
  });
  std::thread timer([&] {
    while (!is_done) {
      rig.mixer.tick(now_ns);
      std::this_thread::yield();
    }
  });
  std::thread reader([&] {
    std::vector<float> floats(rig.mixer.layout().sounding_strips() * meter_floats);
    std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
    while (!is_done) {
      rig.mixer.read_meters(3, floats.data(), clips.data());
      std::this_thread::yield();
    }
  });

  rig.set("/channel/input/3", "dcas", 1);
  for (int i = 0; i < 3000; ++i) {
    rig.set("/channel/input/1", "levelDb", -(i % 100));
    rig.patch("/channel/input/2", i % 8);
    rig.set("/safety/panic", "scope", i % 3);
    rig.set_all({{"/channel/input/1/chain/processors/eq", "enabled", i % 2 * 1.0},
                 {"/channel/input/1/chain/processors/eq/values", "band2GainDb", i % 15 * 1.0},
                 {"/channel/input/1/chain/processors/comp", "enabled", i % 3 == 0 ? 0.0 : 1.0},
                 {"/channel/input/1/align", "delayMs", i % 100 * 1.0}});
    // Their delay lines and rings have memory from when they are first used, while the driver plays.
    rig.set_all({{"/channel/input/2/chain/processors/limiter", "enabled", i % 4 == 3 ? 0.0 : 1.0},
                 {"/channel/input/2/chain/processors/limiter/values", "lookAheadMs", i % 5 * 1.0},
                 {"/console", "alignLimitMs", i % 50 * 1.0}});
    rig.set_all({{"/channel/input/3", "levelDb", -(i % 50) * 1.0}, {"/channel/input/4", "muted", i % 2 * 1.0}}, 500.0f);
    rig.set("/channel/dca/1", "levelDb", -(i % 20));
    rig.mixer.open(i % 5 != 0, 1, Reason::driver);
    rig.seen("/channel/input/1", "levelDb");
  }
  while (!rig.mixer.flush() || rig.mixer.revision() != rig.revision) std::this_thread::yield();
  is_done = true;
  driver.join();
  timer.join();
  reader.join();
  CHECK(rig.seen("/channel/input/1", "levelDb") == -99);
  CHECK(rig.seen("/channel/input/2", "sourceId") == 2999 % 8 + 1);
}

TEST("tracks that are recorded change beside a driver's thread and the timer without a race") {
  const ScratchFolder folder;
  Rig rig(counts_of(4), "", 48000.0, {}, most_strips, folder.path());
  std::atomic<bool> is_done{false};
  std::atomic<uint64_t> now_ns{1'000'000'000};
  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f), result(64);
    const std::vector<const float*> in(Rig::inputs, loud.data());
    const std::vector<float*> out(Rig::outputs, result.data());
    for (uint32_t i = 0; !is_done; ++i) {
      if (i % 500 == 499) now_ns += 400'000'000;
      rig.now_ns = now_ns.fetch_add(1'333'333);
      rig.call(in.data(), out.data(), 64, 0);
    }
  });
  std::thread timer([&] {
    while (!is_done) {
      rig.mixer.tick(now_ns);
      std::this_thread::yield();
    }
  });
  std::thread reader([&] {
    while (!is_done) {
      const RecordReader ring(folder.path());
      if (!ring || ring.written() < 64) continue;
      CHECK(ring.ring().tracks > 0);
      CHECK(ring.sample(0, ring.written() - 1) == 0.0f);
    }
  });
  uint32_t number = 0;
  for (uint32_t i = 0; i < 40; ++i) {
    std::vector<RecordTrack> tracks;
    for (uint32_t strip = 0; strip < i % 4; ++strip) tracks.push_back({strip, tap_post_fader, RD_RECORD_TRACK});
    number = rig.mixer.record(tracks);
    while (!rig.mixer.flush() || rig.mixer.recorded().first != number) std::this_thread::yield();
  }
  is_done = true;
  driver.join();
  timer.join();
  reader.join();
}

TEST("a capture's thread, the audio thread and the control side share a stimulus without a race") {
  const ScratchFolder folder;
  Rig rig(counts_of(4));
  std::atomic<bool> is_done{false};
  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f), result(64);
    const std::vector<const float*> in(Rig::inputs, loud.data());
    const std::vector<float*> out(Rig::outputs, result.data());
    while (!is_done) rig.call(in.data(), out.data(), 64, RD_BLOCK_OFFLINE);
  });
  std::thread capturing([&] {
    while (!is_done) rig.mixer.capture().step();
  });
  const auto& strips = rig.mixer.layout().strips();
  const auto main = static_cast<uint32_t>(std::ranges::find(strips, Kind::main, &StripPlace::kind) - strips.begin());
  CaptureOrder order{folder.path() + "/capture.wav", 0.0, 4800, {{0, tap_top_of_channel}, {main, tap_post_fader}}, StimulusOrder{}};
  order.stimulus->targets = {main};
  order.stimulus->sound_s = 0.05;
  for (int round = 0; round < 12; ++round) {
    const uint32_t number = rig.mixer.start_capture(order);
    if (round % 3 == 1) rig.mixer.capture().end(number);
    rig.set("/channel/main/1", "levelDb", -round);
    while (rig.mixer.capture().report(number)->state == CaptureState::running) std::this_thread::yield();
  }
  is_done = true;
  driver.join();
  capturing.join();
}

TEST("a player, the audio thread and the control side share play rings without a race") {
  Soundcheck check;
  std::atomic<bool> is_done{false};
  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f);
    std::vector<const float*> in(Rig::inputs, loud.data());
    std::vector<std::vector<float>> sinks(Rig::outputs, std::vector<float>(64));
    std::vector<float*> out;
    for (auto& sink : sinks) out.push_back(sink.data());
    while (!is_done) check.call(in.data(), out.data(), 64, RD_BLOCK_OFFLINE);
  });
  const RingSound sound = [](uint32_t, uint64_t) { return 0.5f; };
  for (int round = 0; round < 60; ++round) {
    check.make_ring(static_cast<uint32_t>(1 + round % 3));
    if (round % 4 == 0) continue;  // a ring that may never be taken up
    check.player().play(true);
    while (check.player().played() < 2000) check.player().fill(sound);
    check.player().jump();
    const uint64_t target = check.player().header().jump_to;
    while (check.player().played() < target) check.player().fill(sound);
    check.engage({{"/channel/input/1", 0}});
    check.player().play(round % 2 == 0);
  }
  while (!check.mixer.played().has_value()) std::this_thread::yield();
  is_done = true;
  driver.join();
}

TEST("the internal timer starts and stops with its mixer") {
  Mixer mixer(counts_of(4), {find_kernel(""), true, {}, {}, built_in_fields()});
  const Slot slots[] = {mixer.addresses().find("/channel/input/1", "levelDb")};
  const double values[] = {-6.0};
  mixer.apply(1, slots, values);
  while (mixer.revision() != 1 || mixer.position() == 0) std::this_thread::yield();
  CHECK(mixer.clock().state() == ClockWatch::State::lost);
}

TEST("the internal timer tells the service manager while a driver plays") {
  ServiceManager manager;
  Mixer mixer(counts_of(4), {find_kernel(""), true, {}, {}, built_in_fields(), {manager.name(), 4'000'000}});
  const rd_processor* processor = mixer.processor();
  CHECK(processor->prepare(processor->self, 48000, 64, 0, 0) == 0);
  std::atomic<bool> is_done{false};
  std::thread driver([&] {
    for (uint64_t block = 1; !is_done; ++block) {
      const rd_block_time time = {sizeof(rd_block_time), RD_ABI, block * 64, block * 1'333'333, 0, 0, 0};
      processor->process(processor->self, nullptr, nullptr, 64, &time);
    }
  });
  while (manager.heard() == 0) std::this_thread::yield();
  is_done = true;
  driver.join();
  processor->release(processor->self);
}

TEST("a rack, the audio thread, the timer and the control side share the slots of inserts without a race") {
  HostedDesk desk(64);
  open_input_1(desk.rig);
  InsertRack& rack = desk.insert("/channel/input/1");
  std::atomic<bool> is_done{false};
  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f), result(64);
    const std::vector<const float*> in(Rig::inputs, loud.data());
    const std::vector<float*> out(Rig::outputs, result.data());
    for (uint32_t i = 0; i < 20'000; ++i) {
      desk.rig.call(in.data(), out.data(), 1 + i % 64, 0);
      if (i % 16 == 0) std::this_thread::yield();
    }
    is_done = true;
  });
  std::thread player([&] {
    for (uint32_t round = 1; !is_done; ++round) {
      rack.wait();
      // What it was too slow for it leaves out.
      if (round % 40 == 0) rack.begin();
      else rack.play();
      if (round % 400 == 0) rack.end();
    }
  });
  for (uint32_t i = 0; !is_done; ++i) {
    desk.set("/channel/input/1", 1, true, i % 2 == 0);
    desk.set("/channel/input/2", 1, i % 3 != 0);
    desk.rig.mixer.follow_inserts();
    desk.state();
    std::this_thread::yield();
  }
  driver.join();
  player.join();
  CHECK(rack.slot().written == desk.rig.mixer.position());
}

TEST("hardware of inserts changes, is measured and freed while the audio thread plays, without a race") {
  HostedDesk desk(64);
  open_input_1(desk.rig);
  Mixer& mixer = desk.rig.mixer;
  std::atomic<bool> is_done{false};
  std::thread driver([&] {
    std::vector<float> loud(64, 0.5f), result(64);
    const std::vector<const float*> in(Rig::inputs, loud.data());
    const std::vector<float*> out(Rig::outputs, result.data());
    for (uint32_t i = 0; i < 20'000; ++i) {
      desk.rig.call(in.data(), out.data(), 1 + i % 64, 0);
      if (i % 16 == 0) std::this_thread::yield();
    }
    is_done = true;
  });
  for (uint32_t i = 0; !is_done; ++i) {
    const InsertPorts ports{{static_cast<int32_t>(i / 7 % 3), -1}, {static_cast<int32_t>(i % 2), -1}};
    mixer.set_hardware_insert(0, 0, i % 50 < 40 ? std::optional(ports) : std::nullopt, i % 300);
    desk.set("/channel/input/1", 1, false, i % 3 != 0);
    if (i % 50 == 20 && mixer.hardware_insert(0, 0)->delay_frames > 0) mixer.measure_insert(0, 0);
    if (i % 50 == 30) mixer.end_insert_measure(0, 0);
    mixer.follow_inserts();
    std::this_thread::yield();
  }
  driver.join();
}

}  // namespace
}  // namespace rowdesk
