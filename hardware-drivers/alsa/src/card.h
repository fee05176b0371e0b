// A sound card that drives a processor: both directions, the thread that moves their frames, and the end of the card.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../../lib/cycles/src/cycles.h"
#include "pcm.h"

namespace rowdesk::alsa {

struct CardSettings {
  /** Names of PCMs; '' for a direction that is not there. */
  std::string capture, playback;
  /** What the clock is called. */
  std::string clock_name;
  uint32_t rate_hz;
  /** Asked of the card, which gives the nearest. */
  uint32_t period_frames;
  /** Periods from the block to the output connector, at least 1. */
  uint32_t lead_periods;
};

/** What the card gave. */
struct CardShape {
  /** Of a cycle: the longer of the periods of both directions. */
  uint32_t period_frames = 0;
  /** From the block to the output connector; less than asked where the card has a short buffer. */
  uint32_t lead_frames = 0;
  bool is_linked = false;
};

class Card {
 public:
  /**
   * Opens and starts the card: `cycles`, which outlive it, get its periods. `inputs` and `outputs`: channels of the cycles,
   * of which the card may have fewer or more. When the card is gone, the audio thread calls `gone` once, with the reason,
   * and ends. Throws CardError.
   */
  Card(const CardSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
       std::function<void(std::string)> gone);
  ~Card();
  Card(const Card&) = delete;
  Card& operator=(const Card&) = delete;

  const CardShape& shape() const { return shape_; }

 private:
  void configure(uint32_t inputs, uint32_t outputs);
  void run();
  int start();
  void drop();
  int64_t wait();
  int sleep(uint64_t most_ns);
  int64_t ready_frames();
  int pass_on(uint64_t frames);
  int begin_again(int error);
  std::string why(int error) const;

  const CardSettings settings_;
  Cycles& cycles_;
  const std::function<void(std::string)> gone_;
  std::unique_ptr<Pcm> capture_, playback_;
  CardShape shape_;
  /** Of one period: a plane per channel of the card that is also one of the cycles. */
  std::vector<float> samples_;
  std::vector<float*> captured_;
  std::vector<const float*> played_;
  /** What the cycles get: null beyond the card's channels. */
  std::vector<const float*> in_;
  std::vector<float*> out_;
  std::vector<pollfd> polled_;
  int wake_ = -1;
  std::atomic<bool> is_started_{false}, stopping_{false};
  std::thread thread_;

  // Of the audio thread.
  uint64_t position_ = 0;
  /** CLOCK_MONOTONIC when the last period was complete. */
  uint64_t last_ns_ = 0;
  /** In a row, without a period. */
  uint32_t restarts_ = 0;
  /** As of the last look. */
  bool is_captured_ = false, has_room_ = false;
};

}  // namespace rowdesk::alsa
