// The sound: takes blocks of parameters, computes blocks of audio, and reports its state. The engine has no thread and no
// clock; the caller of process() is the audio thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "analysis/analysis_probe.h"
#include "capture/stimulus_player.h"
#include "control/block.h"
#include "engine/block_gaps.h"
#include "engine/buses.h"
#include "processors/effect_bank.h"
#include "engine/fades.h"
#include "hardware-inserts/hardware_slots.h"
#include "hosted/hosted_slots.h"
#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/meter_board.h"
#include "engine/urgent.h"
#include "engine/oscillator.h"
#include "processors/processors.h"
#include "control/reason.h"
#include "engine/record_taps.h"
#include "engine/speaker_delays.h"
#include "engine/state.h"
#include "engine/strip_faults.h"
#include "engine/times.h"

namespace rowdesk {

// The budget of commits on the audio thread per step of the grid of 64 frames, in units of one change of a gain. A unit
// takes 10 to 15 ns, so the budget is less than a twentieth of a step at 48 kHz (measured: bench/worst_blocks.h).
inline constexpr uint32_t most_commit_work = 4096;

class Engine {
 public:
  // layout must outlive it.
  Engine(const Layout& layout, const Kernel& kernel, const Times& times);

  // Off the audio thread, never while process() runs. Applies all waiting blocks, finishes all ramps, and begins at
  // frame 0.
  void allot(double rate, uint32_t inputs, uint32_t outputs);
  void settle();
  // As allot(), before it. No insert has a plugin or hardware any more; the blocks that follow have those that have.
  void forget_hosted();
  void set_wake(rd_insert_wake* wake) { hosted_.set_wake(wake); }
  // As allot(): positions of blocks count from 0 again.
  void prepare_clock(double rate) { gaps_.prepare(rate); }
  // Control side: gives what a block switches on its memory, before the block is sent.
  void use(const Block& block);

  // Audio thread, before process(): the block's time, as in rd_block_time.
  void begin_block(uint64_t position, uint64_t monotonic_ns, uint32_t frames, uint32_t flags);
  // Audio thread. in: null for the internal timer, with silent inputs and without outputs.
  void process(const float* const* in, float* const* out, uint32_t frames);
  // Audio thread, when the clock is lost and returns. The outputs close at once, since the sound already has a gap.
  void close_outputs_for_lost_clock();
  void open_outputs_after_lost_clock();

  BlockExchange& blocks() { return blocks_; }
  Urgent& urgent() { return urgent_; }
  MeterBoard& meters() { return meters_; }
  ProbeBoard& probes() { return probes_; }
  ProbeBoard& howl_probes() { return howl_probes_; }
  ProbeBoard& capture_probes() { return capture_probes_; }
  RecordTaps& record() { return record_; }

  // The state of the audio thread, for any thread.
  double revision() const { return revision_.load(std::memory_order_acquire); }
  PanicScope panic() const { return heard_panic_.load(std::memory_order_relaxed); }
  uint32_t closed(uint32_t strip) const { return closed_[strip].load(std::memory_order_relaxed); }
  // The reasons for which a strip is silent; none while it fades out.
  uint32_t silent_for(uint32_t strip) const {
    return fades_out_[strip].load(std::memory_order_relaxed) != 0 ? 0 : closed(strip);
  }
  // The speaker delay of a lane as it is heard, in parts of a frame.
  int32_t speaker_delay(uint32_t lane) const { return speakers_.heard(lane); }
  // How often the strip has been silenced for a value that is not finite.
  uint32_t faults(uint32_t strip) const { return fault_counts_[strip].load(std::memory_order_relaxed); }
  uint32_t outputs_closed() const { return outputs_closed_.load(std::memory_order_relaxed); }
  uint64_t position() const { return position_.load(std::memory_order_relaxed); }
  // The work of all commits so far, in the unit of most_commit_work.
  uint64_t commit_work() const { return commit_work_.load(std::memory_order_relaxed); }

