#include "hardware-inserts/hardware_slots.h"

#include <rowdesk/audio.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "control/reason.h"
#include "engine/ramp.h"
#include "hosted/hosted_slots.h"

namespace rowdesk {
namespace {

bool rests_at(const Ramp& ramp, float value) { return ramp.target == value && ramp.remaining == 0.0f; }

// So many frames after its beginning.
float value_at(const Ramp& ramp, uint32_t frame) {
  return ramp.target - ramp.step * std::max(0.0f, ramp.remaining - static_cast<float>(frame));
}

bool is_there(int32_t channel, uint32_t channels) { return channel >= 0 && static_cast<uint32_t>(channel) < channels; }

bool has_ports(const HardwareSlot& slot, const Io& io) {
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    if (!is_there(slot.ports.send[leg], io.outputs) || !is_there(slot.ports.back[leg], io.inputs)) return false;
  }
  return true;
}

// Into memory of the slot. False for a value that is not finite.
bool take_return(const HardwareSlot& slot, const Io& io, uint32_t frames) {
  bool is_sound = true;
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    std::copy_n(io.in[slot.ports.back[leg]], frames, slot.sound.wet[leg]);
    is_sound = is_finite(slot.sound.wet[leg], frames) && is_sound;
  }
  return is_sound;
}

float peak_of_return(const HardwareSlot& slot, uint32_t frames) {
  float peak = 0.0f;
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    for (uint32_t frame = 0; frame < frames; ++frame) peak = std::max(peak, std::abs(slot.sound.wet[leg][frame]));
  }
  return peak;
}

bool is_silenced(const HardwareSlot& slot, const std::atomic<uint32_t>* closed) {
  return (closed[slot.strip].load(std::memory_order_relaxed) & bit(Reason::panic)) != 0;
}

// The clicks go on with the block, or begin with it.
void record(InsertClicks& clicks, const HardwareSlot& slot, bool has_return, uint32_t frames) {
  clicks.runs = rests_at(slot.sends, 0.0f) && !clicks.is_done.load(std::memory_order_relaxed);
  if (!clicks.runs) return;
  if (!has_return) {
    clicks.runs = false;
    clicks.is_lost.store(true, std::memory_order_relaxed);
    clicks.is_done.store(true, std::memory_order_release);
    return;
  }
  const uint32_t count = std::min(frames, clicks.frames() - clicks.at);
  for (uint32_t leg = 0; leg < clicks.legs; ++leg) {
    std::copy_n(slot.sound.wet[leg], count, clicks.heard.data() + static_cast<size_t>(leg) * clicks.frames() + clicks.at);
  }
}

void pass(InsertClicks& clicks, uint32_t frames) {
  if (!clicks.runs) return;
  clicks.at = std::min(clicks.at + frames, clicks.frames());
  if (clicks.at < clicks.frames()) return;
  clicks.runs = false;
  clicks.is_done.store(true, std::memory_order_release);
}

}  // namespace

void HardwareSlots::prepare(double rate) {
  ramp_frames_ = ramp_frames(times_.change_ms, rate);
  decay_frames_ = ramp_frames(hosted_decay_ms, rate);
  mute_frames_ = ramp_frames(times_.mute_ms, rate);
  most_unanswered_ = static_cast<uint64_t>(most_unanswered_s * rate);
  count_ = 0;
}

void HardwareSlots::apply(const HardwareOrder& order) {
  uint32_t at = 0;
  while (at < count_ && (slots_[at]->lane != order.lane || slots_[at]->place != order.place)) ++at;
  if (order.slot == nullptr) {
    if (at < count_) slots_[at] = slots_[--count_];
    return;
  }
  if (at == count_) {
    ++count_;
    order.slot->ports = order.ports;
  }
  HardwareSlot& slot = *(slots_[at] = order.slot);
  slot.lane = order.lane;
  slot.place = order.place;
  slot.strip = order.strip;
  slot.is_enabled = order.is_enabled;
  slot.wanted = order.ports;
  slot.clicks = order.clicks;
  slot.sound.is_on = order.is_on ? 1 : 0;
  if (order.is_on && slot.heard.load(std::memory_order_relaxed) == HostedHeard::none) {
    slot.heard.store(HostedHeard::dry, std::memory_order_release);
  }
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    slot.sound.dry[leg].frames.desired = static_cast<int32_t>(order.delay_frames);
  }
}

void HardwareSlots::begin_all(const Io& io, uint32_t frames, const std::atomic<uint32_t>* closed) {
  for (uint32_t i = 0; i < count_; ++i) begin(*slots_[i], io, frames, is_silenced(*slots_[i], closed));
}

