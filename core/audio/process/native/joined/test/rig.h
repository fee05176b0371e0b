// Two devices in simulated time: one drives a mixer, the other is joined to it. Each has a clock, jitter, and steps on demand.
#pragma once
#include <rowdesk/audio.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "../joined_devices.h"

namespace rowdesk::test {

/** Both devices have two channels each way: a tone, and a ramp that says of each frame which one it is. */
inline constexpr uint32_t channels = 2;
inline constexpr uint32_t ramp_frames = 65536;
inline constexpr uint32_t tone_hz = 997;
inline constexpr double tone_peak = 0.70794578438;  // -3 dBFS

/** What is counted while a processor runs; allocations.cc counts. */
inline thread_local bool is_watched = false;
inline thread_local int allocations = 0;

/** The sound of a device or a mixer, by the position of its frames: a whole number of turns is a second. */
class Source {
 public:
  void prepare(double rate_hz) {
    second_.resize(static_cast<size_t>(rate_hz));
    for (size_t n = 0; n < second_.size(); ++n) {
      second_[n] = static_cast<float>(tone_peak * std::sin(2 * M_PI * static_cast<double>(n * tone_hz) / rate_hz));
    }
  }
  float tone(uint64_t position) const { return second_[position % second_.size()]; }
  static float ramp(uint64_t position) { return static_cast<float>(position % ramp_frames) / ramp_frames; }
  void fill(float* tones, float* ramps, uint64_t position, uint32_t frames) const {
    for (uint32_t n = 0; n < frames; ++n) tones[n] = tone(position + n), ramps[n] = ramp(position + n);
  }

 private:
  std::vector<float> second_;
};

/** What a device hears, or a mixer. Frames that were lost are left out, and noted. */
struct Heard {
  bool is_kept = false;
  std::vector<float> tone, ramp;
  std::vector<uint64_t> position;
  std::vector<size_t> cuts;
  void add(const float* tones, const float* ramps, uint64_t at, uint32_t frames, bool is_cut) {
    if (!is_kept) return;
    if (is_cut) cuts.push_back(tone.size());
    tone.insert(tone.end(), tones, tones + frames);
    ramp.insert(ramp.end(), ramps, ramps + frames);
    for (uint32_t n = 0; n < frames; ++n) position.push_back(at + n);
  }
  void clear() { tone.clear(), ramp.clear(), position.clear(), cuts.clear(); }
};

/** A clock, and the blocks that it calls. */
class Side {
 public:
  double rate_hz = 48000, ppm = 0;
  uint32_t frames = 64;
  double jitter_ns = 20e3, stamp_outlier_ns = 2e6, late_outlier_ns = 1e6, outliers = 1e-3;
  rd_processor* processor = nullptr;
  bool runs = false;
  /** Of the block that is called now. */
  uint64_t position = 0;
  std::vector<float> in[channels], out[channels];
  Heard heard;

  explicit Side(uint64_t seed) : random_(seed) {}

  int start(double now_ns) {
    const int error = processor->prepare(processor->self, rate_hz, frames, channels, channels);
    if (error != 0) return error;
    source_.prepare(rate_hz);
    position = 0;
    xruns_ = 0;
    is_cut_ = true;
    begin_ns_ = now_ns;
    begin_position_ = 0;
    for (auto& each : in) each.assign(frames, 0.0f);
    for (auto& each : out) each.assign(frames, 0.0f);
    runs = true;
    plan();
    return 0;
  }
  void stop() {
    runs = false;
    processor->release(processor->self);
  }
  void set_ppm(double value) {
    begin_ns_ = time_of(static_cast<double>(position));
    begin_position_ = position;
    ppm = value;
  }
  /** Frames are lost, in the time that they take. */
  void lose(uint32_t lost, bool is_counted = true) {
    if (is_counted) {
      position += lost;
    } else {
      begin_ns_ += lost * frame_ns();
    }
    flags_ = RD_BLOCK_XRUN;
    ++xruns_;
    is_cut_ = true;
    plan();
  }
  /** The clock stops for so long, and says nothing of that. */
  void pause(double ns) {
    begin_ns_ += ns;
    plan();
  }

  /** The next block does not follow what was heard. */
  void cut() { is_cut_ = true; }

  double frame_ns() const { return 1e9 / (rate_hz * (1 + ppm * 1e-6)); }
  double time_of(double at) const { return begin_ns_ + (at - static_cast<double>(begin_position_)) * frame_ns(); }
  double call_ns() const { return call_ns_; }

  void call() {
    source_.fill(in[0].data(), in[1].data(), position, frames);
    const float* ins[] = {in[0].data(), in[1].data()};
    float* outs[] = {out[0].data(), out[1].data()};
    const rd_block_time time{sizeof(rd_block_time), RD_ABI, position, stamp_ns_, xruns_, flags_, 0};
    is_watched = true;
    processor->process(processor->self, ins, outs, frames, &time);
    is_watched = false;
    heard.add(out[0].data(), out[1].data(), position, frames, is_cut_);
    position += frames;
    flags_ = 0;
    is_cut_ = false;
    plan();
  }
 private:
  void plan() {
    const double due = time_of(static_cast<double>(position));
    const double late = std::fabs(normal_(random_)) * jitter_ns;
    const bool is_late = uniform_(random_) < outliers, is_off = uniform_(random_) < outliers;
    // A thread calls one block after the other.
    call_ns_ = std::max(call_ns_, due + late + (is_late ? uniform_(random_) * late_outlier_ns : 0));
    stamp_ns_ = static_cast<uint64_t>(std::llround(due + normal_(random_) * jitter_ns + (is_off ? stamp_outlier_ns : 0)));
  }

