#include "control/notch_updates.h"

#include <algorithm>

#include "processors/list.h"

namespace rowdesk {
namespace {

constexpr Notch no_notch{0.0, 0.0, 0.0};

bool is_none(const Notch& notch) { return notch.gain_db == 0.0; }

}  // namespace

NotchUpdates::NotchUpdates(const Layout& layout)
    : layout_(layout), sections_(layout.sounding_strips()), is_dirty_(layout.sounding_strips()) {
  for (Notches::Settings& sections : sections_) sections.fill(no_notch);
}

void NotchUpdates::mark(uint32_t strip) {
  if (is_dirty_[strip]) return;
  is_dirty_[strip] = 1;
  dirty_.push_back(strip);
}

void NotchUpdates::set_rate(double rate) {
  rate_ = rate;
  for (uint32_t strip = 0; strip < sections_.size(); ++strip) {
    if (!std::ranges::all_of(sections_[strip], is_none)) mark(strip);
  }
}

void NotchUpdates::set(uint32_t strip, std::span<const Notch> notches) {
  Notches::Settings& sections = sections_[strip];
  std::vector<Notch> waiting;
  for (const Notch& notch : notches) {
    if (!is_none(notch) && waiting.size() < most_notches) waiting.push_back(notch);
  }
  for (Notch& section : sections) {
    const auto same = std::ranges::find(waiting, section.frequency_hz, &Notch::frequency_hz);
    const bool stays = !is_none(section) && same != waiting.end();
    section = stays ? *same : no_notch;
    if (stays) waiting.erase(same);
  }
  for (Notch& section : sections) {
    if (waiting.empty()) break;
    if (!is_none(section)) continue;
    section = waiting.front();
    waiting.erase(waiting.begin());
  }
  mark(strip);
}

void NotchUpdates::take(Block& block) {
  for (const uint32_t strip : dirty_) {
    is_dirty_[strip] = 0;
    const Notches::Numbers numbers = Notches::numbers_of(sections_[strip], true, rate_);
    std::vector<float> flat;
    for (const SectionNumbers& section : numbers) flat.insert(flat.end(), section.begin(), section.end());
    const StripPlace& place = layout_.strips()[strip];
    for (uint32_t leg = 0; leg < place.legs; ++leg) {
      block.put({Aspect::insert, number_of<Notches>(Inserts{}), place.first_lane + leg, 0}, flat);
    }
  }
  dirty_.clear();
}

}  // namespace rowdesk
