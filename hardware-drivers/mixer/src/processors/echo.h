// An echo: a delay with feedback, its time in ms or as a division of the bpm. Its ring takes the input plus a part of the
// output.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <cmath>
#include <numbers>
#endif

#include "processors/effect_parts.h"

namespace rowdesk {

// A first-order filter in the feedback loop of an echo. part: 0 for bypass, 1 for the filtered sound.
struct EchoFilter {
  Ramp turn;  // g / (1 + g), g = tan(pi f / rate)
  Ramp part;
  float state[effect_legs];
};

struct Echo {
  static constexpr const char* id = "effect";
  static constexpr const char* uris[] = {"builtin:delay"};
  static constexpr Symbol symbols[] = {{"timeMs"},
                                       {"division", "off 1/1 1/2 1/2. 1/4 1/4. 1/4t 1/8 1/8. 1/8t 1/16 1/32"},
                                       {"feedbackPercent"},
                                       {"lowCutHz"},
                                       {"highCutHz"}};

  struct State {
    uint32_t age;
    float* ring;  // [leg][ring_frames]
    uint32_t ring_frames;
    ReadHead head;
    Ramp feedback;
    EchoFilter low_cut, high_cut;
  };

#ifndef RD_KERNEL
  struct Settings {
    double time_ms, division, feedback_percent, low_cut_hz, high_cut_hz;
  };
  // feedback: linear gain. A low cut at 20 Hz and a high cut at 20 kHz are off.
  struct Numbers {
    double time_s = 1.0, feedback = 0.0, low_cut_hz = 20.0, high_cut_hz = 20000.0;
  };

  // The longest delay, s: a whole note at 30 bpm.
  static constexpr double longest_s = 8.0;
  // Parts of a whole note, in the order of `division`; 0: timeMs applies. A dot adds half, a triplet subtracts a third.
  static constexpr double parts_of_whole[] = {0.0,         1.0,   0.5,         0.5 * 1.5,         0.25,   0.25 * 1.5,
                                              0.25 * 2 / 3, 0.125, 0.125 * 1.5, 0.125 * 2 / 3, 0.0625, 0.03125};

  // bpm counts quarter notes.
  static Numbers numbers_of(const Settings& settings, double bpm) {
    const double part = parts_of_whole[static_cast<size_t>(settings.division)];
    const double time_s = part > 0.0 ? part * 4.0 * 60.0 / bpm : settings.time_ms * 0.001;
    return {time_s, settings.feedback_percent * 0.01, settings.low_cut_hz, settings.high_cut_hz};
  }

  static uint32_t ring_frames(double rate) {
    return (static_cast<uint32_t>(longest_s * rate) / sub_block_frames + 2) * sub_block_frames;
  }
  static size_t memory_floats(double rate) { return static_cast<size_t>(ring_frames(rate)) * effect_legs; }
  static void allot(State& echo, float* memory, double rate) {
    echo.ring = memory;
    echo.ring_frames = ring_frames(rate);
  }

  static void follow(State& echo, const Numbers& numbers, double rate, float frames) {
    echo.head.desired = std::max(1u, frames_within(numbers.time_s, rate, echo.ring_frames - sub_block_frames));
    turn(echo.feedback, static_cast<float>(numbers.feedback), frames);
    turn_filter(echo.low_cut, numbers.low_cut_hz > 20.0, numbers.low_cut_hz, rate, frames);
    turn_filter(echo.high_cut, numbers.high_cut_hz < 20000.0, numbers.high_cut_hz, rate, frames);
  }
  static void begin_changes(State& echo, float frames) { begin(echo.head, frames); }
  static void finish(State& echo) { put(echo.head, echo.head.desired); }
  static void forget(State& echo) {
    echo.age = 0;
    for (EchoFilter* filter : {&echo.low_cut, &echo.high_cut}) std::ranges::fill(filter->state, 0.0f);
  }
  static uint32_t tail_frames(const State& echo) { return echo.ring_frames; }

 private:
  // A bypassed filter takes its frequency at once.
  static void turn_filter(EchoFilter& filter, bool is_on, double hz, double rate, float frames) {
    const double g = std::tan(std::numbers::pi * std::min(hz / rate, 0.49));
    const bool was_off = filter.part.target == 0.0f && filter.part.remaining == 0.0f;
    if (is_on) turn(filter.turn, static_cast<float>(g / (1.0 + g)), was_off ? 0.0f : frames);
    turn(filter.part, is_on ? 1.0f : 0.0f, frames);
  }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
namespace rowdesk::RD_KERNEL {
namespace {

static inline float at(const Ramp& ramp, uint32_t frame) {
  const float ahead = ramp.remaining - 1.0f - static_cast<float>(frame);
  return ramp.target - ramp.step * (ahead > 0.0f ? ahead : 0.0f);
}

// A first-order low-pass by the trapezoidal rule; with keeps_highs the complementary high-pass, input minus low-pass.
// Source: V. Zavalishin, "The Art of VA Filter Design", 2012, chapter 3.
template <bool keeps_highs>
static inline void filter_echo(EchoFilter& filter, uint32_t leg, float* sound, uint32_t first, uint32_t end) {
  if (!moves(filter.part) && filter.part.target == 0.0f) {
    filter.state[leg] = 0.0f;
    return;
  }
  float state = filter.state[leg];
  for (uint32_t frame = first; frame < end; ++frame) {
    const float x = sound[frame];
    const float v = (x - state) * at(filter.turn, frame);
    const float low = v + state;
    state = low + v;
    const float taken = keeps_highs ? low : x - low;
    sound[frame] = x - taken * at(filter.part, frame);
  }
  filter.state[leg] = state;
}

// in, out: [leg][frames].
static inline void run(Echo::State& echo, float (*in)[sub_block_frames], float (*out)[sub_block_frames], uint64_t position,
                            const Span& span) {
  // A delay shorter than a sub-block reads its own output of this sub-block: it runs in pieces of the shortest delay.
  const uint32_t nearest = moves(echo.head.crossfade) && echo.head.before < echo.head.now ? echo.head.before : echo.head.now;
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    float* ring = echo.ring + static_cast<uint64_t>(leg) * echo.ring_frames;
    for (uint32_t first = 0; first < span.frames; first += nearest) {
      const uint32_t end = span.frames - first < nearest ? span.frames : first + nearest;
      const Now now = {position + first, echo.age + first};
      float* heard = out[leg];
      read_ring(heard + first, ring, echo.ring_frames, now, echo.head.now, end - first);
      if (moves(echo.head.crossfade)) {
        float before[sub_block_frames];
        read_ring(before + first, ring, echo.ring_frames, now, echo.head.before, end - first);
        for (uint32_t frame = first; frame < end; ++frame) {
          heard[frame] = before[frame] + (heard[frame] - before[frame]) * at(echo.head.crossfade, frame);
        }
      }
      filter_echo<true>(echo.low_cut, leg, heard, first, end);
      filter_echo<false>(echo.high_cut, leg, heard, first, end);
      float kept[sub_block_frames];
      for (uint32_t frame = first; frame < end; ++frame) {
        kept[frame - first] = in[leg][frame] + heard[frame] * at(echo.feedback, frame);
      }
      write_ring(ring, echo.ring_frames, now, kept, end - first);
    }
  }
  Ramp* const ramps[] = {&echo.head.crossfade, &echo.feedback,      &echo.low_cut.turn,
                         &echo.low_cut.part,   &echo.high_cut.turn, &echo.high_cut.part};
  for (Ramp* ramp : ramps) advance(*ramp, span.frames);
  grow_older(echo.age, span.frames);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
#endif
