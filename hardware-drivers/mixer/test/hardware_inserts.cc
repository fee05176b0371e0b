// Inserts through hardware: a device whose outputs come back to its inputs later, by as many frames as its converters and what
// is plugged between them take.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>

#include "hosted_desk.h"

namespace rowdesk {
namespace {

// Outputs 3 and 4 of the device come back to its inputs 11 and 12.
constexpr uint32_t first_send = 2, first_back = 10;
constexpr std::string_view second_strip = "/channel/input/2";

// What the hardware gives at a frame, of what it got so far; frames before the first are silence.
using Hardware = std::function<float(uint32_t leg, const std::vector<float>& got, uint64_t frame)>;

Hardware wire(uint64_t delay_frames, float gain = 1.0f) {
  return [=](uint32_t, const std::vector<float>& got, uint64_t frame) {
    return frame < delay_frames ? 0.0f : gain * got[frame - delay_frames];
  };
}

template <typename Call>
bool is_refused(Call call) {
  try {
    call();
    return false;
  } catch (const std::runtime_error&) {
    return true;
  }
}

struct LoopDesk {
  explicit LoopDesk(uint32_t block, const KindCounts& counts = counts_of(4)) : block(block), desk(block, counts) {}

  uint32_t strip(std::string_view path) const { return desk.strip_of(path); }
  // place: from 1
  void set(std::string_view path, const std::optional<InsertPorts>& ports, uint32_t frames, uint32_t place = 1) {
    rig().mixer.set_hardware_insert(strip(path), place - 1, ports, frames);
    rig().mixer.flush();
  }
  void enable(std::string_view path, bool is_enabled) { desk.set(path, 1, false, is_enabled); }
  void open(std::string_view path, uint32_t frames, const InsertPorts& ports = one_leg()) {
    set(path, ports, frames);
    enable(path, true);
  }
  HostedHeard heard(std::string_view path) {
    const auto state = rig().mixer.hardware_insert(strip(path), 0);
    return state ? state->heard : HostedHeard::none;
  }

  std::vector<float> render(uint32_t frames, const Sound& sound) { return render_all(frames, sound)[0]; }
  Channels render_all(uint32_t frames, const Sound& sound) {
    Channels all(Rig::outputs);
    for (uint32_t done = 0; done < frames; done += block) step(all, std::min(block, frames - done), sound);
    return all;
  }

  // Returns what was found once the clicks are over.
  RoundTrip measure(std::string_view path, const Sound& sound, std::vector<float>* heard = nullptr) {
    rig().mixer.measure_insert(strip(path), 0);
    for (uint32_t round = 0; round < 400; ++round) {
      const std::vector<float> out = render(480, sound);
      if (heard != nullptr) heard->insert(heard->end(), out.begin(), out.end());
      if (const auto found = rig().mixer.measured_insert(strip(path), 0)) return *found;
    }
    CHECK(!"the clicks end");
    return {};
  }

  static InsertPorts one_leg() { return {{static_cast<int32_t>(first_send), -1}, {static_cast<int32_t>(first_back), -1}}; }
  static InsertPorts two_legs() {
    return {{static_cast<int32_t>(first_send), static_cast<int32_t>(first_send) + 1},
            {static_cast<int32_t>(first_back), static_cast<int32_t>(first_back) + 1}};
  }
  Rig& rig() { return desk.rig; }

  uint32_t block;
  HostedDesk desk;
  Hardware hardware = wire(0);
  uint64_t frame = 0;
  std::vector<float> got[2];  // by leg

 private:
  // The hardware gives a block before it gets the one that is computed of it, so its way is at least a block.
  void step(Channels& all, uint32_t count, const Sound& sound) {
    std::vector<std::vector<float>> in(Rig::inputs, std::vector<float>(count)), out(Rig::outputs, std::vector<float>(count));
    for (auto& leg : got) leg.resize(frame + count, 0.0f);
    for (uint32_t channel = 0; channel < Rig::inputs; ++channel) {
      const bool is_back = channel == first_back || channel == first_back + 1;
      if (!is_back) sound.fill(channel, frame, in[channel]);
      for (uint32_t i = 0; is_back && i < count; ++i) in[channel][i] = hardware(channel - first_back, got[channel - first_back], frame + i);
    }
    const float* from[Rig::inputs];
    float* to[Rig::outputs];
    for (uint32_t channel = 0; channel < Rig::inputs; ++channel) from[channel] = in[channel].data();
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) to[channel] = out[channel].data();
    rig().call(from, to, count, RD_BLOCK_OFFLINE);
    for (uint32_t leg = 0; leg < 2; ++leg) std::ranges::copy(out[first_send + leg], got[leg].begin() + static_cast<ptrdiff_t>(frame));
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) all[channel].insert(all[channel].end(), out[channel].begin(), out[channel].end());
    frame += count;
    rig().mixer.follow_inserts();
  }
};

