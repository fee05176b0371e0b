#include "player.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace rowdesk::playing {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks{4};
constexpr milliseconds between_idle_looks{50};
/** A mixer whose ring has ended makes the next one within this many looks, or the desk plays its sources again. */
constexpr uint32_t looks_for_next_ring = 20;
/** The mixer is at rest when it neither sounds nor moves for so many looks. */
constexpr uint32_t rest_looks = 6;
constexpr int64_t fade_ms = 10;

}  // namespace

Player::Player(std::string runtime_folder) : runtime_folder_(std::move(runtime_folder)), thread_([this] { run(); }) {}

Player::~Player() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Player::load(std::shared_ptr<const Take> take) {
  {
    const std::lock_guard lock(mutex_);
    asked_ = {};
    asked_.take = std::move(take);
    state_.transport = Transport::stop;
    state_.position = 0;
  }
  wake_.notify_all();
}

void Player::transport(Transport transport) {
  {
    const std::lock_guard lock(mutex_);
    asked_.transport = state_.transport = transport;
    if (transport == Transport::stop) {
      asked_.seek.reset();
      state_.position = 0;
    }
  }
  wake_.notify_all();
}

void Player::seek(int64_t position) {
  {
    const std::lock_guard lock(mutex_);
    asked_.seek = state_.position = std::max<int64_t>(0, position);
  }
  wake_.notify_all();
}

void Player::loop(Loop loop) {
  {
    const std::lock_guard lock(mutex_);
    asked_.loop = loop;
  }
  wake_.notify_all();
}

Player::State Player::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Player::run() {
  std::unique_lock lock(mutex_);
  while (!is_closing_) {
    const Asked asked = std::exchange(asked_, {});
    lock.unlock();
    obey(asked);
    follow_ring();
    if (ring_) {
      note_fade_out();
      play_or_pause();
    }
    if (fits()) {
      feed();
      jump_when_ready();
    }
    lock.lock();
    publish();
    const auto pause = fits() ? between_looks : between_idle_looks;
    const auto is_asked = [this] {
      return is_closing_ || asked_.take || asked_.transport || asked_.seek || asked_.loop;
    };
    wake_.wait_for(lock, pause, is_asked);
  }
  lock.unlock();
  ring_.reset();
}

void Player::obey(const Asked& asked) {
  if (asked.take) {
    take_ = *asked.take;
    transport_ = Transport::stop;
    loop_ = {};
    go_to(0);
    if (!fits()) read_ahead_.stop();
  }
  if (asked.transport && *asked.transport != transport_) {
    transport_ = *asked.transport;
    if (transport_ == Transport::stop || (transport_ == Transport::play && position() >= length())) go_to(0);
  }
  if (asked.loop && *asked.loop != loop_) {
    loop_ = *asked.loop;
    const int64_t now = position();
    const bool is_outside = loop_.is_on() && (now < loop_.from || now >= loop_.to);
    go_to(is_outside ? loop_.from : now);
  }
  if (asked.seek) go_to(*asked.seek);
}

void Player::go_to(int64_t position) {
  if (is_leaving()) after_fade_ = position;
  else reposition(position);
}

void Player::follow_ring() {
  if (ring_ && ring_->is_linked()) {
    looks_without_link_ = 0;
    return;
  }
  if (ring_) {
    // Another file is behind the link, or none. Without one the mixer plays the sources of the patch, or has crashed.
    const bool was_ended = ring_->has_ended();
    auto next = PlayRingMap::open(runtime_folder_);
    if (!next && (!was_ended || ++looks_without_link_ < looks_for_next_ring)) return;
    leave_ring();
    ring_ = std::move(next);
    if (!ring_ && transport_ == Transport::play) transport_ = Transport::pause;
  } else {
    ring_ = PlayRingMap::open(runtime_folder_);
  }
  looks_without_link_ = 0;
  if (!ring_) return;
  ring_underruns_ = ring_->underruns();
  is_fading_out_ = ring_->is_sounding();
  last_played_ = ring_->played();
  reposition(next_position_);
}

void Player::leave_ring() {
  next_position_ = transport_ == Transport::stop ? 0 : position();
  ring_.reset();
  read_ahead_.stop();
  order_.clear();
  jump_.reset();
  end_.reset();
  after_fade_.reset();
  is_fading_out_ = false;
}

uint32_t Player::channels() const {
  uint32_t channels = 0;
  for (const PlayedTrack& track : take_->tracks) channels += track.channels;
  return std::min(channels, ring_->channels());
}

