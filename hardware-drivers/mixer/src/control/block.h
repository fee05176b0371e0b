// One commit for the audio thread, built and freed off that thread. A block is applied when it comes back through the
// second ring. Work beyond the budget of one step of the frame grid continues in the next step (Engine::take_changes).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <rowdesk/queue.h>

#include "capture/stimulus.h"
#include "control/record_ring.h"
#include "hardware-inserts/hardware_slots.h"
#include "hosted/insert_order.h"
#include "processors/processor_change.h"

namespace rowdesk {

enum class Operation : uint32_t {
  trim,               // lane: linear gain, negative when the polarity is inverted
  fader,              // lane: linear gain
  close,              // strip: for this Reason
  open,               // strip: no longer for this Reason
  source,             // lane: channel of the device, -1 for none
  bus_route,          // row * columns + column: linear gain
  output_route,       // row * columns + column: linear gain
  dim,                // bus lane from the first: linear gain
  injection,          // (bus lane from the first) * generators + generator: linear gain
  talkback_source,    // talkback: channel of the device, -1 for none
  talkback_level,     // talkback: linear gain, 0 while it is off
  talkback_on,        // talkback: 1, or 0: after a panic it may play again
  oscillator_level,   // linear gain, 0 while it is off
  oscillator_on,      // as talkback_on
  oscillator_type,    // an OscillatorType
  oscillator_frequency,
  cue_delay,          // ms
  alignment,          // delay line of latency compensation: frames
  speaker_delay,      // lane: parts of a frame (part_delays.h)
  effect,             // effect_index(): the value
};

struct Change {
  Operation operation;
  uint32_t index;
  double value;
  float fade_ms = 0.0f;     // of fader, close, open, bus_route: the fade (fades.h); 0: the usual ramp, ends a running fade;
                            // below 0: the usual ramp, a running fade continues
  bool goes_with_last = false;  // applied in the same step as the change before it: routes from one strip into one bus
  // The factors of a fader's gain: its level and its group gain (linear), and the fade of the group gain.
  struct Fader {
    float level = 1.0f, group = 1.0f, group_fade_ms = 0.0f;
  } fader{};
  uint32_t held_frames = 0;  // of a bus_route without a fade: its ramp begins so much later
  // Of a bus_route with a fade between audible gains: where it begins, and what each of its steps multiplies the gain by
  // (fade_law.h). The audio thread computes the factor itself where the route has another gain. steps 0: none.
  struct Course {
    float from = 0.0f;
    uint32_t steps = 0;
    double factor = 1.0;
  } course{};
};

struct Block {
  double revision;
  uint32_t played = 0;  // the number of the PlayedSources
  std::vector<std::pair<uint32_t, double>> echoes;  // slot and value: observed once the block is back
  std::vector<Change> changes;
  // What `changes` set and has memory before the block is sent (Engine::use): delay lines of latency compensation, and
  // lanes with a speaker delay.
  std::vector<uint32_t> delay_lines, speaker_lanes;
  std::vector<ProcessorChange> processors;
  std::vector<float> numbers;  // of `processors`; put() adds to both
  // With `changes_record`: the record ring from now on, null for none; on the way back the one before.
  std::unique_ptr<RecordRing> record;
  bool changes_record = false;
  uint32_t record_number = 0;  // of Recording
  // With `changes_stimulus`: the stimulus from now on, null for none; on the way back the one before.
  std::unique_ptr<Stimulus> stimulus;
  bool changes_stimulus = false;
  // Inserts with a plugin, and the number of their last change (HostedInserts).
  std::vector<InsertOrder> inserts;
  uint32_t insert_number = 0;
  // As well those through hardware (HardwareInserts).
  std::vector<HardwareOrder> hardware_inserts;
  uint32_t hardware_number = 0;

  void put(ProcessorChange change, std::span<const float> its_numbers) {
    change.first = static_cast<uint32_t>(numbers.size());
    processors.push_back(change);
    numbers.insert(numbers.end(), its_numbers.begin(), its_numbers.end());
  }
};

// Two rings: blocks to the audio thread, and back as what it has applied.
class BlockExchange {
 public:
  static constexpr uint32_t capacity = 64;

  BlockExchange() {
    rd_queue_init(&there_, there_slots_, capacity);
    rd_queue_init(&back_, back_slots_, capacity);
  }
  ~BlockExchange() {
    collect([](const Block&) {});
    while (Block* block = receive()) delete block;
  }
  BlockExchange(const BlockExchange&) = delete;
  BlockExchange& operator=(const BlockExchange&) = delete;

  // Control side. At most as many blocks are under way as `back_` can hold, so that giving back never fails.
  bool has_room() const { return under_way_ < capacity; }
  // Only after has_room().
  void send(Block* block) {
    ++under_way_;
    rd_queue_push(&there_, block);
  }

  // Visits and frees the blocks that came back, in order.
  template <typename Visit>
  void collect(Visit visit) {
    while (auto* block = static_cast<Block*>(rd_queue_pop(&back_))) {
      visit(std::as_const(*block));
      delete block;
      --under_way_;
    }
  }

  // Audio side.
  Block* receive() { return static_cast<Block*>(rd_queue_pop(&there_)); }
  void give_back(Block* block) { rd_queue_push(&back_, block); }

 private:
  rd_queue there_;
  rd_queue back_;
  void* there_slots_[capacity];
  void* back_slots_[capacity];
  uint32_t under_way_ = 0;
};

}  // namespace rowdesk