// The strips are heard at the first output, all on the left.
void open(LoopDesk& desk) {
  open_strip(desk.rig());
  desk.rig().prepare();
}

TEST("sound goes through hardware and comes back as late as it is said to be, bit for bit") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    for (const uint32_t way : {480u, 1000u, 2000u}) {
      LoopDesk desk(block);
      open(desk);
      desk.hardware = wire(way, -0.5f);
      desk.open(strip_path, way);
      desk.render(9600, noise());
      CHECK(desk.heard(strip_path) == HostedHeard::plugin);
      const uint64_t begin = desk.frame;
      const std::vector<float> out = desk.render(4800, noise());
      bool is_same = true;
      for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == -0.5f * noise_at(0, begin + i - way);
      CHECK(is_same);
      CHECK(desk.rig().mixer.latency(desk.strip(strip_path)) == way);
    }
  }
}

TEST("dry and inverted dry are silence where one of them goes through hardware that was measured") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    for (const uint32_t way : {480u, 777u, 2000u}) {
      LoopDesk desk(block);
      open_strip(desk.rig());
      open_strip(desk.rig(), second_strip);
      desk.rig().set(second_strip, "polarityInverted", 1);
      desk.rig().set("/console", "alignLimitMs", 50);
      desk.rig().prepare();
      desk.hardware = wire(way);
      desk.open(second_strip, 0);
      desk.render(9600, noise());
      const RoundTrip found = desk.measure(second_strip, noise());
      CHECK(found.fault == "" && found.frames == way);
      CHECK_NEAR(found.gain_db, 0.0, 0.001);
      desk.open(second_strip, found.frames);
      desk.render(9600, noise());
      CHECK(desk.heard(second_strip) == HostedHeard::plugin);
      CHECK(peak_db(desk.render(9600, noise())) < -120.0);
      // And the bypassed insert is as late.
      desk.enable(second_strip, false);
      desk.render(9600, noise());
      CHECK(desk.heard(second_strip) == HostedHeard::dry);
      CHECK(peak_db(desk.render(9600, noise())) < -120.0);
    }
  }
}

TEST("a bypass, a measurement and hardware that goes away are no gap and no step") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.open(strip_path, 480);
  desk.render(9600, tone());
  std::vector<float> out = desk.render(4800, tone());
  const auto go_on = [&](uint32_t frames) {
    const std::vector<float> more = desk.render(frames, tone());
    out.insert(out.end(), more.begin(), more.end());
  };
  desk.enable(strip_path, false);
  go_on(4800);
  desk.enable(strip_path, true);
  go_on(4800);
  desk.measure(strip_path, tone(), &out);
  go_on(9600);
  CHECK(desk.heard(strip_path) == HostedHeard::plugin);
  desk.set(strip_path, InsertPorts{}, 480);
  go_on(4800);
  CHECK(desk.heard(strip_path) == HostedHeard::dry);
  desk.set(strip_path, LoopDesk::one_leg(), 480);
  go_on(9600);
  CHECK(desk.heard(strip_path) == HostedHeard::plugin);
  // A wire is its dry sound: nothing of all that is to be heard.
  CHECK(largest_step(out) <= step_of_tone + 1e-6);
  CHECK_NEAR(peak_db(out), 20 * std::log10(amplitude), 0.001);
}

TEST("the strip hears no click of a measurement, and the hardware nothing else") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.open(strip_path, 480);
  desk.render(9600, tone());
  std::vector<float> out;
  const size_t begin = desk.frame + 1920;  // what was on its way has faded out
  CHECK(desk.measure(strip_path, tone(), &out).frames == 480);
  const double most = *std::ranges::max_element(out);
  CHECK_NEAR(most, amplitude, 1e-6);
  uint32_t clicks = 0;
  for (size_t i = begin; i < begin + 90000; ++i) {
    if (desk.got[0][i] == 0.0f) continue;
    CHECK(desk.got[0][i] == click_level);
    ++clicks;
  }
  CHECK(clicks == insert_clicks);
}

