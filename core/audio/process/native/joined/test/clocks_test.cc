// What is heard over a joined device in simulated time, while nothing goes wrong.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "../../../../../../hardware-drivers/lib/sound-files/test/check.h"
#include "rig.h"
#include "tone.h"

namespace rowdesk::test {
namespace {

/** JOINED_S: the duration of each case, an hour for instance. */
double duration_s(double usual) {
#if defined(__SANITIZE_ADDRESS__)
  return std::min(usual, 3.0);
#else
  const char* text = std::getenv("JOINED_S");
  return text == nullptr || *text == 0 ? usual : std::atof(text);
#endif
}

/** The worst second of a recording. */
double worst_thdn_db(const Heard& heard, double rate_hz) {
  const auto second = static_cast<size_t>(rate_hz);
  double worst = -999;
  for (size_t n = 0; n + second <= heard.tone.size(); n += second) {
    worst = std::max(worst, fit_tone({heard.tone.data() + n, second}, rate_hz, tone_hz).thdn_db);
  }
  return worst;
}

/** What both sides hear comes as late as the figures say, within a frame. */
void check_latency(Rig& rig, const JoinedFigures& figures) {
  const Span in = latency_of(rig.mixer.heard, rig.joined, rig.driving, rig.driving.rate_hz);
  const Span out = latency_of(rig.joined.heard, rig.driving, rig.joined, rig.driving.rate_hz);
  CHECK_NEAR(in.least, figures.input_latency_frames, 1);
  CHECK_NEAR(in.most, figures.input_latency_frames, 1);
  CHECK_NEAR(out.least, figures.output_latency_frames, 1);
  CHECK_NEAR(out.most, figures.output_latency_frames, 1);
}

/** The frames that a ramp names, and the tone beside it, follow each other from a first one on. */
bool is_bit_for_bit(const Heard& heard, double rate_hz) {
  Source source;
  source.prepare(rate_hz);
  if (heard.ramp.size() < ramp_frames) return false;
  // The ramp repeats after 65536 frames, the tone after 48000: both together name the frame among 375 turns of the ramp.
  uint64_t first = static_cast<uint64_t>(heard.ramp[0] * ramp_frames);
  const auto fits = [&](uint64_t n) { return source.tone(first + n) == heard.tone[n]; };
  for (int turn = 0; turn < 375 && !(fits(0) && fits(1)); ++turn) first += ramp_frames;
  for (size_t n = 0; n < heard.ramp.size(); ++n) {
    if (heard.ramp[n] != Source::ramp(first + n) || heard.tone[n] != source.tone(first + n)) return false;
  }
  return true;
}

void same_clock(uint32_t frames) {
  Rig rig(false);
  rig.joined.frames = frames;
  rig.start();
  rig.run(1);
  rig.keep();
  rig.run(5);
  const JoinedFigures figures = rig.device->figures();
  CHECK(figures.state == JoinedFigures::State::running);
  CHECK(figures.ratio == 1 && figures.deviation_ppm == 0);
  CHECK(is_bit_for_bit(rig.mixer.heard, 48000));
  CHECK(is_bit_for_bit(rig.joined.heard, 48000));
  check_latency(rig, figures);
  const uint64_t offset = rig.mixer.heard.position[0] - static_cast<uint64_t>(rig.mixer.heard.ramp[0] * ramp_frames);
  rig.keep(false);
  rig.run(duration_s(600));
  rig.keep();
  rig.run(2);
  CHECK(rig.device->figures().gaps == 0);
  CHECK(is_bit_for_bit(rig.mixer.heard, 48000));
  CHECK(is_bit_for_bit(rig.joined.heard, 48000));
  const uint64_t later = rig.mixer.heard.position[0] - static_cast<uint64_t>(rig.mixer.heard.ramp[0] * ramp_frames);
  CHECK(offset % ramp_frames == later % ramp_frames);
}

struct Clocks {
  double ppm, rate_hz;
  uint32_t driving_frames, joined_frames;
  bool is_swapped = false;
};

void own_clock(const Clocks& clocks) {
  Rig rig(true);
  Side& other = clocks.is_swapped ? rig.driving : rig.joined;
  other.rate_hz = clocks.rate_hz;
  other.ppm = clocks.ppm;
  rig.driving.frames = clocks.driving_frames;
  rig.joined.frames = clocks.joined_frames;
  rig.start();
  rig.run(3);
  JoinedFigures figures = rig.device->figures();
  CHECK(figures.state == JoinedFigures::State::running);
  const double ppm = clocks.is_swapped ? -clocks.ppm : clocks.ppm;
  CHECK_NEAR(figures.deviation_ppm, ppm, 3);
  rig.keep();
  rig.run(2);
  figures = rig.device->figures();
  check_latency(rig, figures);
  rig.keep(false);
  const double whole_s = duration_s(60);
  rig.run(std::max(0.0, whole_s - 10));
  rig.keep();
  rig.run(std::min(10.0, whole_s));
  figures = rig.device->figures();
  CHECK(figures.gaps == 0);
  CHECK_NEAR(figures.deviation_ppm, ppm, whole_s < 30 ? 1 : 0.3);
  check_latency(rig, figures);
  const double in_db = worst_thdn_db(rig.mixer.heard, rig.driving.rate_hz);
  const double out_db = worst_thdn_db(rig.joined.heard, rig.joined.rate_hz);
  std::printf("     %g ppm, %g Hz at %u frames, joined %g Hz at %u: THD+N in %.1f dB, out %.1f dB; latency in %.1f, out %.1f frames\n",
              clocks.ppm, rig.driving.rate_hz, rig.driving.frames, rig.joined.rate_hz, rig.joined.frames, in_db, out_db,
              figures.input_latency_frames, figures.output_latency_frames);
  if (whole_s >= 30) CHECK_UNDER(in_db, -100);
  if (whole_s >= 30) CHECK_UNDER(out_db, -100);
}

TEST("the same clock: samples arrive bit for bit, equally late all the time, at 64 frames against 48") { same_clock(48); }
TEST("the same clock: as well against 64 frames") { same_clock(64); }
TEST("the same clock: as well against 256 frames") { same_clock(256); }
TEST("the same clock: as well against 1024 frames") { same_clock(1024); }

TEST("a clock of its own at 80 ppm: no gap, and the tone stays clean") { own_clock({80, 48000, 64, 64}); }
TEST("a clock of its own at 200 ppm: as well, in longer blocks") { own_clock({200, 48000, 256, 1024}); }
TEST("a clock of its own at -200 ppm: as well, in shorter blocks than the mixer's") { own_clock({-200, 48000, 1024, 256}); }
TEST("a joined device of 44.1 kHz: as well") { own_clock({-200, 44100, 64, 128}); }
TEST("a mixer of 44.1 kHz, joined by 48 kHz: as well") { own_clock({200, 44100, 128, 64, true}); }
TEST("a mixer of 96 kHz, joined by 48 kHz: as well") { own_clock({80, 96000, 128, 64, true}); }

}  // namespace
}  // namespace rowdesk::test
