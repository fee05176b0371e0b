#include "stagebox.h"

#include <algorithm>
#include <cstring>

#include "../../lib/sound-files/src/folder.h"

namespace rowdesk::stagebox {
namespace {

std::unique_ptr<const Setup> default_setup(uint32_t inputs, uint32_t outputs) {
  auto setup = std::make_unique<Setup>();
  setup->inputs.resize(inputs);
  setup->outputs.resize(outputs);
  return setup;
}

}  // namespace

Stagebox::Stagebox(uint32_t inputs, uint32_t outputs)
    : inputs_(inputs), outputs_(outputs), setups_(default_setup(inputs, outputs)) {}

void Stagebox::prepare(const rd_processor& processor, double rate_hz, uint32_t most_frames, bool converts) {
  const int error = processor.prepare(processor.self, rate_hz, most_frames, input_count(), output_count());
  if (error < 0) throw sound::FileError(std::string("the processor can't be prepared: ") + std::strerror(-error));
  processor_ = &processor;
  rd_pink_design(&pink_, rate_hz);
  samples_ = LockedBuffer(static_cast<size_t>(most_frames) * (input_count() + output_count()));
  input_planes_.clear();
  output_planes_.clear();
  for (uint32_t n = 0; n < input_count(); ++n) input_planes_.push_back(samples_.data() + n * most_frames);
  for (uint32_t n = 0; n < output_count(); ++n) {
    output_planes_.push_back(samples_.data() + (input_count() + n) * most_frames);
  }
  position_ = 0;
  setups_.take();
  const Setup& setup = setups_.current();
  for (uint32_t n = 0; n < input_count(); ++n) inputs_[n].prepare(setup, n, rate_hz, converts);
  for (uint32_t n = 0; n < output_count(); ++n) outputs_[n].prepare(setup, n, rate_hz, converts);
  setups_.release();
  setups_.collect();
}

void Stagebox::release() {
  if (processor_ != nullptr) processor_->release(processor_->self);
  processor_ = nullptr;
  settle();
}

void Stagebox::settle() {
  const bool is_new = setups_.take() != nullptr;
  if (is_prepared() && is_new) adopt(position_ == 0);
  const bool is_fading =
      is_prepared() && std::any_of(inputs_.begin(), inputs_.end(), [](const Input& i) { return i.is_fading(); });
  if (!is_fading) setups_.release();
  setups_.collect();
}

void Stagebox::adopt(bool at_once) {
  const Setup& setup = setups_.current();
  for (Input& input : inputs_) input.adopt(setup, at_once);
  for (Output& output : outputs_) output.adopt(setup, at_once);
}

void Stagebox::process(uint32_t frames, uint64_t monotonic_ns, uint64_t xruns, uint32_t flags) {
  if (setups_.take() != nullptr) adopt(position_ == 0);
  bool fading = false;
  for (uint32_t n = 0; n < input_count(); ++n) {
    inputs_[n].render(input_planes_[n], frames, position_, pink_);
    fading = fading || inputs_[n].is_fading();
  }
  if (!fading) setups_.release();

  const rd_block_time time{sizeof(rd_block_time), RD_ABI, position_, monotonic_ns, xruns, flags, 0};
  const uint32_t before = rd_crash_enter(crash_slot_, mixer_name_);
  processor_->process(processor_->self, input_planes_.data(), output_planes_.data(), frames, &time);
  rd_crash_enter(crash_slot_, before);

  for (uint32_t n = 0; n < output_count(); ++n) outputs_[n].apply(output_planes_[n], frames);
  if (Recorder* recorder = setups_.current().recorder.get()) recorder->put(output_planes_.data(), frames, monotonic_ns);
  position_ += frames;
}

bool Stagebox::has_room(uint32_t frames) const {
  const Recorder* recorder = setups_.current().recorder.get();
  return recorder == nullptr || recorder->has_room(frames);
}

void Stagebox::skip(uint64_t frames) {
  for (Input& input : inputs_) input.skip(frames);
  position_ += frames;
}

}  // namespace rowdesk::stagebox