TEST("what comes back inverted, more than once, at other times or not at all is refused in words") {
  LoopDesk desk(64);
  open(desk);
  desk.open(strip_path, 480);
  const auto fault_of = [&](const Hardware& hardware) {
    desk.hardware = hardware;
    desk.render(9600, silence());
    return desk.measure(strip_path, silence()).fault;
  };
  CHECK(fault_of(wire(480, 0.0f)) == "nothing comes back");
  CHECK(fault_of(wire(480, 0.003f)) == "nothing comes back");
  CHECK(fault_of(wire(480, 0.1f)) == "");
  CHECK(fault_of(wire(480, -1.0f)) == "the click comes back inverted");
  const auto twice = [](float second) {
    return [=](uint32_t leg, const std::vector<float>& got, uint64_t frame) {
      return wire(480)(leg, got, frame) + second * wire(1480)(leg, got, frame);
    };
  };
  CHECK(fault_of(twice(0.9f)) == "the click comes back more than once, after 480 frames and after 1480 frames");
  CHECK(fault_of(twice(0.3f)) == "");
  const Hardware noisy = [](uint32_t leg, const std::vector<float>& got, uint64_t frame) {
    return wire(480)(leg, got, frame) + 0.2f * noise_at(1, frame);
  };
  CHECK(fault_of(noisy) == "nothing comes back that is above the noise");
  const Hardware drifting = [](uint32_t leg, const std::vector<float>& got, uint64_t frame) {
    return wire(480 + frame / 12000)(leg, got, frame);
  };
  CHECK(fault_of(drifting).starts_with("the clicks come back at different times, from "));
  // Hum and an offset of a converter hide no click.
  const Hardware humming = [](uint32_t leg, const std::vector<float>& got, uint64_t frame) {
    return wire(480)(leg, got, frame) + 0.01f + 0.02f * static_cast<float>(std::sin(static_cast<double>(frame) * 2e-3));
  };
  CHECK(fault_of(humming) == "");
  desk.rig().mixer.measure_insert(desk.strip(strip_path), 0);
  desk.rig().prepare();
  CHECK(is_refused([&] { desk.rig().mixer.measured_insert(desk.strip(strip_path), 0); }));
}

TEST("a strip of two legs sends and takes both, and one whose legs are not alike is refused") {
  LoopDesk desk(64);
  desk.rig().patch("/channel/aux/1", 0);
  desk.rig().set("/channel/aux/1", "levelDb", 0);
  desk.rig().set("/channel/main/1", "levelDb", 0);
  desk.rig().prepare();
  desk.hardware = [](uint32_t leg, const std::vector<float>& got, uint64_t frame) { return wire(leg == 0 ? 480 : 482)(leg, got, frame); };
  desk.open("/channel/aux/1", 480, LoopDesk::two_legs());
  desk.render(9600, silence());
  CHECK(desk.measure("/channel/aux/1", silence()).fault ==
        "the left leg comes back after 480 frames and the right one after 482 frames");
  desk.hardware = wire(480, -1.0f);
  desk.render(19200, noise());
  const uint64_t begin = desk.frame;
  const Channels out = desk.render_all(960, noise());
  for (uint32_t i = 0; i < 960; ++i) {
    CHECK(out[0][i] == -noise_at(0, begin + i - 480));
    CHECK(out[1][i] == -noise_at(1, begin + i - 480));
  }
}

TEST("a plugin and hardware never share a place, and one fades out before the other comes") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.desk.insert(strip_path, 1, 0);
  desk.render(4800, tone());
  desk.set(strip_path, LoopDesk::one_leg(), 480);
  desk.render(960, tone());
  CHECK(desk.heard(strip_path) == HostedHeard::none);
  desk.desk.set(strip_path, 1, false);
  desk.enable(strip_path, true);
  std::vector<float> out = desk.render(19200, tone());
  CHECK(desk.heard(strip_path) == HostedHeard::plugin);
  CHECK(is_refused([&] { desk.desk.set(strip_path, 1, true); }));
  desk.set(strip_path, std::nullopt, 0);
  desk.desk.set(strip_path, 1, true);
  CHECK(!desk.desk.is_there("input-1-insert1"));
  const std::vector<float> more = desk.render(9600, tone());
  out.insert(out.end(), more.begin(), more.end());
  CHECK(!desk.rig().mixer.hardware_insert(desk.strip(strip_path), 0));
  CHECK(desk.desk.is_there("input-1-insert1"));
  CHECK(desk.rig().mixer.latency(desk.strip(strip_path)) == 64);
  CHECK(largest_step(out) <= step_of_tone + 2.0 * amplitude / 960.0 + 1e-6);
}

