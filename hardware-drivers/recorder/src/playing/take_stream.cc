#include "take_stream.h"

#include <algorithm>

#include "fade_gain.h"

namespace rowdesk::playing {

TakeStream::TakeStream(std::shared_ptr<TakeReader> reader, int64_t position, Loop loop, uint32_t fade_frames,
                       int64_t longest_run)
    : reader_(std::move(reader)), position_(position), loop_(loop), fade_frames_(fade_frames), longest_run_(longest_run) {
  if (loop_.is_on()) fade_frames_ = std::min<int64_t>(fade_frames_, (loop_.to - loop_.from) / 2);
  samples_.resize(static_cast<size_t>(longest_run_) * reader_->channels());
  for (uint32_t c = 0; c < reader_->channels(); ++c) scratch_.push_back(samples_.data() + c * longest_run_);
}

int64_t TakeStream::limit() const {
  const int64_t end = reader_->take().frames();
  return loop_.is_on() && position_ < loop_.to ? std::min(loop_.to, end) : end;
}

TakeStream::Run TakeStream::next(int64_t frames, float* const* out) {
  const int64_t end = limit();
  const Run run{position_, std::clamp<int64_t>(end - position_, 0, std::min(frames, longest_run_))};
  if (run.frames == 0) return run;
  reader_->read(run.position, run.frames, out);
  if (tail_left_ > 0) join_after_begin(run, out);
  if (loop_.is_on() && end == loop_.to) join_before_end(run, out);
  position_ += run.frames;
  if (loop_.is_on() && position_ == loop_.to) {
    position_ = loop_.from;
    tail_left_ = loop_.from >= fade_frames_ ? 0 : fade_frames_;
  }
  return run;
}

// What precedes the begin of the loop fades in while the end fades out, so that the begin itself is exact. A loop that begins
// with the take has nothing before it: what follows the end fades out after the begin.
void TakeStream::join_before_end(const Run& run, float* const* out) {
  const int64_t fade_begin = loop_.to - fade_frames_;
  const int64_t from = std::max(run.position, fade_begin);
  const int64_t frames = run.position + run.frames - from;
  if (loop_.from < fade_frames_ || frames <= 0) return;
  std::vector<float*> late;
  for (uint32_t c = 0; c < reader_->channels(); ++c) late.push_back(out[c] + (from - run.position));
  const int64_t begin = from - fade_begin;
  reader_->read(loop_.from - fade_frames_ + begin, frames, scratch_.data());
  for (uint32_t c = 0; c < reader_->channels(); ++c) {
    for (int64_t n = 0; n < frames; ++n) {
      const float in = fade_gain(begin + n, fade_frames_);
      late[c][n] = late[c][n] * (1.0f - in) + scratch_[c][n] * in;
    }
  }
}

void TakeStream::join_after_begin(const Run& run, float* const* out) {
  const int64_t begin = fade_frames_ - tail_left_;
  const int64_t frames = std::min(tail_left_, run.frames);
  reader_->read(loop_.to + begin, frames, scratch_.data());
  for (uint32_t c = 0; c < reader_->channels(); ++c) {
    for (int64_t n = 0; n < frames; ++n) {
      const float in = fade_gain(begin + n, fade_frames_);
      out[c][n] = out[c][n] * in + scratch_[c][n] * (1.0f - in);
    }
  }
  tail_left_ -= frames;
}

}  // namespace rowdesk::playing
