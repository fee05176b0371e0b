// Plays a take into the ring of the mixer: follows the ring, keeps it full, and jumps, fades and stops by the protocol of
// rowdesk/play_ring.h. Positions are frames from the first frame of the take.
#pragma once
#include <rowdesk/audio.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "play_order.h"
#include "play_ring_map.h"
#include "read_ahead.h"
#include "take.h"

namespace rowdesk::playing {

enum class Transport { stop, pause, play };

/** All functions may be called on any thread, and return at once. */
class Player {
 public:
  struct State {
    /** As it was asked for, until the take ends or the ring is taken away. */
    Transport transport = Transport::stop;
    /** The frame that the mixer plays next, or the one that a seek under way leads to. */
    int64_t position = 0;
    /** The mixer plays the take now. */
    bool is_sounding = false;
    /** The mixer takes the tracks: it has a ring of the take's rate. */
    bool has_ring = false;
    /** Of the ring; 0 without one. */
    uint32_t ring_rate_hz = 0;
    /** How often the mixer had nothing to play while it should, since this player began. */
    uint64_t underruns = 0;
    /** Why tracks, or all of them, are silent; empty for none. */
    std::string fault;
  };

  explicit Player(std::string runtime_folder);
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /** Replaces the take, stopped at its first frame; null for none. */
  void load(std::shared_ptr<const Take> take);
  void transport(Transport transport);
  /** Beyond the end is the end. */
  void seek(int64_t position);
  /** A position outside of a new loop goes to its begin. */
  void loop(Loop loop);
  State state() const;

 private:
  /** What was asked for since the thread looked last. */
  struct Asked {
    std::optional<std::shared_ptr<const Take>> take;
    std::optional<Transport> transport;
    std::optional<int64_t> seek;
    std::optional<Loop> loop;
  };

  void run();
  void obey(const Asked& asked);
  void follow_ring();
  void leave_ring();
  /** Goes to a position: at once, or once a fade out that is under way is over. */
  void go_to(int64_t position);
  /** Continues at this position: what is in the ring is left by a jump. */
  void reposition(int64_t position);
  void feed();
  void feed_silence(uint64_t frames);
  void jump_when_ready();
  void play_or_pause();
  void note_fade_out();
  int64_t position() const;
  int64_t length() const { return take_ ? take_->frames() : 0; }
  uint32_t channels() const;
  /** What the mixer needs behind a jump before it makes it. */
  uint64_t frames_to_jump() const { return 2 * uint64_t{ring_->fade_frames()} + RD_MAX_FRAMES; }
  /** It sounds, and should not. */
  bool is_leaving() const { return ring_ && (is_fading_out_ || (ring_->is_playing() && transport_ != Transport::play)); }
  bool fits() const { return take_ && ring_ && ring_->rate_hz() == take_->rate_hz; }
  void publish();

  const std::string runtime_folder_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Asked asked_;
  State state_;
  bool is_closing_ = false;

  // Of the thread.
  ReadAhead read_ahead_;
  std::unique_ptr<PlayRingMap> ring_;
  std::shared_ptr<const Take> take_;
  Transport transport_ = Transport::stop;
  Loop loop_;
  /** The order of the frames in the ring. */
  PlayOrder order_;
  /** Where it goes on; the truth while nothing of it is in the ring. */
  int64_t next_position_ = 0;
  /** The ring frame of `next_position_`, until the mixer is told to jump there. */
  std::optional<uint64_t> jump_;
  /** The ring frame after the last one of the take. */
  std::optional<uint64_t> end_;
  /** Where the present play began: frames before it did not sound. */
  uint64_t play_begin_ = 0;
  /** A fade out is under way; the looks since then at which the mixer was at rest. */
  bool is_fading_out_ = false;
  uint32_t looks_at_rest_ = 0;
  /** Where it goes on after the fade out; without it, with what faded out. */
  std::optional<int64_t> after_fade_;
  uint64_t last_played_ = 0;
  uint32_t looks_without_link_ = 0;
  uint64_t ring_underruns_ = 0;
  uint64_t underruns_ = 0;
  std::thread thread_;
};

}  // namespace rowdesk::playing
