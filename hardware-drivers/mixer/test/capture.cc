// Captures: what the file holds is the sound of the taps, sample for sample beside the stimulus, and the stimulus is heard
// only as long as something asks for the capture.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "../../lib/sound-files/src/wav_reader.h"
#include "rig.h"
#include "scratch_folder.h"

namespace rowdesk {
namespace {

// Each sample of each channel differs.
float signal_at(uint32_t channel, uint64_t frame) {
  const uint32_t bits = static_cast<uint32_t>(frame * 10368889u + channel * 7700417u) & 0xffffffu;
  return static_cast<float>(static_cast<int32_t>(bits) - 0x800000) / 16777216.0f;
}
Sound signal() {
  return [](uint32_t channel, uint64_t frame) { return signal_at(channel, frame); };
}

// The frame of the signal that the sound of input 1 begins with.
uint64_t begun_of(const std::vector<float>& sound) {
  uint64_t begun = 1000;
  while (signal_at(0, begun) != sound[0] && begun < 3000) ++begun;
  return begun;
}

// Frames of inputs 1 and 2 that are silent, and frames that are not the signal.
struct Compared {
  uint64_t missing = 0, wrong = 0;
};
Compared compare(const std::vector<float>& one, const std::vector<float>& two) {
  const uint64_t begun = begun_of(one);
  Compared compared;
  for (size_t n = 0; n < one.size(); ++n) {
    if (one[n] == 0.0f && two[n] == 0.0f) ++compared.missing;
    else if (one[n] != signal_at(0, begun + n) || two[n] != signal_at(7, begun + n)) ++compared.wrong;
  }
  return compared;
}

// Rendered in blocks that share nothing with the grid of 64 frames; the capture's thread steps after each.
struct Captured {
  static constexpr uint32_t block = 100;

  explicit Captured(double rate = 48000.0) : rig(counts_of(4), "", rate) {
    rig.patch("/channel/input/1", 0);
    rig.patch("/channel/input/2", 7);
    rig.set("/channel/main/1", "levelDb", 0);
    rig.prepare();
    rig.render(1000, silence());
  }

  uint32_t strip(std::string_view path) {
    const auto& strips = rig.mixer.layout().strips();
    const auto found = std::ranges::find(strips, path, &StripPlace::path);
    CHECK(found != strips.end());
    return static_cast<uint32_t>(found - strips.begin());
  }
  CaptureTrack track(std::string_view path, Tap tap) { return {strip(path), tap}; }
  std::string file() const { return folder.path() + "/capture.wav"; }
  CaptureOrder order(uint64_t frames) {
    return {file(), 0.0, frames, {track("/channel/main/1", tap_top_of_channel), track("/channel/input/1", tap_top_of_channel)}, {}};
  }
  // A sweep of this length into main/1.
  CaptureOrder sweep(uint64_t frames, double sound_s, double from_hz = 100.0, double to_hz = 10000.0) {
    CaptureOrder each = order(frames);
    each.stimulus = StimulusOrder{};
    each.stimulus->targets = {strip("/channel/main/1")};
    each.stimulus->from_hz = from_hz;
    each.stimulus->to_hz = to_hz;
    each.stimulus->sound_s = sound_s;
    return each;
  }
  Capture& capture() { return rig.mixer.capture(); }
  CaptureReport report() { return *capture().report(number); }
  void start(const CaptureOrder& order) { number = rig.mixer.start_capture(order); }

