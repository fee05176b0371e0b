#include "feedback/howl.h"

#include <utility>

namespace rowdesk {

Howl::Howl(const Layout& layout, ProbeBoard&, Send send, bool) : send_(std::move(send)), strips_(layout.sounding_strips()) {}

void Howl::configure(uint32_t strip, HowlSettings settings) {
  {
    const std::lock_guard lock(mutex_);
    if (strips_[strip].settings == settings) return;
    strips_[strip].settings = std::move(settings);
  }
  send(strip);
}

void Howl::reset(uint32_t strip) { send(strip); }

HowlReport Howl::report(uint32_t strip) const {
  const std::lock_guard lock(mutex_);
  return strips_[strip].report;
}

void Howl::step_offline() {
  {
    const std::lock_guard stepping(stepping_);
    is_offline_ = true;
  }
  step();
}

void Howl::step() {
  const std::lock_guard stepping(stepping_);
  for (uint32_t strip = 0; strip < strips_.size(); ++strip) {
    bool is_unsent = false;
    {
      const std::lock_guard lock(mutex_);
      is_unsent = strips_[strip].is_unsent;
    }
    if (is_unsent) send(strip);
  }
}

void Howl::send(uint32_t strip) {
  const std::lock_guard sending(sending_);
  std::vector<Notch> notches;
  {
    const std::lock_guard lock(mutex_);
    notches = notches_of(strips_[strip]);
  }
  const bool is_sent = send_(strip, notches);
  const std::lock_guard lock(mutex_);
  strips_[strip].is_unsent = !is_sent;
}

std::vector<Notch> Howl::notches_of(const Strip& strip) const {
  if (strip.settings.mode == HowlMode::off) return {};
  return strip.settings.fixed;
}

}  // namespace rowdesk
