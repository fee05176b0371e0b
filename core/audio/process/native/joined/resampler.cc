#include "resampler.h"

#include <algorithm>
#include <stdexcept>

namespace rowdesk {
namespace {

/** A wide group takes least: a channel costs 0.7 % of a core alone, 0.2 % in a group of 32 (48 kHz, medium quality). */
constexpr uint32_t most_in_group = 32;
/** The ratio at which the reach is found: slightly below 1, as of clocks that differ. */
constexpr double room = 0.995;

}  // namespace

Resampler::Resampler(uint32_t channels, SampleRateLibrary::Quality quality)
    : library_(SampleRateLibrary::loaded()), in_(piece_frames * most_in_group), out_(piece_frames * most_in_group) {
  for (uint32_t first = 0; first < channels; first += most_in_group) {
    const uint32_t size = std::min(channels - first, most_in_group);
    int error = 0;
    void* state = library_.create(quality, static_cast<int>(size), &error);
    if (state == nullptr) throw std::runtime_error("libsamplerate makes no converter, error " + std::to_string(error));
    groups_.push_back({{state, library_.destroy}, first, size});
  }
  // The library does not say its reach: silence shows it.
  const float zero = 0;
  float one = 0;
  const std::vector<const float*> in(channels, &zero);
  const std::vector<float*> out(channels, &one);
  for (reach_frames_ = 1; channels > 0 && process(in.data(), 1, out.data(), 1, room).made == 0; ++reach_frames_) {
    if (reach_frames_ > 1'000'000) throw std::runtime_error("libsamplerate gives no sound");
  }
  reset();
}

void Resampler::reset() {
  for (const Group& group : groups_) library_.reset(group.state.get());
}

Resampler::Step Resampler::process(const float* const* in, uint32_t frames, float* const* out, uint32_t most, double ratio) {
  Step done{0, 0};
  for (bool is_moving = true; is_moving && done.made < most;) {
    const uint32_t given = std::min(frames - done.used, piece_frames);
    const uint32_t wanted = std::min(most - done.made, piece_frames);
    Step step{0, 0};
    for (const Group& group : groups_) {
      const uint32_t size = group.channels;
      for (uint32_t c = 0; c < size; ++c) {
        const float* from = in[group.first_channel + c] + done.used;
        for (uint32_t i = 0; i < given; ++i) in_[i * size + c] = from[i];
      }
      SampleRateLibrary::Data data{in_.data(), out_.data(), static_cast<long>(given), static_cast<long>(wanted), 0, 0, 0, ratio};
      library_.set_ratio(group.state.get(), ratio);
      library_.process(group.state.get(), &data);
      // All groups have had the same numbers all along: they take and give the same.
      step = {static_cast<uint32_t>(data.input_frames_used), static_cast<uint32_t>(data.output_frames_made)};
      for (uint32_t c = 0; c < size; ++c) {
        float* to = out[group.first_channel + c] + done.made;
        for (uint32_t i = 0; i < step.made; ++i) to[i] = out_[i * size + c];
      }
    }
    done.used += step.used;
    done.made += step.made;
    is_moving = step.used > 0 || step.made > 0;
  }
  return done;
}

}  // namespace rowdesk
