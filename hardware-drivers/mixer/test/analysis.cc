// From the strips of a mixer to spectra and delays: rings, orders, gaps, and the thread.
#include <chrono>
#include <limits>
#include <thread>

#include "noise.h"
#include "rig.h"

namespace rowdesk {
namespace {

// A rig has no threads of its own: the analysis steps when the test says so, after each 20 ms.
class AnalysedRig : public Rig {
 public:
  explicit AnalysedRig(double rate = 48000.0) : Rig(counts_of(70), "", rate) {
    for (int input = 1; input <= 32; ++input) patch("/channel/input/" + std::to_string(input), input - 1);
    patch("/channel/aux/1", 0);
    prepare();
  }
  uint32_t strip(std::string_view path) const {
    const auto& strips = mixer.layout().strips();
    for (uint32_t number = 0; number < strips.size(); ++number) {
      if (strips[number].path == path) return number;
    }
    CHECK(!"a strip");
    return 0;
  }
  // The newest result of each number.
  AnalysisResults listen(uint32_t frames, const Sound& sound, uint32_t block = 64) {
    AnalysisResults all;
    for (uint32_t done = 0; done < frames; done += 960) {
      render(std::min(960u, frames - done), sound, block);
      mixer.analysis().step();
      AnalysisResults now = mixer.analysis().take();
      counted += now.spectra.size();
      for (auto& [number, levels] : now.spectra) all.spectra[number] = levels;
      for (auto& [number, found] : now.alignments) all.alignments[number] = found;
    }
    return all;
  }
  size_t counted = 0;
};

constexpr double at_15_hz = 1.0 / 15;
constexpr size_t band_of_1_khz = 17;

TEST("a strip's spectrum is that of its Pre-Fader, whatever its fader and mute, 15 times a second") {
  for (const uint32_t block : {17u, 64u, 1000u}) {
    AnalysedRig rig;
    rig.set("/channel/input/1", "trimDb", 6);
    rig.set("/channel/input/1", "muted", 1);
    rig.mixer.analysis().order({{{1, rig.strip("/channel/input/1"), 3, at_15_hz}}, {}});
    const AnalysisResults results = rig.listen(4 * 48000, sine(1000, -20), block);
    CHECK_NEAR(results.spectra.at(1)[band_of_1_khz], -14.0, 0.05);
    CHECK_NEAR(static_cast<double>(rig.counted), 15 * (4 - 16384 / 48000.0), 2.0);
  }
}

TEST("of two legs each band shows the louder one") {
  AnalysedRig rig;
  rig.mixer.analysis().order({{{1, rig.strip("/channel/aux/1"), 3, at_15_hz}}, {}});
  const Sound sound = [left = sine(1000, -20), right = sine(100, -30)](uint32_t channel, uint64_t frame) {
    return channel == 0 ? left(0, frame) : channel == 1 ? right(1, frame) : 0.0f;
  };
  const std::vector<float> levels = rig.listen(48000, sound).spectra.at(1);
  CHECK_NEAR(levels[band_of_1_khz], -20.0, 0.05);
  CHECK_NEAR(levels[7], -30.0, 0.05);
}

TEST("64 strips are analysed at once, and no more") {
  AnalysedRig rig;
  AnalysisOrder order;
  for (uint32_t number = 0; number < 66; ++number) order.spectra.push_back({number, number, 12, at_15_hz});
  rig.mixer.analysis().order(order);
  const AnalysisResults results = rig.listen(24000, sine(1000, -20));
  CHECK(results.spectra.size() == 64);
  CHECK(results.spectra.count(63) == 1 && results.spectra.count(64) == 0);
}

TEST("an order takes the place of the one before; what stays goes on without a gap") {
  AnalysedRig rig;
  const SpectrumOrder first = {1, rig.strip("/channel/input/1"), 3, at_15_hz};
  rig.mixer.analysis().order({{first}, {}});
  rig.listen(24000, sine(1000, -20));
  rig.mixer.analysis().order({{first, {2, rig.strip("/channel/input/2"), 24, at_15_hz}}, {}});
  const AnalysisResults soon = rig.listen(4800, sine(1000, -20));
  CHECK(soon.spectra.count(1) == 1 && soon.spectra.count(2) == 0);  // the second has not heard enough
  rig.mixer.analysis().order({});
  rig.counted = 0;
  CHECK(rig.listen(24000, sine(1000, -20)).spectra.empty());
  rig.mixer.analysis().order({{{3, rig.strip("/channel/input/3"), 6, at_15_hz}}, {}});
  const AnalysisResults again = rig.listen(24000, sine(1000, -20));
  CHECK(again.spectra.size() == 1 && again.spectra.count(3) == 1);
}

TEST("sound that was missed while nobody looked is a gap, not a click") {
  AnalysedRig rig;
  rig.mixer.analysis().order({{{1, rig.strip("/channel/input/1"), 3, at_15_hz}}, {}});
  rig.listen(24000, sine(1000, -20));
  rig.render(100003, sine(1000, -20));  // the ring holds 16,384
  const std::vector<float> levels = rig.listen(48000, sine(1000, -20)).spectra.at(1);
  CHECK_NEAR(levels[band_of_1_khz], -20.0, 0.05);
  CHECK(levels[band_of_1_khz + 6] < -80);
}

TEST("another rate is noticed") {
  AnalysedRig rig;
  rig.mixer.analysis().order({{{1, rig.strip("/channel/input/1"), 3, at_15_hz}}, {}});
  rig.listen(24000, sine(1000, -20));
  const auto* processor = rig.mixer.processor();
  processor->prepare(processor->self, 96000, RD_MAX_FRAMES, Rig::inputs, Rig::outputs);
  CHECK_NEAR(rig.listen(96000, sine(2000, -20)).spectra.at(1)[band_of_1_khz + 6], -20.0, 0.1);  // 4 kHz at 96 kHz
}

TEST("a value that isn't finite costs the spectrum that sound and no more") {
  AnalysedRig rig;
  rig.mixer.analysis().order({{{1, rig.strip("/channel/input/1"), 3, at_15_hz}}, {}});
  const Sound broken = [tone = sine(1000, -20)](uint32_t channel, uint64_t frame) {
    return frame == 20000 ? std::numeric_limits<float>::quiet_NaN() : tone(channel, frame);
  };
  const std::vector<float> levels = rig.listen(24000, broken).spectra.at(1);
  for (const float level : levels) CHECK(std::isfinite(level));
  CHECK_NEAR(rig.listen(48000, sine(1000, -20)).spectra.at(1)[band_of_1_khz], -20.0, 0.05);
}

TEST("the delay of one strip against another is measured at Top-Of-Ch, about once a second, the first after two") {
  const std::vector<float> reference = pink_noise(6 * 48000, 4);
  const std::vector<float> later = delayed(reference, 240.5);
  const Sound sound = [&](uint32_t channel, uint64_t frame) {
    const size_t at = frame % reference.size();
    return channel == 0 ? later[at] : channel == 1 ? reference[at] : 0.0f;
  };
  AnalysedRig rig;
  rig.set("/channel/input/1", "trimDb", -18);
  const uint32_t one = rig.strip("/channel/input/1"), other = rig.strip("/channel/input/2");
  rig.mixer.analysis().order({{}, {{1, one, other}, {2, other, one}, {3, one, rig.strip("/channel/input/3")}}});
  CHECK(rig.listen(2 * 48000, sound).alignments.empty());
  const AnalysisResults results = rig.listen(48000, sound);
  CHECK_NEAR(results.alignments.at(1).before.frames, 240.5, 0.02);
  CHECK_NEAR(results.alignments.at(2).before.frames, -240.5, 0.02);
  CHECK(results.alignments.at(1).before.confidence > 0.9);
  CHECK(results.alignments.at(2).before.confidence > 0.9);
  CHECK(results.alignments.at(3).before.confidence == 0.0);  // it hears silence
}

// Input 1 comes 240.5 frames after input 2; input 2 is in main/1.
struct Stage : AnalysedRig {
  Stage() {
    set_all({{"/channel/input/1", "levelDb", -144}, {"/channel/input/2", "levelDb", 0}, {"/channel/main/1", "levelDb", 0}});
    for (const char* path : {"/channel/input/1/align", "/channel/input/2/align"}) set(path, "delayMs", 0);
    prepare();
  }
  MeasuredAlignment measure(std::string_view path, std::string_view reference, uint32_t frames = 3 * 48000) {
    mixer.analysis().order({});
    mixer.analysis().step();
    mixer.analysis().order({{}, {{1, strip(path), strip(reference)}}});
    const Sound sound = [this](uint32_t channel, uint64_t frame) {
      return channel == 0 ? later[frame % noise.size()] : channel == 1 ? noise[frame % noise.size()] : 0.0f;
    };
    return listen(frames, sound).alignments.at(1);
  }
  const std::vector<float> noise = pink_noise(8 * 48000, 4), later = delayed(noise, 240.5);
};

TEST("what is left behind the align delays is measured, whatever the fader of an input") {
  Stage stage;
  stage.set("/channel/input/2/align", "delayMs", 5);
  MeasuredAlignment found = stage.measure("/channel/input/1", "/channel/input/2");
  CHECK_NEAR(found.before.frames, 240.5, 0.02);
  CHECK(found.after.has_value());
  CHECK_NEAR(found.after->frames, 0.5, 0.05);
  CHECK(found.after->confidence > 0.9);
  // What a processor takes is in no delay, and is measured all the same.
  stage.set("/channel/input/2/chain/processors/limiter", "enabled", 1);
  stage.set("/channel/input/2/chain/processors/limiter/values", "lookAheadMs", 5);
  found = stage.measure("/channel/input/1", "/channel/input/2");
  CHECK_NEAR(found.before.frames, 240.5, 0.02);
  CHECK(found.after.has_value());
  CHECK_NEAR(found.after->frames, 0.5 - 240.0, 0.1);
}

TEST("behind the longest speaker delay what is left is measured too, and a muted output has none") {
  Stage stage;
  stage.set_all({{"/channel/main/1/speakerAlign", "enabled", 1}, {"/channel/main/1/speakerAlign", "delayMs", 500},
                 {"/channel/main/1/speakerAlign", "distanceM", 150}, {"/channel/main/1/speakerAlign", "temperatureC", -30},
                 {"/channel/main/1/align", "delayMs", 12.5}});
  const double apart = (512.5 + 150'000.0 / (331.3 - 0.606 * 30)) * 48;
  const MeasuredAlignment found = stage.measure("/channel/main/1", "/channel/input/2", 4 * 48000);
  CHECK_NEAR(found.before.frames, 0.0, 0.02);
  CHECK(found.after.has_value());
  CHECK_NEAR(found.after->frames, apart, 0.05);
  const MeasuredAlignment other = stage.measure("/channel/input/2", "/channel/main/1", 4 * 48000);
  CHECK(other.after.has_value());
  CHECK_NEAR(other.after->frames, -apart, 0.05);
  stage.set("/channel/main/1", "muted", 1);
  CHECK(!stage.measure("/channel/main/1", "/channel/input/2", 4 * 48000).after.has_value());
}

TEST("the thread analyses while another one plays") {
  Mixer mixer(counts_of(4), {find_kernel(""), true, {}, built_in_processors(), built_in_fields()});
  auto* processor = mixer.processor();
  std::vector<float> in(64, 0.5f), out(64);
  std::vector<const float*> ins(4, in.data());
  std::vector<float*> outs(2, out.data());
  CHECK(processor->prepare(processor->self, 48000, 64, 4, 2) == 0);
  mixer.analysis().order({{{1, 0, 24, at_15_hz}}, {{2, 0, 1}}});
  bool has_come = false;
  for (uint64_t block = 0; !has_come && block < 100000; ++block) {
    const rd_block_time time = {sizeof(rd_block_time), RD_ABI, block * 64, block * 1'333'333, 0, RD_BLOCK_OFFLINE, 0};
    processor->process(processor->self, ins.data(), outs.data(), 64, &time);
    if (block % 200 == 199) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (block % 50 == 0) mixer.analysis().order({{{1, 0, 24, at_15_hz}}, {{2, 0, static_cast<uint32_t>(1 + block % 2)}}});
    has_come = !mixer.analysis().take().spectra.empty();
  }
  CHECK(has_come);
  processor->release(processor->self);
}

}  // namespace
}  // namespace rowdesk
