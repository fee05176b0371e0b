// A mixer without its timer, driven block by block, with what came out.
#pragma once

#include <functional>
#include <numbers>
#include <string_view>
#include <vector>

#include "../src/instruction_set.h"
#include "../src/mixer.h"
#include "check.h"
#include "processor_file.h"

namespace rowdesk {

inline KindCounts counts_of(uint32_t inputs, uint32_t mains = 2) {
  KindCounts counts{};
  counts[static_cast<uint32_t>(Kind::input)] = inputs;
  counts[static_cast<uint32_t>(Kind::aux)] = 2;
  counts[static_cast<uint32_t>(Kind::mix)] = 2;
  counts[static_cast<uint32_t>(Kind::fx_return)] = 1;
  counts[static_cast<uint32_t>(Kind::cue)] = 1;
  counts[static_cast<uint32_t>(Kind::main)] = mains;
  counts[static_cast<uint32_t>(Kind::dca)] = 2;
  return counts;
}

// Some of every kind.
inline KindCounts whole_desk() {
  KindCounts counts = counts_of(8);
  counts[static_cast<uint32_t>(Kind::mix)] = 4;
  counts[static_cast<uint32_t>(Kind::matrix)] = 2;
  counts[static_cast<uint32_t>(Kind::fx_send)] = 2;
  counts[static_cast<uint32_t>(Kind::fx_return)] = 2;
  counts[static_cast<uint32_t>(Kind::mute_group)] = 4;
  counts[static_cast<uint32_t>(Kind::mix_minus)] = 2;
  return counts;
}

// The sample of a channel at a frame since the rig began.
using Sound = std::function<float(uint32_t channel, uint64_t frame)>;

inline Sound silence() {
  return [](uint32_t, uint64_t) { return 0.0f; };
}
inline Sound sine(double frequency_hz, double level_dbfs, double rate = 48000.0) {
  const double amplitude = std::pow(10.0, level_dbfs / 20.0);
  return [=](uint32_t, uint64_t frame) {
    return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(frame) / rate));
  };
}
inline Sound constant(float value) {
  return [=](uint32_t, uint64_t) { return value; };
}

using Channels = std::vector<std::vector<float>>;

inline double peak_db(const std::vector<float>& samples, size_t from = 0) {
  float peak = 0;
  for (size_t i = from; i < samples.size(); ++i) peak = std::max(peak, std::abs(samples[i]));
  return peak > 0 ? 20.0 * std::log10(peak) : -1000.0;
}

class Rig {
 public:
  static constexpr uint32_t inputs = 32;
  static constexpr uint32_t outputs = 6;

  explicit Rig(const KindCounts& counts = counts_of(4), std::string_view kernel = "", double rate = 48000.0,
               const Times& times = {})
      : mixer(counts, {find_kernel(kernel), false, times, built_in_processors()}), rate_(rate) {
    mixer.connect(sources());
    mixer.open(true, 0, Reason::startup);
    prepare();
  }

  // Source number n is channel n-1, and the next one for the right leg.
  static std::vector<std::pair<int32_t, int32_t>> sources() {
    std::vector<std::pair<int32_t, int32_t>> channels{{-1, -1}};
    for (int32_t channel = 0; channel < static_cast<int32_t>(inputs); ++channel) channels.push_back({channel, channel + 1});
    return channels;
  }

  void prepare() {
    const auto* processor = mixer.processor();
    CHECK(processor->prepare(processor->self, rate_, RD_MAX_FRAMES, inputs, outputs) == 0);
    frame_ = 0;
  }

  // Wanted with the next revision.
  void set(std::string_view path, std::string_view field, double value) { set_all({{path, field, value}}); }
  struct Wish {
    std::string_view path;
    std::string_view field;
    double value;
  };
  // fade_ms: how long levels move.
  void set_all(const std::vector<Wish>& wishes, float fade_ms = 0.0f) {
    std::vector<Slot> slots;
    std::vector<double> values;
    for (const Wish& wish : wishes) {
      slots.push_back(slot(wish.path, wish.field));
      values.push_back(wish.value);
    }
    mixer.want(++revision, slots, values, std::vector<float>(fade_ms > 0.0f ? slots.size() : 0, fade_ms));
  }
  // The strip takes this channel (from 0), and the next one for its right leg; -1 for none.
  void patch(std::string_view path, int channel) { set(path, "sourceId", channel + 1); }

  Slot slot(std::string_view path, std::string_view field) {
    const Slot found = mixer.addresses().find(path, field);
    CHECK(found != no_slot);
    return found;
  }
  double seen(std::string_view path, std::string_view field) {
    observe();
    return values_[slot(path, field)];
  }
  uint32_t closed(std::string_view path) {
    observe();
    for (uint32_t i = 0; i < closed_.size(); ++i) {
      if (mixer.layout().strips()[i].path == path) return closed_[i];
    }
    CHECK(!"a strip");
    return 0;
  }
  uint32_t outputs_closed() {
    observe();
    return outputs_closed_;
  }

  Channels render(uint32_t frames, const Sound& sound, uint32_t block = 64, uint32_t flags = RD_BLOCK_OFFLINE) {
    Channels result(outputs, std::vector<float>(frames));
    std::vector<std::vector<float>> feed(inputs, std::vector<float>(block));
    for (uint32_t done = 0; done < frames; done += std::min(block, frames - done)) {
      const uint32_t count = std::min(block, frames - done);
      const float* in[inputs];
      float* out[outputs];
      for (uint32_t channel = 0; channel < inputs; ++channel) {
        for (uint32_t i = 0; i < count; ++i) feed[channel][i] = sound(channel, frame_ + i);
        in[channel] = feed[channel].data();
      }
      for (uint32_t channel = 0; channel < outputs; ++channel) out[channel] = result[channel].data() + done;
      call(in, out, count, flags);
    }
    return result;
  }

  void call(const float* const* in, float* const* out, uint32_t frames, uint32_t flags) {
    const rd_block_time time = {sizeof(rd_block_time), RD_ABI, frame_, now_ns, 0, flags, 0};
    mixer.processor()->process(mixer.processor()->self, in, out, frames, &time);
    frame_ += frames;
    now_ns += static_cast<uint64_t>(frames * 1e9 / rate_);
  }

  Mixer mixer;
  double revision = 0;
  uint64_t now_ns = 1'000'000'000;

 private:
  void observe() {
    values_.resize(mixer.addresses().size());
    closed_.resize(mixer.layout().sounding_strips());
    seen_revision = mixer.observe(values_, closed_, outputs_closed_);
  }

  double rate_;
  uint64_t frame_ = 0;
  std::vector<double> values_;
  std::vector<uint32_t> closed_;
  uint32_t outputs_closed_ = 0;

 public:
  double seen_revision = 0;
};

// Input 1 of the device through input/1 to main/1, all at 0 dB.
inline void open_input_1(Rig& rig) {
  rig.patch("/channel/input/1", 0);
  rig.set("/channel/input/1", "levelDb", 0);
  rig.set("/channel/main/1", "levelDb", 0);
  rig.prepare();
}

}  // namespace rowdesk