TEST("values that are not finite on the way back are the dry sound, and the outputs stay in range") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.open(strip_path, 480);
  desk.render(9600, tone());
  desk.hardware = [](uint32_t, const std::vector<float>&, uint64_t) { return std::nanf(""); };
  const std::vector<float> out = desk.render(4800, tone());
  CHECK(desk.heard(strip_path) == HostedHeard::dry);
  CHECK_NEAR(peak_db(out), 20 * std::log10(amplitude), 0.001);
  CHECK(desk.rig().mixer.faults(0) == 0);
  const Channels loud = desk.render_all(4800, constant(4.0f));
  for (const float sample : loud[first_send]) CHECK(sample <= 1.0f);
}

TEST("hardware that gives nothing back for a second of sound is passed by, and heard again with its first sound") {
  for (const uint32_t block : {16u, 480u}) {
    LoopDesk desk(block);
    open(desk);
    bool is_plugged = true;
    float gain = 1.0f;
    desk.hardware = [&, through = wire(480, -0.5f)](uint32_t leg, const std::vector<float>& got, uint64_t frame) {
      return is_plugged ? gain * through(leg, got, frame) : 0.0f;
    };
    desk.open(strip_path, 480);
    const auto state = [&] { return *desk.rig().mixer.hardware_insert(desk.strip(strip_path), 0); };
    std::vector<float> out = desk.render(9600, tone());
    CHECK(desk.heard(strip_path) == HostedHeard::plugin);
    // Quiet sound proves nothing, and a closed gate comes and goes.
    is_plugged = false;
    const Sound quiet = [](uint64_t frame) { return 0.01f * static_cast<float>(std::sin(0.13 * static_cast<double>(frame))); };
    desk.render(96000, quiet);
    CHECK(!state().is_unanswered && desk.heard(strip_path) == HostedHeard::plugin);
    desk.render(38400, tone());
    CHECK(!state().is_unanswered);
    is_plugged = true;
    desk.render(4800, tone());
    is_plugged = false;
    desk.render(43200, tone());
    CHECK(!state().is_unanswered && desk.heard(strip_path) == HostedHeard::plugin);
    out = desk.render(9600, tone());
    CHECK(state().is_unanswered && desk.heard(strip_path) == HostedHeard::dry);
    CHECK(largest_step(out) <= step_of_tone + amplitude / 960.0 + 1e-6);
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), 20 * std::log10(amplitude), 0.01);
    CHECK(desk.rig().mixer.latency(desk.strip(strip_path)) == 480);
    is_plugged = true;
    desk.render(4800, tone());
    CHECK(!state().is_unanswered && desk.heard(strip_path) == HostedHeard::plugin);
    CHECK_NEAR(peak_db(desk.render(480, tone())), 20 * std::log10(amplitude / 2), 0.01);
  }
  LoopDesk gate(64);
  open(gate);
  gate.hardware = wire(480, 0.0f);
  InsertPorts ports = LoopDesk::one_leg();
  ports.may_be_silent = true;
  gate.open(strip_path, 480, ports);
  gate.render(144000, tone());
  CHECK(gate.heard(strip_path) == HostedHeard::plugin);
}

TEST("a panic silences the sends too, within 10 ms, and they come back with the strip") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.open(strip_path, 480);
  desk.render(9600, tone());
  desk.rig().set("/safety/panic", "scope", 2);
  const std::vector<float> silenced = desk.render_all(4800, tone())[first_send];
  CHECK(peak_db(silenced) > -20.0);
  CHECK(peak_db(silenced, 480 + 64) < -120.0);
  desk.rig().set("/safety/panic", "scope", 0);
  desk.render(19200, tone());
  CHECK(desk.heard(strip_path) == HostedHeard::plugin);
  CHECK_NEAR(peak_db(desk.render(4800, tone())), 20 * std::log10(amplitude), 0.001);
}

TEST("hardware is found again at another rate and another device, and forgotten when nothing is patched") {
  LoopDesk desk(64);
  open(desk);
  desk.hardware = wire(480);
  desk.open(strip_path, 480);
  desk.render(9600, tone());
  desk.rig().prepare();
  desk.frame = 0;
  for (auto& leg : desk.got) leg.clear();
  desk.render(9600, tone());
  CHECK(desk.heard(strip_path) == HostedHeard::plugin);
  desk.set(strip_path, std::nullopt, 0);
  desk.rig().prepare();
  CHECK(!desk.rig().mixer.hardware_insert(desk.strip(strip_path), 0));
}

}  // namespace
}  // namespace rowdesk
