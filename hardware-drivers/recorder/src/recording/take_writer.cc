#include "take_writer.h"

#include <linux/ioprio.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "../../../lib/sound-files/src/folder.h"

namespace rowdesk::recorder {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto write_interval = std::chrono::milliseconds(100);
/** A take that is killed lacks what came since, and what the steps of reading and writing take. */
constexpr auto renew_interval = std::chrono::milliseconds(500);
/** So much of a part is renewed with every step: a recorder that ends soon after its start has something, too. */
constexpr auto young = std::chrono::seconds(1);
/** So many frames at once between looks at events and at the state. */
constexpr uint64_t most_frames = 48000;
constexpr size_t most_dropouts = 1000;

/** After the store and all others that use the disk. */
void lower_io_priority() {
  syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 7));
}

}  // namespace

TakeWriter::TakeWriter(RingFollower::Begin begin, TakeOrder order, std::unique_ptr<TakeFiles> files)
    : begin_(std::move(begin)),
      order_(order),
      files_(std::move(files)),
      planes_(begin_.shape.channels),
      part_(order_.first_part - 1),
      part_at_(order_.frames_before),
      place_(begin_.place),
      tape_at_(begin_.from),
      position_(order_.frames_before) {}

TakeWriter::~TakeWriter() {
  if (thread_.joinable()) thread_.join();
  if (!state_.is_complete) begin_.tape->release();
}

void TakeWriter::run() {
  thread_ = std::thread([this] {
    lower_io_priority();
    const auto begun = Clock::now();
    auto renewed = begun;
    for (;;) {
      const auto now = Clock::now();
      const bool renews = now - renewed >= renew_interval || now - begun < young;
      if (renews) renewed = now;
      if (!step(renews)) return;
      std::this_thread::sleep_for(write_interval);
    }
  });
  pthread_setname_np(thread_.native_handle(), "rec-write");
}

bool TakeWriter::step(bool renew) {
  try {
    if (part_ < order_.first_part) {
      const uint64_t passed_ns = begin_.from_ns > order_.ended_ns ? begin_.from_ns - order_.ended_ns : 0;
      const auto passed = static_cast<uint64_t>(static_cast<double>(passed_ns) * begin_.shape.rate_hz / 1e9);
      begin_part(begin_.gap_frames.value_or(order_.ended_ns > 0 ? passed : 0), begin_.from_ns);
    }
    write_all();
    if (renew && !is_ended_) files_->renew();
  } catch (const sound::FileError& error) {
    complete(error.what(), true);
    return false;
  }
  if (!is_ended_) return true;
  complete(words_of(end_reason_), false);
  return false;
}

void TakeWriter::write_all() {
  while (!is_ended_) {
    if (const auto event = begin_.tape->take_event(tape_at_)) {
      if (!handle(*event)) return;
      continue;
    }
    const uint64_t frames = std::min(begin_.tape->run(tape_at_), most_frames);
    if (frames == 0) return;
    write(frames, true);
  }
}