  // What outputs 1 and 2 play, until the capture ends; at most so many frames. asks: for the capture, after each block.
  std::vector<float> play(uint64_t most, bool asks = true, const Sound& sound = silence()) {
    std::vector<float> heard;
    while (heard.size() < most) {
      const Channels out = rig.render(block, sound, block);
      heard.insert(heard.end(), out[0].begin(), out[0].end());
      capture().step();
      if (asks && report().state != CaptureState::running) break;
    }
    return heard;
  }
  std::vector<float> channel(uint32_t number) {
    sound::FileBytes bytes(sound::open_to_read("", file()));
    return sound::WavReader(bytes).read_channel(number, 1u << 24);
  }
  std::string refusal(const CaptureOrder& order) {
    try {
      rig.mixer.start_capture(order);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder folder;
  Rig rig;
  uint32_t number = 0;
};

size_t first_sound(const std::vector<float>& samples) {
  return static_cast<size_t>(std::ranges::find_if(samples, [](float sample) { return sample != 0.0f; }) - samples.begin());
}

double steepest(const std::vector<float>& samples) {
  double most = 0.0;
  for (size_t n = 1; n < samples.size(); ++n) most = std::max<double>(most, std::abs(samples[n] - samples[n - 1]));
  return most;
}

TEST("frame 0 of a capture is its stimulus' first frame, sample for sample in the file and at the output") {
  for (const double rate : {48000.0, 96000.0}) {
    Captured captured(rate);
    CaptureOrder order = captured.sweep(static_cast<uint64_t>(0.3 * rate), 0.2);
    order.stimulus->lead_s = 0.01;
    captured.start(order);
    const std::vector<float> heard = captured.play(static_cast<uint64_t>(rate), true, signal());
    const CaptureReport report = captured.report();
    CHECK(report.state == CaptureState::done);
    CHECK(report.reason.empty());
    CHECK(report.dropouts == 0);
    CHECK(report.frames == order.frames && report.total == order.frames);
    const LockedArray<float> sound = render_stimulus(*order.stimulus, rate);
    const auto lead = static_cast<size_t>(0.01 * rate);
    const std::vector<float> left = captured.channel(1), right = captured.channel(2), input = captured.channel(3);
    CHECK(left.size() == order.frames && input.size() == order.frames);
    CHECK(left == right);
    CHECK(first_sound(left) == lead + 1);  // a sine begins with 0
    CHECK(std::equal(sound.begin(), sound.end(), left.begin() + static_cast<std::ptrdiff_t>(lead)));
    CHECK(std::all_of(left.begin() + static_cast<std::ptrdiff_t>(lead + sound.size()), left.end(), [](float x) { return x == 0.0f; }));
    // The device hears the sweep where the capture says: its input in that frame is the input's track.
    const uint64_t begun = 1000 + first_sound(heard) - lead - 1;
    bool is_same = true;
    for (size_t n = 0; n < input.size(); ++n) is_same = is_same && input[n] == signal_at(0, begun + n);
    CHECK(is_same);
    bool is_heard = true;
    for (size_t n = 0; n < sound.size(); ++n) is_heard = is_heard && heard[begun - 1000 + lead + n] == sound[n];
    CHECK(is_heard);
    CHECK_NEAR(20.0 * std::log10(report.peaks[0]), -30.0, 0.01);
  }
}

TEST("a capture without a stimulus holds its tracks sample for sample together") {
  Captured captured;
  CaptureOrder order = captured.order(5000);
  order.tracks = {captured.track("/channel/input/1", tap_top_of_channel), captured.track("/channel/input/2", tap_post_trim)};
  captured.start(order);
  captured.play(20000, true, signal());
  CHECK(captured.report().state == CaptureState::done);
  const std::vector<float> one = captured.channel(1), two = captured.channel(2);
  const uint64_t begun = begun_of(one);
  bool is_same = one.size() == 5000;
  for (size_t n = 0; n < one.size(); ++n) is_same = is_same && one[n] == signal_at(0, begun + n) && two[n] == signal_at(7, begun + n);
  CHECK(is_same);
}

TEST("repeats of a stimulus come at their distance, each the same") {
  Captured captured;
  CaptureOrder order = captured.sweep(24000, 0.1);
  order.stimulus->kind = StimulusKind::pink;
  order.stimulus->repeats = 3;
  order.stimulus->silence_s = 0.05;
  captured.start(order);
  captured.play(48000);
  const std::vector<float> left = captured.channel(1);
  CHECK(first_sound(left) < 3);
  CHECK(std::equal(left.begin(), left.begin() + 7200, left.begin() + 7200));
  CHECK(std::equal(left.begin(), left.begin() + 7200, left.begin() + 14400));
  CHECK(std::all_of(left.begin() + 4800, left.begin() + 7200, [](float x) { return x == 0.0f; }));
  CHECK(std::all_of(left.begin() + 21600, left.end(), [](float x) { return x == 0.0f; }));
}

TEST("a stimulus on one leg of a bus leaves the other one silent") {
  for (const StimulusLeg leg : {StimulusLeg::left, StimulusLeg::right}) {
    Captured captured;
    CaptureOrder order = captured.sweep(4800, 0.1);
    order.stimulus->leg = leg;
    captured.start(order);
    captured.play(48000);
    const uint32_t sounding = leg == StimulusLeg::left ? 1 : 2;
    const std::vector<float> heard = captured.channel(sounding), silent = captured.channel(3 - sounding);
    const LockedArray<float> sound = render_stimulus(*order.stimulus, 48000.0);
    CHECK(heard.size() == 4800 && std::equal(sound.begin(), sound.end(), heard.begin()));
    CHECK(std::ranges::all_of(silent, [](float x) { return x == 0.0f; }));
  }
}

// A tone that is nearly steady, so that a click is steeper than all of it.
constexpr double steepest_tone = 2.0 * 3.141592653589793 * 1000.0 / 48000.0 * 0.0316227766;

TEST("a stimulus fades out without a click, and is silent from then on, when its capture is ended") {
  Captured captured;
  captured.start(captured.sweep(96000, 4.0, 500.0, 1000.0));
  captured.play(20000);
  captured.capture().end(captured.number);
  const std::vector<float> end = captured.play(4000, false);
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason == "it was ended");
  CHECK(!std::filesystem::exists(captured.file()));
  CHECK(steepest(end) < 1.05 * steepest_tone);
  CHECK(std::abs(*std::max_element(end.begin(), end.begin() + 480)) > 0.02);
  CHECK(std::all_of(end.begin() + 1200, end.end(), [](float x) { return x == 0.0f; }));  // 20 ms and a block
  CHECK(captured.rig.mixer.capture().report(captured.number + 1) == std::nullopt);
}

TEST("a stimulus fades out in the audio thread 3 s after nothing asked for its capture, also without the capture's thread") {
  Captured captured;
  captured.start(captured.sweep(480000, 9.0, 500.0, 1000.0));
  captured.play(20000);
  captured.report();
  const Channels after = captured.rig.render(4 * 48000, silence(), Captured::block);
  const std::vector<float>& heard = after[0];
  const size_t lease = 3 * 48000;
  CHECK(peak_db({heard.begin() + 140000, heard.begin() + lease - 100}) > -30.1);
  CHECK(std::all_of(heard.begin() + lease + 1100, heard.end(), [](float x) { return x == 0.0f; }));
  CHECK(steepest(heard) < 1.05 * steepest_tone);
  captured.capture().step();
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason == "nothing asked for the capture for 3 s");
  CHECK(!std::filesystem::exists(captured.file()));
}

TEST("a panic of any scope silences a stimulus, and its capture fails") {
  for (const double scope : {1.0, 2.0}) {
    Captured captured;
    captured.start(captured.sweep(96000, 4.0, 500.0, 1000.0));
    captured.play(20000);
    captured.rig.set("/safety/panic", "scope", scope);
    const std::vector<float> end = captured.play(4000, false);
    CHECK(captured.report().state == CaptureState::failed);
    CHECK(captured.report().reason == "panic");
    CHECK(captured.refusal(captured.sweep(96000, 4.0)) == "panic is on");
    captured.rig.set("/safety/panic", "scope", 0);
    const std::vector<float> after = captured.play(24000, false);
    CHECK(std::all_of(end.begin() + 700, end.end(), [](float x) { return x == 0.0f; }));
    CHECK(std::all_of(after.begin(), after.end(), [](float x) { return x == 0.0f; }));
    CHECK(steepest(end) < 2.0 * steepest_tone);  // 10 ms of the mute beside those of the strip
    captured.start(captured.sweep(4800, 0.05));
    captured.play(48000);
    CHECK(captured.report().state == CaptureState::done);
  }
}

TEST("a device that starts anew ends a capture, and nothing of the stimulus is heard of it") {
  Captured captured;
  captured.start(captured.sweep(96000, 4.0));
  captured.play(20000);
  captured.rig.prepare();
  const std::vector<float> heard = captured.play(4000, false);
  CHECK(std::all_of(heard.begin(), heard.end(), [](float x) { return x == 0.0f; }));
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason == "the audio device began anew");
  // Also one that is on its way.
  captured.start(captured.sweep(96000, 4.0));
  captured.play(400);
  captured.rig.prepare();
  const std::vector<float> later = captured.play(4000, false);
  CHECK(std::all_of(later.begin(), later.end(), [](float x) { return x == 0.0f; }));
}

TEST("a second capture is refused while one runs") {
  Captured captured;
  captured.start(captured.sweep(9600, 0.1));
  CHECK(captured.refusal(captured.order(100)) == "another capture runs");
  captured.play(48000);
  CHECK(captured.refusal(captured.order(100)) == "");
}

TEST("frames that the device loses are silence of their length, on all tracks alike") {
  Captured captured;
  CaptureOrder order = captured.order(20000);
  order.tracks = {captured.track("/channel/input/1", tap_top_of_channel), captured.track("/channel/input/2", tap_top_of_channel)};
  captured.start(order);
  captured.play(6400, true, signal());
  captured.rig.lose(777);
  captured.play(48000, true, signal());
  const CaptureReport report = captured.report();
  CHECK(report.state == CaptureState::done);
  CHECK(report.dropouts == 1);
  const std::vector<float> one = captured.channel(1), two = captured.channel(2);
  const auto [missing, wrong] = compare(one, two);
  CHECK(missing == 777);
  CHECK(wrong <= 64);  // the sub-block in which the gap lies
}

TEST("a capture whose thread comes too late has silence for what it missed, and counts it") {
  Captured captured;
  CaptureOrder order = captured.order(60000);
  order.tracks = {captured.track("/channel/input/1", tap_top_of_channel), captured.track("/channel/input/2", tap_top_of_channel)};
  captured.start(order);
  captured.play(3000, true, signal());
  captured.rig.render(30000, signal(), Captured::block);
  captured.play(60000, true, signal());
  const CaptureReport report = captured.report();
  CHECK(report.state == CaptureState::done);
  CHECK(report.dropouts >= 1);
  const std::vector<float> one = captured.channel(1), two = captured.channel(2);
  const auto [missing, wrong] = compare(one, two);
  CHECK(one.size() == 60000);
  CHECK(missing > 10000 && missing < 20000);
  CHECK(wrong == 0);
}

TEST("a file that can't be written fails the capture with the reason, and the sound goes on") {
  Captured captured;
  captured.rig.set("/channel/input/1", "levelDb", 0);
  CaptureOrder full = captured.sweep(200000, 2.0);
  full.file = "/dev/full";
  captured.start(full);
  captured.play(300000, true, constant(0.1f));
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason == "/dev/full: the disk is full");
  CHECK(std::filesystem::exists("/dev/full"));
  const std::vector<float> after = captured.play(4000, false, constant(0.1f));
  CHECK(after.back() == after[2000] && after.back() > 0.05f);

