#include "capture/stimulus_player.h"

#include <algorithm>
#include <utility>

#include "engine/ramp.h"

namespace rowdesk {

StimulusPlayer::StimulusPlayer(State& state) : state_(state) {}

void StimulusPlayer::exchange(std::unique_ptr<Stimulus>& next) {
  stop();
  std::swap(stimulus_, next);
  if (stimulus_ == nullptr) return;
  played_ = 0;
  is_playing_ = true;
  is_ending_ = false;
  set(state_.generator_levels[stimulus], 1.0f);
  set(state_.generator_openings[stimulus], 1.0f);
  open(1.0f);
  state_.sounding_generators = generators;
}

void StimulusPlayer::end(float fade_frames) {
  if (!is_playing_ || is_ending_) return;
  is_ending_ = true;
  turn(state_.generator_openings[stimulus], 0.0f, fade_frames);
}

void StimulusPlayer::stop() {
  if (!is_playing_) return;
  is_playing_ = false;
  open(0.0f);
  state_.sounding_generators = stimulus;
  stimulus_->signals->is_over.store(true, std::memory_order_release);
}

void StimulusPlayer::play(uint64_t position, uint32_t frames, float fade_frames) {
  StimulusSignals& signals = *stimulus_->signals;
  const bool has_lease = position < signals.lease_until.load(std::memory_order_relaxed);
  if (!has_lease || signals.is_ended.load(std::memory_order_relaxed)) {
    if (played_ == 0) return stop();
    end(fade_frames);
  }
  if (played_ == 0) signals.begun_at.store(position, std::memory_order_release);
  const Ramp& opening = state_.generator_openings[stimulus];
  const bool is_faded_out = is_ending_ && opening.target == 0.0f && opening.remaining == 0.0f;
  if (is_faded_out || played_ >= stimulus_->frames) return stop();
  float* to = state_.generated + stimulus * sub_block_frames;
  std::fill_n(to, sub_block_frames, 0.0f);
  const Stimulus& heard = *stimulus_;
  const uint64_t lead = heard.lead_frames - std::min(played_, heard.lead_frames);
  uint64_t at = (played_ - std::min(played_, heard.lead_frames)) % heard.period_frames;
  const auto end = static_cast<uint32_t>(std::min<uint64_t>(frames, heard.frames - played_));
  for (auto n = static_cast<uint32_t>(std::min<uint64_t>(lead, end)); n < end; ++n) {
    if (at < heard.sound.size()) to[n] = heard.sound[at];
    if (++at == heard.period_frames) at = 0;
  }
  played_ += frames;
}

void StimulusPlayer::open(float gain) {
  for (const uint32_t bus : stimulus_->buses) set(state_.injections[bus * generators + stimulus], gain);
}

}  // namespace rowdesk
