#include "read_ahead.h"

#include <algorithm>
#include <cstring>

namespace rowdesk::playing {
namespace {

constexpr int64_t run_frames = 4096;
/** The first runs are short, so that a seek is heard soon however many tracks there are. */
constexpr int64_t first_run_frames = 1024;
constexpr double buffer_s = 5;
constexpr int64_t most_bytes = int64_t{256} << 20;

/** Copies between rings: `frames` frames from index `from` of one of `from_size` to index `to` of one of `to_size`. */
void copy_wrapped(const float* source, int64_t from, int64_t from_size, float* target, int64_t to, int64_t to_size,
                  int64_t frames) {
  while (frames > 0) {
    const int64_t n = std::min({frames, from_size - from, to_size - to});
    std::memcpy(target + to, source + from, static_cast<size_t>(n) * sizeof(float));
    from = (from + n) % from_size;
    to = (to + n) % to_size;
    frames -= n;
  }
}

}  // namespace

int64_t ReadAhead::buffer_frames(uint32_t channels, uint32_t rate_hz) {
  const int64_t wanted = static_cast<int64_t>(buffer_s * rate_hz);
  const int64_t room = most_bytes / static_cast<int64_t>(sizeof(float)) / std::max<int64_t>(1, channels);
  return std::max(2 * run_frames, std::min(wanted, room));
}

ReadAhead::ReadAhead() : thread_([this] { run(); }) {}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    ++serial_;
  }
  wake_.notify_all();
  thread_.join();
}

void ReadAhead::start(Order order) {
  {
    const std::lock_guard lock(mutex_);
    allocate(order);
    order_ = std::move(order);
    ++serial_;
    is_reading_ = true;
    has_read_end_ = false;
    fault_.clear();
    runs_.clear();
    first_ = filled_ = 0;
  }
  wake_.notify_all();
}

void ReadAhead::stop() {
  const std::lock_guard lock(mutex_);
  ++serial_;
  is_reading_ = has_read_end_ = false;
  fault_.clear();
  runs_.clear();
  first_ = filled_ = 0;
  order_ = {};
  buffer_.clear();
  buffer_.shrink_to_fit();
}

void ReadAhead::allocate(const Order& order) {
  const int64_t size = buffer_frames(order.channels, order.take->rate_hz);
  if (buffer_.size() == order.channels && size_ == size) return;
  size_ = size;
  buffer_.assign(order.channels, {});
  for (auto& channel : buffer_) channel.resize(static_cast<size_t>(size));
}

TakeStream::Run ReadAhead::take(int64_t frames, float* const* out, uint64_t at, uint32_t capacity) {
  TakeStream::Run taken;
  {
    const std::lock_guard lock(mutex_);
    if (runs_.empty()) return taken;
    TakeStream::Run& run = runs_.front();
    taken = {run.position, std::min(frames, run.frames)};
    for (size_t c = 0; c < buffer_.size(); ++c) {
      copy_wrapped(buffer_[c].data(), first_, size_, out[c], static_cast<int64_t>(at % capacity), capacity, taken.frames);
    }
    run.position += taken.frames;
    run.frames -= taken.frames;
    if (run.frames == 0) runs_.pop_front();
    first_ = (first_ + taken.frames) % size_;
    filled_ -= taken.frames;
  }
  wake_.notify_all();
  return taken;
}

bool ReadAhead::has_ended() const {
  const std::lock_guard lock(mutex_);
  return has_read_end_ && runs_.empty();
}

std::string ReadAhead::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

void ReadAhead::push(const TakeStream::Run& run, float* const* from) {
  const int64_t last = (first_ + filled_) % size_;
  for (size_t c = 0; c < buffer_.size(); ++c) {
    copy_wrapped(from[c], 0, run_frames, buffer_[c].data(), last, size_, run.frames);
  }
  filled_ += run.frames;
  if (!runs_.empty() && runs_.back().position + runs_.back().frames == run.position) runs_.back().frames += run.frames;
  else runs_.push_back(run);
}

void ReadAhead::run() {
  std::unique_lock lock(mutex_);
  std::shared_ptr<TakeReader> reader;
  std::vector<float> samples;
  std::vector<float*> channels;
  while (!is_closing_) {
    wake_.wait(lock, [&] { return is_closing_ || is_reading_; });
    if (is_closing_) return;
    const uint64_t serial = serial_;
    const Order order = order_;
    // Files stay open over a seek.
    if (!reader || &reader->take() != order.take.get() || reader->channels() != order.channels) {
      reader = std::make_shared<TakeReader>(order.take, order.channels, order.fade_frames);
      samples.resize(static_cast<size_t>(order.channels) * run_frames);
      channels.clear();
      for (uint32_t c = 0; c < order.channels; ++c) channels.push_back(samples.data() + c * run_frames);
    }
    TakeStream stream(reader, order.position, order.loop, order.fade_frames, run_frames);
    while (serial == serial_ && is_reading_) {
      wake_.wait(lock, [&] { return serial != serial_ || free_frames() >= run_frames; });
      if (serial != serial_) break;
      const int64_t frames = filled_ < run_frames ? first_run_frames : run_frames;
      lock.unlock();
      const TakeStream::Run run = stream.next(frames, channels.data());
      lock.lock();
      if (serial != serial_) break;
      fault_ = reader->fault();
      if (run.frames > 0) push(run, channels.data());
      else is_reading_ = false, has_read_end_ = true;
    }
    if (!is_reading_ && serial != serial_) reader.reset();
  }
}

}  // namespace rowdesk::playing