  Source source_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  double begin_ns_ = 0, call_ns_ = 0;
  uint64_t begin_position_ = 0, stamp_ns_ = 0, xruns_ = 0;
  uint32_t flags_ = 0;
  bool is_cut_ = true;
};

/** A mixer that plays a tone and a ramp of its own on the joined device, and passes the driving one's inputs on. */
class TestMixer {
 public:
  Heard heard, own;
  bool is_cut = true;
  double rate_hz = 0;

  rd_processor processor{sizeof(rd_processor), RD_ABI, this, prepare, release, process};

 private:
  static int prepare(void* self, double rate, uint32_t, uint32_t inputs, uint32_t outputs) {
    auto& mixer = *static_cast<TestMixer*>(self);
    mixer.inputs_ = inputs;
    mixer.rate_hz = rate;
    mixer.source_.prepare(rate);
    mixer.is_cut = true;
    return inputs != outputs || (inputs != channels && inputs != 2 * channels) ? -22 : 0;
  }
  static void release(void*) {}
  static void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
    auto& mixer = *static_cast<TestMixer*>(self);
    for (uint32_t c = 0; c < channels; ++c) std::memcpy(out[c], in[c], frames * sizeof(float));
    mixer.own.add(in[0], in[1], time->frame_position, frames, false);
    if (mixer.inputs_ == channels) return;
    mixer.source_.fill(out[channels], out[channels + 1], time->frame_position, frames);
    mixer.heard.add(in[channels], in[channels + 1], time->frame_position, frames, mixer.is_cut || time->flags != 0);
    mixer.is_cut = false;
  }
  Source source_;
  uint32_t inputs_ = 0;
};

class Rig {
 public:
  TestMixer mixer;
  JoinedDevices devices{mixer.processor};
  std::shared_ptr<JoinedDevice> device;
  Side driving{1}, joined{2};
  double now_ns = 1e12;

  explicit Rig(bool resamples) : device(devices.join({channels, channels, resamples})) {
    driving.processor = devices.processor();
    joined.processor = device->processor();
  }
  ~Rig() {
    if (driving.runs) driving.stop();
    if (joined.runs) joined.stop();
  }

  void start() {
    driving.start(now_ns);
    joined.start(now_ns + 0.37e6);
  }
  void keep(bool is_kept = true) {
    for (Heard* heard : {&mixer.heard, &mixer.own, &driving.heard, &joined.heard}) {
      heard->clear();
      heard->is_kept = is_kept;
    }
  }
  /** Calls both in order of time. */
  void run(double seconds) {
    const double end = now_ns + seconds * 1e9;
    for (;;) {
      Side* next = nullptr;
      for (Side* side : {&driving, &joined}) {
        if (side->runs && (next == nullptr || side->call_ns() < next->call_ns())) next = side;
      }
      if (next == nullptr || next->call_ns() >= end) break;
      next->call();
    }
    now_ns = end;
  }
};

/**
 * How many seconds after its own time a frame is heard: the ramp says which it is. from, to: the clocks of both. Frames at
 * which the ramp begins again are left out. Returns the least and the most, in frames of `to`'s nominal rate `rate_hz`.
 */
struct Span {
  double least = 1e99, most = -1e99;
};
inline Span latency_of(const Heard& heard, const Side& from, const Side& to, double rate_hz) {
  Span span;
  for (size_t n = 8; n + 8 < heard.ramp.size(); n += 17) {
    const double part = heard.ramp[n];
    const bool turns = std::fabs(heard.ramp[n + 8] - heard.ramp[n - 8]) > 64.0 / ramp_frames;
    if (turns || part < 0.02 || part > 0.98) continue;
    const double heard_ns = to.time_of(static_cast<double>(heard.position[n]));
    // The turn of the ramp: the latency is far below one.
    const double now = static_cast<double>(from.position) - (from.time_of(static_cast<double>(from.position)) - heard_ns) / from.frame_ns();
    const double at = std::floor((now - part * ramp_frames) / ramp_frames) * ramp_frames + part * ramp_frames;
    const double frames = (heard_ns - from.time_of(at)) * 1e-9 * rate_hz;
    span.least = std::min(span.least, frames);
    span.most = std::max(span.most, frames);
  }
  return span;
}

/** The largest second difference, away from cuts, at which sound begins at 0; 1e9 for what is no number. */
inline double roughness_of(const Heard& heard) {
  double most = 0, one = 0, two = 0;
  size_t cut = 0;
  for (size_t n = 0; n < heard.tone.size(); ++n) {
    if (cut < heard.cuts.size() && heard.cuts[cut] == n) one = two = 0, ++cut;
    if (!std::isfinite(heard.tone[n])) return 1e9;
    if (n >= 2) most = std::max<double>(most, std::fabs(heard.tone[n] - 2 * one + two));
    two = one, one = heard.tone[n];
  }
  return most;
}

}  // namespace rowdesk::test