  CaptureOrder nowhere = captured.sweep(9600, 0.1);
  nowhere.file = captured.folder.path() + "/none/capture.wav";
  captured.start(nowhere);
  captured.play(4000);
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason.ends_with("no such file"));

  captured.start(captured.sweep(9600, 0.1));
  captured.play(4000);
  std::filesystem::remove(captured.file());
  captured.play(48000);
  CHECK(captured.report().state == CaptureState::failed);
  CHECK(captured.report().reason == captured.file() + ": the file was removed");
}

TEST("a capture says which target was closed, and why") {
  Captured captured;
  captured.start(captured.sweep(9600, 0.1));
  captured.play(3000);
  captured.rig.set("/channel/main/1", "muted", 1);
  captured.play(2000);
  CHECK(captured.report().state == CaptureState::running);
  captured.rig.set("/channel/main/1", "muted", 0);
  captured.play(48000);
  CHECK(captured.report().state == CaptureState::done);
  CHECK(captured.report().reason == "/channel/main/1 is closed: mute");
  captured.rig.mixer.open(false, 0, Reason::driver);
  captured.start(captured.sweep(9600, 0.1));
  captured.play(48000);
  CHECK(captured.report().reason == "all outputs are closed: clock");
}

TEST("a stimulus that is not valid is refused by its name and range") {
  Captured captured;
  CaptureOrder order = captured.sweep(9600, 0.1);
  order.stimulus->level_db = 1.0;
  CHECK(captured.refusal(order) == "stimulus levelDb must be from -100 to 0");
  order = captured.sweep(9600, 0.1, 100.0, 150.0);
  CHECK(captured.refusal(order) == "stimulus toHz must be from 200 to 24000");
  order = captured.sweep(61 * 48000, 0.1);
  CHECK(captured.refusal(order) == "the capture must have from 1 frame to 60 s");
}

}  // namespace
}  // namespace rowdesk