 private:
  void take_changes();
  bool take_part();
  void prefetch(const Change& change) const;
  void work(uint32_t amount);
  void apply(const Change& change);
  void apply(const InsertOrder& order);
  void apply(const HardwareOrder& order);
  void follow_panic(PanicScope scope);
  void follow_outputs(uint32_t closed, double fade_ms);
  void close(uint32_t strip, Reason reason, const Change* fade = nullptr);
  void open(uint32_t strip, Reason reason, double ms, float fade_ms = -1.0f);
  void turn_fader(Change change);
  void begin_waiting_faders();
  bool is_silent(uint32_t strip) const;
  double opening_ms(Reason reason) const;
  void choose(Crossfaded& choice, int32_t value);
  void delay_cue(double ms);
  void align(uint32_t delay_line, int32_t frames);
  void open_speakers(uint32_t strip, float opening, double ms);
  void close_generators();
  void open_generators(double fade_ms);
  void switch_generator(uint32_t generator, bool is_on);
  void turn_send(const Change& change);
  void turn_output(uint32_t index, float gain);
  void silence_faulty_strips();
  void note_faded_out();
  void tick();
  float frames_of(double ms) const { return ramp_frames(ms, rate_); }

  const Layout& layout_;
  const Kernel& kernel_;
  const Times times_;
  double rate_ = 0;
  uint32_t inputs_ = 0;
  PanicScope panic_ = PanicScope::none;
  bool any_waits_ = false;        // a crossfade waits for the end of another
  uint32_t generators_on_ = 0;   // bits
  uint32_t generators_off_ = 0;  // generators silenced by a panic, until they are switched off and on again

  State state_{};
  LockedArray<Strip> strips_;
  LockedArray<Crossfaded> sources_;
  LockedArray<Ramp> trims_, faders_, openings_;
  std::unique_ptr<std::atomic<uint8_t>[]> fades_out_;  // closed strips that are still fading out
  bool any_fades_out_ = false;
  LockedArray<Change::Fader> composed_gains_;  // of faders, as applied
  LockedArray<Change> waiting_faders_;  // [lane]: changes that wait until their strip has faded out
  LockedArray<uint8_t> fader_waits_;
  uint32_t waiting_fader_count_ = 0;
  Buses buses_;
  Fades fader_fades_, opening_fades_, route_fades_;
  Oscillator oscillator_;
  StimulusPlayer stimulus_;
  LockedArray<float*> tap_places_;
  SpeakerDelays speakers_;
  Processors processors_;
  EffectBank effects_;
  HostedSlots hosted_;
  HardwareSlots hardware_;
  LockedArray<float> taps_, peaks_, mean_squares_, mean_square_decay_;
  LockedArray<uint8_t> not_finite_;

  BlockExchange blocks_;
  Block* block_ = nullptr;  // the block being applied
  size_t next_change_ = 0, next_processor_ = 0, next_insert_ = 0, next_hardware_ = 0;
  uint32_t flags_ = 0;  // of this block
  uint32_t work_left_ = most_commit_work;
  Urgent urgent_;
  MeterBoard meters_;
  // Of spectra and alignments; of the protection against howling; of captures.
  ProbeBoard probes_, howl_probes_, capture_probes_;
  BlockGaps gaps_;
  RecordTaps record_;
  StripFaults faults_;
  std::unique_ptr<std::atomic<uint32_t>[]> fault_counts_;

  std::atomic<double> revision_{-1};
  std::atomic<uint64_t> position_{0};
  std::atomic<uint32_t> outputs_closed_{0};
  std::atomic<PanicScope> heard_panic_{PanicScope::none};
  std::atomic<uint64_t> commit_work_{0};
  std::unique_ptr<std::atomic<uint32_t>[]> closed_;  // bits of Reason, per strip
};

}  // namespace rowdesk
