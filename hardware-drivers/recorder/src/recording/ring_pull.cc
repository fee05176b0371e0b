// How the reading thread brings frames from the ring to the tape.
#include <algorithm>
#include <cstring>

#include "ring_follower.h"

namespace rowdesk::recorder {

bool RingFollower::pull(uint64_t most) {
  if (!reader_ || !tape_) return false;
  uint64_t left = most;
  bool has_more = false;
  for (;;) {
    put_notes();
    if (tape_->room() == 0) {
      was_full_ = true;
      break;
    }
    if (left == 0) {
      has_more = true;
      break;
    }
    const uint64_t from = reader_->place().frame;
    const RingPiece piece = reader_->next();
    if (piece.kind == RingPiece::nothing) break;
    if (piece.kind == RingPiece::xrun) miss(piece.frames, 0, Reason::xrun);
    if (piece.kind == RingPiece::late) miss_of_ring(from, piece.frames);
    if (piece.kind == RingPiece::silent) {
      tape_->note({.kind = TapeEvent::silent, .frames = piece.frames, .reason = Reason::clock});
    }
    if (piece.kind != RingPiece::sound) continue;
    const Tape::Place place = tape_->place();
    uint64_t frames = std::min({piece.frames, place.frames, left});
    if (!notes_.empty()) frames = std::min(frames, notes_.front().at - from);
    for (uint32_t c = 0; c < shape_.channels; ++c) {
      std::memcpy(tape_->channel(place, c), reader_->channel(c) + piece.offset, frames * sizeof(float));
    }
    left -= frames;
    if (reader_->advance(frames)) {
      tape_->append(frames);
      was_full_ = false;
    } else {
      miss(frames, frames, was_full_ ? Reason::disk : Reason::late);
    }
  }
  head_ns_ = reader_->next_ns();
  tape_->set_waiting(reader_->backlog(), reader_->capacity());
  if (const uint64_t end = reader_->end().frame; end != heard_end_) {
    heard_end_ = end;
    heard_ns_ = options_.now_ns();
  }
  return has_more;
}

/** Those that the ring has come to. */
void RingFollower::put_notes() {
  while (!notes_.empty() && notes_.front().at <= reader_->place().frame) {
    tape_->note(notes_.front().event);
    notes_.pop_front();
  }
}

void RingFollower::miss(uint64_t frames, uint64_t ring_frames, Reason reason) {
  tape_->note({.kind = TapeEvent::missing, .frames = frames, .reason = reason, .ring_frames = ring_frames});
}

/** Frames that were overwritten, with what was noted between them. */
void RingFollower::miss_of_ring(uint64_t from, uint64_t frames) {
  const Reason reason = was_full_ ? Reason::disk : Reason::late;
  const uint64_t end = from + frames;
  while (!notes_.empty() && notes_.front().at <= end) {
    if (notes_.front().at > from) miss(notes_.front().at - from, notes_.front().at - from, reason);
    from = std::max(from, notes_.front().at);
    tape_->note(notes_.front().event);
    notes_.pop_front();
  }
  if (end > from) miss(end - from, end - from, reason);
}

}  // namespace rowdesk::recorder