bool TakeWriter::handle(const TapeEvent& event) {
  switch (event.kind) {
    case TapeEvent::missing:
      write_missing(event);
      return true;
    case TapeEvent::silent:
      note_dropout(event.frames, event.reason);
      return true;
    case TapeEvent::new_ring:
      place_ = event.place;
      begin_part(event.frames, event.at_ns);
      return true;
    case TapeEvent::split:
      if (part_frames() > 0) begin_part(0, part_ns_ + part_frames() * 1'000'000'000 / begin_.shape.rate_hz);
      return true;
    case TapeEvent::end:
      is_ended_ = true;
      end_reason_ = event.reason;
      return false;
  }
  return true;
}

void TakeWriter::write_missing(const TapeEvent& event) {
  note_dropout(event.frames, event.reason);
  const RingPlace behind{.epoch = place_.epoch, .frame = place_.frame + event.ring_frames};
  for (uint64_t left = event.frames; left > 0;) {
    const uint64_t frames = std::min(left, most_frames);
    write(frames, false);
    if (event.ring_frames > 0) place_.frame = std::min(place_.frame + frames, behind.frame);
    left -= frames;
  }
  place_ = behind;
  if (event.ring_frames != event.frames) files_->note_place(position_, place_);
}

void TakeWriter::begin_part(uint64_t gap_frames, uint64_t at_ns) {
  const uint64_t at = position_ + gap_frames;
  TakeFiles::Begun begun = files_->begin_part({.number = part_ + 1, .at = at, .at_ns = at_ns, .place = place_});
  ++part_;
  part_at_ = at;
  part_ns_ = at_ns;
  const std::lock_guard lock(guard_);
  position_ = at;
  state_.has_begun = true;
  if (!begun.missing.empty()) {
    state_.has_failed = true;
    if (state_.fault.empty()) state_.fault = begun.fault;
  }
  state_.parts.push_back({.number = part_,
                          .at_ns = at_ns,
                          .frames = 0,
                          .gap_frames = gap_frames,
                          .missing = std::move(begun.missing)});
  changed_.notify_all();
}

void TakeWriter::write(uint64_t frames, bool is_sound) {
  if (order_.split_frames > 0 && part_frames() >= order_.split_frames) {
    begin_part(0, part_ns_ + part_frames() * 1'000'000'000 / begin_.shape.rate_hz);
  }
  const uint64_t fits = order_.split_frames > 0 ? order_.split_frames - part_frames() : frames;
  const uint64_t now = std::min(frames, fits);
  if (is_sound) {
    for (uint32_t c = 0; c < planes_.size(); ++c) planes_[c] = begin_.tape->samples(c, tape_at_);
  }
  files_->write(is_sound ? planes_.data() : nullptr, now);
  {
    const std::lock_guard lock(guard_);
    position_ += now;
    if (is_sound) tape_at_ += now;
    state_.parts.back().frames += now;
  }
  if (is_sound) {
    place_.frame += now;
    begin_.tape->pass(tape_at_);
  } else if (now < frames) {
    write(frames - now, false);
  }
}

void TakeWriter::note_dropout(uint64_t frames, Reason reason) {
  const std::lock_guard lock(guard_);
  state_.dropout_frames += frames;
  if (!dropouts_.empty()) {
    // One that still lasted when its beginning was written.
    Dropout& last = dropouts_.back();
    if (last.reason == reason && last.at + last.frames == position_) {
      last.frames += frames;
      return;
    }
  }
  ++state_.dropout_count;
  if (dropouts_.size() < most_dropouts) dropouts_.push_back({.at = position_, .frames = frames, .reason = reason});
}

void TakeWriter::complete(const std::string& fault, bool has_failed) {
  const TakeFiles::Closed closed = files_->close();
  begin_.tape->release();
  const std::lock_guard lock(guard_);
  if (!state_.parts.empty()) {
    has_failed = has_failed || closed.frames < state_.parts.back().frames;
    position_ = part_at_ + closed.frames;
    state_.parts.back().frames = closed.frames;
  }
  if (!fault.empty()) state_.fault = fault;
  else if (!closed.fault.empty()) state_.fault = closed.fault;
  state_.has_failed = state_.has_failed || has_failed || !closed.fault.empty();
  state_.is_complete = true;
  changed_.notify_all();
}

TakeWriter::State TakeWriter::state() const {
  const std::lock_guard lock(guard_);
  return state_;
}

std::vector<Dropout> TakeWriter::dropouts() const {
  const std::lock_guard lock(guard_);
  return dropouts_;
}

uint64_t TakeWriter::position() const {
  const std::lock_guard lock(guard_);
  return state_.is_complete ? position_ : position_ + begin_.tape->length_from(tape_at_);
}

double TakeWriter::fill() const {
  const std::lock_guard lock(guard_);
  if (state_.is_complete) return 0;
  return begin_.tape->fill_from(tape_at_);
}

bool TakeWriter::wait_begun(double seconds) const {
  std::unique_lock lock(guard_);
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                           [this] { return state_.has_begun || state_.is_complete; });
}

bool TakeWriter::wait_complete(double seconds) const {
  std::unique_lock lock(guard_);
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return state_.is_complete; });
}

}  // namespace rowdesk::recorder
