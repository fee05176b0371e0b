#include "rig.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {

KindCounts counts_of(uint32_t inputs, uint32_t mains) {
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

KindCounts whole_desk() {
  KindCounts counts = counts_of(8);
  counts[static_cast<uint32_t>(Kind::mix)] = 4;
  counts[static_cast<uint32_t>(Kind::matrix)] = 2;
  counts[static_cast<uint32_t>(Kind::fx_send)] = 2;
  counts[static_cast<uint32_t>(Kind::fx_return)] = 2;
  counts[static_cast<uint32_t>(Kind::mute_group)] = 4;
  counts[static_cast<uint32_t>(Kind::mix_minus)] = 2;
  return counts;
}

double peak_db(const std::vector<float>& samples, size_t from) {
  float peak = 0;
  for (size_t i = from; i < samples.size(); ++i) peak = std::max(peak, std::abs(samples[i]));
  return peak > 0 ? 20.0 * std::log10(peak) : -1000.0;
}

Rig::Rig(const KindCounts& counts, std::string_view kernel, double rate, const Times& times, uint32_t most,
         const std::string& runtime_folder)
    : mixer(counts, {find_kernel(kernel), false, times, built_in_processors(), built_in_fields(), {}, most, runtime_folder}),
      rate_(rate) {
  mixer.connect(sources());
  mixer.open(true, 0, Reason::startup);
  prepare();
}

std::vector<std::pair<int32_t, int32_t>> Rig::sources() {
  std::vector<std::pair<int32_t, int32_t>> channels{{-1, -1}};
  for (int32_t channel = 0; channel < static_cast<int32_t>(inputs); ++channel) channels.push_back({channel, channel + 1});
  return channels;
}

void Rig::prepare() {
  const auto* processor = mixer.processor();
  CHECK(processor->prepare(processor->self, rate_, most_frames, inputs, outputs) == 0);
  frame_ = 0;
}

void Rig::set(std::string_view path, std::string_view field, double value) { set_all({{path, field, value}}); }

void Rig::set_all(const std::vector<FieldValue>& changes, float fade_ms) {
  std::vector<Slot> slots;
  std::vector<double> values;
  for (const FieldValue& change : changes) {
    slots.push_back(slot(change.path, change.field));
    values.push_back(change.value);
  }
  mixer.apply(++revision, slots, values, std::vector<float>(fade_ms > 0.0f ? slots.size() : 0, fade_ms));
}

void Rig::patch(std::string_view path, int channel) { set(path, "sourceId", channel + 1); }

Slot Rig::slot(std::string_view path, std::string_view field) {
  const Slot found = mixer.addresses().find(path, field);
  CHECK(found != no_slot);
  return found;
}

double Rig::seen(std::string_view path, std::string_view field) {
  observe();
  return values_[slot(path, field)];
}

uint32_t Rig::closed(std::string_view path) {
  observe();
  for (uint32_t i = 0; i < closed_.size(); ++i) {
    if (mixer.layout().strips()[i].path == path) return closed_[i];
  }
  CHECK(!"a strip");
  return 0;
}

uint32_t Rig::outputs_closed() {
  observe();
  return outputs_closed_;
}

Channels Rig::render(uint32_t frames, const Sound& sound, uint32_t block, uint32_t flags) {
  Channels result(outputs, std::vector<float>(frames));
  // Inputs are read only: those that carry the same may be one.
  std::vector<std::vector<float>> feed(sound.is_everywhere() ? 1 : inputs, std::vector<float>(block));
  const float* in[inputs];
  for (uint32_t channel = 0; channel < inputs; ++channel) in[channel] = feed[channel % feed.size()].data();
  for (uint32_t done = 0; done < frames; done += std::min(block, frames - done)) {
    const uint32_t count = std::min(block, frames - done);
    float* out[outputs];
    for (uint32_t channel = 0; channel < feed.size(); ++channel) sound.fill(channel, frame_, {feed[channel].data(), count});
    for (uint32_t channel = 0; channel < outputs; ++channel) out[channel] = result[channel].data() + done;
    call(in, out, count, flags);
  }
  return result;
}

void Rig::call(const float* const* in, float* const* out, uint32_t frames, uint32_t flags) {
  const rd_block_time time = {sizeof(rd_block_time), RD_ABI, frame_, now_ns, 0, flags, 0};
  mixer.processor()->process(mixer.processor()->self, in, out, frames, &time);
  frame_ += frames;
  now_ns += static_cast<uint64_t>(frames * 1e9 / rate_);
}

void Rig::observe() {
  values_.resize(mixer.addresses().size());
  closed_.resize(mixer.layout().sounding_strips());
  seen_revision = mixer.observe(values_, closed_, outputs_closed_);
}

void open_input_1(Rig& rig) {
  rig.patch("/channel/input/1", 0);
  rig.set("/channel/input/1", "levelDb", 0);
  rig.set("/channel/main/1", "levelDb", 0);
  rig.prepare();
}

}  // namespace rowdesk