void Player::reposition(int64_t position) {
  next_position_ = std::clamp<int64_t>(position, 0, length());
  jump_.reset();
  end_.reset();
  if (!fits()) {
    read_ahead_.stop();
    order_.clear();
    return;
  }
  const auto fade = static_cast<uint32_t>(fade_ms * take_->rate_hz / 1000);
  read_ahead_.start({take_, channels(), next_position_, loop_, fade});
  jump_ = ring_->written();
}

void Player::feed() {
  // The room that is left lets a seek be written before the mixer has played on.
  const uint64_t reserve = ring_->capacity() / 4;
  uint64_t room = ring_->room();
  const uint64_t until_jump = jump_ ? *jump_ + frames_to_jump() : 0;
  if (jump_) room = std::min(room, until_jump - std::min(ring_->written(), until_jump));
  else room -= std::min(room, reserve);
  const uint32_t silent_from = channels();
  while (room > 0 && !end_) {
    const auto run = read_ahead_.take(static_cast<int64_t>(room), ring_->samples(), ring_->written(), ring_->capacity());
    if (run.frames == 0) break;
    const auto frames = static_cast<uint64_t>(run.frames);
    ring_->silence(silent_from, frames);
    order_.add(ring_->written(), run.position);
    ring_->advance(frames);
    room -= frames;
  }
  if (!end_ && read_ahead_.has_ended()) {
    end_ = ring_->written();
    order_.add(*end_, length());
  }
  // The mixer fades out over silence after the end.
  if (end_) feed_silence(std::min<uint64_t>(room, ring_->capacity() / 2));
  order_.forget_before(ring_->played());
}

void Player::feed_silence(uint64_t frames) {
  if (frames == 0) return;
  ring_->silence(0, frames);
  ring_->advance(frames);
}

void Player::jump_when_ready() {
  if (!jump_ || ring_->written() - *jump_ < frames_to_jump()) return;
  if (!ring_->may_jump()) return;
  ring_->jump(*jump_);
  jump_.reset();
}

void Player::play_or_pause() {
  if (end_ && ring_->is_playing() && transport_ == Transport::play && ring_->played() >= *end_) {
    transport_ = Transport::stop;
    after_fade_ = 0;
  }
  if (transport_ != Transport::play || !fits()) {
    if (!ring_->is_playing()) return;
    ring_->play(false);
    is_fading_out_ = true;
    looks_at_rest_ = 0;
    return;
  }
  if (ring_->is_playing() || is_fading_out_ || jump_) return;
  // While nothing sounds a jump is taken with the next block.
  if (ring_->jump_to() > ring_->played()) return;
  play_begin_ = ring_->played();
  ring_->play(true);
}

void Player::note_fade_out() {
  const uint64_t played = ring_->played();
  const bool is_at_rest = !ring_->is_sounding() && played == last_played_;
  last_played_ = played;
  if (!is_fading_out_) return;
  looks_at_rest_ = is_at_rest ? looks_at_rest_ + 1 : 0;
  if (looks_at_rest_ < rest_looks) return;
  is_fading_out_ = false;
  if (after_fade_) {
    reposition(*std::exchange(after_fade_, std::nullopt));
    return;
  }
  // A jump under way says already where the play goes on.
  if (jump_ || ring_->jump_to() > played) return;
  // What faded out is played again.
  const uint64_t faded = std::min<uint64_t>(ring_->fade_frames(), played - std::min(played, play_begin_));
  reposition(order_.position_of(played - faded, next_position_));
}

int64_t Player::position() const {
  if (after_fade_) return std::clamp<int64_t>(*after_fade_, 0, length());
  if (!fits() || jump_ || ring_->jump_to() > ring_->played()) return next_position_;
  return std::clamp<int64_t>(order_.position_of(ring_->played(), next_position_), 0, length());
}

void Player::publish() {
  if (ring_) {
    const uint64_t underruns = ring_->underruns();
    underruns_ += underruns - std::min(underruns, ring_underruns_);
    ring_underruns_ = underruns;
  }
  state_.has_ring = fits();
  state_.ring_rate_hz = ring_ ? ring_->rate_hz() : 0;
  state_.is_sounding = ring_ && ring_->is_sounding();
  state_.underruns = underruns_;
  state_.fault = read_ahead_.fault();
  // What was asked for meanwhile is shown already.
  if (!asked_.transport && !asked_.take) state_.transport = transport_;
  if (!asked_.seek && !asked_.take && !asked_.transport) state_.position = position();
}

}  // namespace rowdesk::playing
