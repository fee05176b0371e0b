// The cycles of an audio server or a card on its audio thread: each one becomes blocks of the processor, or silence. No type
// of a library occurs here.
#pragma once
#include <rowdesk/audio.h>
#include <rowdesk/crash_page.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "thread_figures.h"

namespace rowdesk {

/** The time of one cycle, as the server states it. */
struct CycleTime {
  uint32_t rate_hz;
  /** At least 1; may exceed RD_MAX_FRAMES. */
  uint32_t frames;
  /** Of the first frame, counted by the clock with this id. */
  uint64_t position;
  uint32_t clock_id;
  /** Of that clock; ends with a zero. */
  const char* clock_name;
  /** CLOCK_MONOTONIC when the cycle was due. */
  uint64_t due_ns;
  /** Frames that the clock has lost since it started, as it counts them itself; 0 from a server that does not. */
  uint64_t xrun_frames;
  /** The server runs its cycles one after the other, without their time: RD_BLOCK_FREEWHEEL. */
  bool is_freewheeling = false;
};

/** A name of the audio thread's, read on another one. A name that is read while it changes may be a mixture of both. */
class SharedName {
 public:
  void store(const char* name);
  std::string load() const;

 private:
  std::array<std::atomic<uint64_t>, 8> words_{};
};

class Cycles {
 public:
  struct Figures {
    /** Hz and frames of the last cycle; 0 before the first one of a connection. */
    uint32_t rate_hz = 0, quantum = 0;
    ThreadFigures::Read thread;
  };

  /** package: of the driver, which the crash page accuses of a crash on the audio thread. */
  Cycles(const char* package, uint32_t inputs, uint32_t outputs);
  ~Cycles();
  Cycles(const Cycles&) = delete;
  Cycles& operator=(const Cycles&) = delete;

  // Off the audio thread.
  /** Prepares the processor: cycles of this rate go to it, faded in. Throws std::runtime_error. */
  void start(const rd_processor& processor, uint32_t rate_hz);
  /** Waits for the end of the current cycle, and releases the processor. Cycles are silent afterwards. */
  void stop();
  /** Fades both ways in or out over 20 ms. */
  void enable(bool is_enabled) { is_enabled_ = is_enabled; }
  bool is_started() const { return processor_.load() != nullptr; }
  Figures figures();
  /** The clock of the last cycle; `run` returned true when it changed. */
  uint32_t clock_id() const { return shared_clock_id_; }
  std::string clock_name() const { return clock_name_.load(); }
  /** The audio thread is gone: the next cycle may come on another one, by another clock. */
  void disconnected();

  // Audio thread.
  /**
   * `in` and `out`: a pointer to the frames of each channel, null for a port without a link. Returns true when rate,
   * quantum or clock differ from the cycle before.
   */
  bool run(const CycleTime& time, const float* const* in, float* const* out);

 private:
  void begin_thread();
  uint64_t lost_before(const CycleTime& time);
  void process(const rd_processor& processor, const CycleTime& time, const float* const* in, float* const* out,
               uint64_t lost_frames);
  bool ramp_gain(uint32_t frames);

  const uint32_t inputs_, outputs_;
  /** A block per channel, for ports without a link and for faded inputs. */
  std::vector<float> zeros_, unlinked_, faded_;
  std::vector<const float*> in_planes_;
  std::vector<float*> out_planes_;
  std::atomic<const rd_processor*> processor_{nullptr};
  std::atomic<bool> is_inside_{false}, is_enabled_{true};
  // Written while no cycle runs the processor.
  uint32_t prepared_hz_ = 0;
  uint64_t frame_position_ = 0;
  float gain_ = 0;

  // Of the audio thread.
  std::vector<float> ramp_;
  uint64_t next_position_ = 0, xrun_frames_ = 0;
  uint32_t clock_id_ = 0;
  bool has_clock_ = false;
  rd_crash_slot* slot_ = nullptr;
  uint32_t own_name_ = 0, mixer_name_ = 0;

  std::atomic<bool> has_thread_{false};
  std::atomic<uint32_t> rate_hz_{0}, quantum_{0}, shared_clock_id_{UINT32_MAX};
  SharedName clock_name_;
  ThreadFigures thread_;
};

}  // namespace rowdesk
