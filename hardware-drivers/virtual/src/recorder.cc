#include "recorder.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>

#include "crash_mark.h"

namespace rowdesk::stagebox {
namespace {

constexpr auto write_interval = std::chrono::milliseconds(20);
constexpr double least_room_s = 10;
constexpr int most_parts = 9999;
constexpr uint64_t most_reserve_bytes = 200ull << 20;

std::string part_name(const std::string& file, int part) {
  if (part == 1) return file;
  const size_t dot = file.rfind('.');
  const size_t end = dot == std::string::npos || dot == 0 ? file.size() : dot;
  return file.substr(0, end) + "-" + std::to_string(part) + file.substr(end);
}

std::string mebibytes(uint64_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

/** Throws sound::FileError when so many bytes more would leave less than the reserve. */
void keep_reserve(const Recorder::Order& order, uint64_t bytes, const char* otherwise) {
  const sound::Room room = order.room(order.folder);
  const uint64_t reserve = Recorder::reserve_of(room.total);
  if (room.free >= reserve + bytes) return;
  throw sound::FileError(order.file + ": the disk " + otherwise + ": of " + mebibytes(room.free) + " that are free " +
                  mebibytes(reserve) + " are kept for the desk");
}

}  // namespace

uint64_t Recorder::reserve_of(uint64_t total_bytes) { return std::min(total_bytes / 20, most_reserve_bytes); }

Recorder::Recorder(Order order, std::function<void()> changed)
    : order_(std::move(order)),
      changed_(std::move(changed)),
      ring_(static_cast<uint32_t>(order_.outputs.size()), static_cast<uint64_t>(order_.ring_s * order_.rate_hz)) {
  const auto ten_seconds = static_cast<uint64_t>(least_room_s * 4 * order_.rate_hz * ring_.channels());
  keep_reserve(order_, ten_seconds, "has no room for ten seconds of it");
  open_next();
  writer_ = std::thread([this] { run(); });
  pthread_setname_np(writer_.native_handle(), "rowdesk-record");
}

Recorder::~Recorder() {
  end();
  writer_.join();
}

void Recorder::put(const float* const* outputs, uint32_t frames, uint64_t begun_ns) {
  if (failed_.load(std::memory_order_relaxed)) return;
  if (begun_ns_.load(std::memory_order_relaxed) == 0) begun_ns_.store(begun_ns, std::memory_order_relaxed);
  if (!ring_.write(outputs, order_.outputs, frames)) lost_.fetch_add(frames, std::memory_order_relaxed);
}

Recorder::State Recorder::state() const {
  const std::lock_guard lock(guard_);
  State state = state_;
  state.lost = lost_.load(std::memory_order_relaxed);
  state.begun_ns = begun_ns_.load(std::memory_order_relaxed);
  return state;
}

void Recorder::open_next() {
  while (++part_ <= most_parts) {
    const std::string name = part_name(order_.file, part_);
    sound::File file = sound::create_new(order_.folder, name);
    if (!file.is_open()) continue;
    if (wav_ != nullptr) frames_before_ += wav_->frames();
    const sound::SoundFormat format;
    wav_ = std::make_unique<sound::WaveFile>(std::move(file), name, format, ring_.channels(), order_.rate_hz);
    name_ = name;
    const std::lock_guard lock(guard_);
    state_.file = name;
    return;
  }
  throw sound::FileError(order_.file + ": there are " + std::to_string(most_parts) + " of it already");
}

void Recorder::drain() {
  const uint64_t frame_bytes = 4ull * ring_.channels();
  for (auto samples = ring_.readable(); !samples.empty(); samples = ring_.readable()) {
    const uint64_t room = order_.most_data_bytes / frame_bytes - wav_->frames();
    if (room == 0) {
      wav_->renew();
      open_next();
      continue;
    }
    const uint64_t frames = std::min<uint64_t>(samples.size() / ring_.channels(), room);
    keep_reserve(order_, frames * frame_bytes, "is nearly full, and the recording has ended");
    wav_->append(samples.first(frames * ring_.channels()));
    ring_.advance(frames);
  }
  wav_->renew();
}

void Recorder::run() {
  const CrashMark mark("record");
  std::string fault;
  for (bool last = false; !last;) {
    std::this_thread::sleep_for(write_interval);
    last = ended_.load(std::memory_order_acquire);
    try {
      drain();
    } catch (const sound::FileError& error) {
      fault = error.what();
      failed_.store(true, std::memory_order_relaxed);
      last = true;
    }
    {
      const std::lock_guard lock(guard_);
      state_.frames = frames_before_ + wav_->frames();
    }
    const uint64_t lost = lost_.load(std::memory_order_relaxed);
    if (lost != told_lost_) changed_();
    told_lost_ = lost;
  }
  if (!fault.empty()) {
    try {
      wav_->renew();
    } catch (const sound::FileError&) {
      // The header written 20 ms ago still describes a valid file.
    }
  }
  const bool empty = wav_->frames() == 0;
  wav_.reset();
  if (empty) sound::remove_from(order_.folder, name_);
  {
    const std::lock_guard lock(guard_);
    state_.fault = fault;
    state_.closed = true;
  }
  changed_();
}

}  // namespace rowdesk::stagebox