void HardwareSlots::begin(HardwareSlot& slot, const Io& io, uint32_t frames, bool is_silenced) const {
  HostedSound& sound = slot.sound;
  sound.at = 0;
  if (slot.ports != slot.wanted && rests_at(slot.sends, 0.0f)) slot.ports = slot.wanted;
  const bool is_patched = sound.is_on != 0 && slot.ports == slot.wanted && has_ports(slot, io);
  const bool is_sent = is_patched && slot.clicks == nullptr && !is_silenced;
  if (slot.sends.target != (is_sent ? 1.0f : 0.0f)) turn(slot.sends, is_sent ? 1.0f : 0.0f, ramp_frames_);
  const bool has_return = has_ports(slot, io) && take_return(slot, io, frames);
  if (slot.clicks != nullptr) record(*slot.clicks, slot, has_return, frames);
  // The return is heard once what comes back was sent whole, and the way back to it is a crossfade.
  const bool is_whole = is_sent && has_return && rests_at(slot.sends, 1.0f);
  const uint64_t whole = is_whole ? std::exchange(slot.whole_frames, slot.whole_frames + frames) : slot.whole_frames = 0;
  const bool answers = is_answered(slot, is_whole, frames);
  if (!is_whole) return end_return(sound, decay_frames_);
  const bool is_heard = slot.is_enabled && answers && whole > static_cast<uint64_t>(sound.dry[0].frames.desired);
  const float part = is_heard ? 1.0f : 0.0f;
  if (sound.wet_part.target != part) turn(sound.wet_part, part, ramp_frames_);
}

// What is sent loudly for a second, and does not come back at all, is heard dry until something comes back.
bool HardwareSlots::is_answered(HardwareSlot& slot, bool is_whole, uint32_t frames) const {
  const bool was_loud = std::exchange(slot.sent_peak, 0.0f) >= loud_send;
  const bool is_quiet = is_whole && !slot.ports.may_be_silent && peak_of_return(slot, frames) < least_answer;
  if (!is_quiet) slot.unanswered_frames = 0;
  else if (was_loud) slot.unanswered_frames += frames;
  const auto way = static_cast<uint64_t>(slot.sound.dry[0].frames.desired);
  const bool is_lost = slot.unanswered_frames > most_unanswered_ + way;
  slot.is_unanswered.store(is_lost, std::memory_order_relaxed);
  return !is_lost;
}

// What the insert has heard in this sub-block is in its dry line.
void HardwareSlots::put_all(const Io& io, const Ramp& opening, const std::atomic<uint32_t>* closed) {
  for (uint32_t i = 0; i < count_; ++i) {
    HardwareSlot& slot = *slots_[i];
    HostedSound& sound = slot.sound;
    const bool is_quiet = is_silenced(slot, closed);
    if (is_quiet && slot.sends.target != 0.0f) turn(slot.sends, 0.0f, mute_frames_);
    const bool clicks = slot.clicks != nullptr && slot.clicks->runs && !is_quiet;
    const bool sends = !rests_at(slot.sends, 0.0f) && !HostedProcessor::is_out(sound);
    for (uint32_t leg = 0; leg < sound.legs && (clicks || sends); ++leg) {
      if (!is_there(slot.ports.send[leg], io.outputs)) continue;
      float* const out = io.out[slot.ports.send[leg]] + io.offset;
      const DelayLine& dry = sound.dry[leg];
      for (uint32_t frame = 0; frame < io.frames; ++frame) {
        const float click = clicks && slot.clicks->has_click(slot.clicks->at + frame) ? click_level : 0.0f;
        const float own = sends ? dry.ring[(sound.frame + frame) & dry.mask] * value_at(slot.sends, frame) : click;
        const float sent = own * value_at(opening, frame);
        slot.sent_peak = std::max(slot.sent_peak, std::abs(sent));
        out[frame] = std::clamp(out[frame] + sent, -io.full_scale, io.full_scale);
      }
    }
    if (slot.clicks != nullptr) pass(*slot.clicks, io.frames);
    slot.sends.remaining = std::max(0.0f, slot.sends.remaining - static_cast<float>(io.frames));
    rowdesk::advance(sound, io.frames);
  }
}

void HardwareSlots::end_all() {
  for (uint32_t i = 0; i < count_; ++i) slots_[i]->heard.store(heard_of(slots_[i]->sound), std::memory_order_release);
}

}  // namespace rowdesk
