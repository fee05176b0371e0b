#include "control/mixer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include <rowdesk/denormals.h>

namespace rowdesk {
namespace {

constexpr double first_rate = 48000.0;
constexpr uint32_t most_channels = 1024;
constexpr auto timer_period = std::chrono::milliseconds(10);

uint64_t now_ns() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

}  // namespace

Mixer::Mixer(const KindCounts& counts, const Options& options)
    : layout_(counts, options.most_strips),
      table_(options.processors),
      fields_(options.fields),
      addresses_(layout_, table_, fields_),
      kernel_(*options.kernel),
      engine_(layout_, kernel_, options.times),
      playback_(options.runtime_folder),
      analysis_(layout_, engine_.probes(), [this](uint32_t strip) { return delay_s(strip); }, options.has_timer),
      crash_page_(rd_crash_page_open()),
      desired_(layout_, table_, addresses_),
      recording_(layout_, options.runtime_folder),
      hosted_(layout_, options.runtime_folder),
      hardware_(layout_),
      echoes_(addresses_.size()),
      howl_(layout_, engine_.howl_probes(), [this](uint32_t strip, const auto& notches) { return notch(strip, notches); }, options.has_timer),
      capture_(layout_, engine_, [this](std::unique_ptr<Stimulus>& stimulus) { return send_stimulus(stimulus); },
               options.has_timer),
      life_sign_(LifeSign::to(options.manager)) {
  processor_ = {
      sizeof(rd_processor),
      RD_ABI,
      this,
      [](void* self, double rate, uint32_t frames, uint32_t inputs, uint32_t outputs) {
        return static_cast<Mixer*>(self)->prepare(rate, frames, inputs, outputs);
      },
      [](void* self) { static_cast<Mixer*>(self)->release(); },
      [](void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
        static_cast<Mixer*>(self)->process(in, out, frames, *time);
      },
  };
  prepare(first_rate, RD_MAX_FRAMES, 0, 0);
  clock_.released();
  is_prepared_.store(false, std::memory_order_relaxed);
  if (options.has_timer) timer_ = std::thread([this] { run_timer(); });
}

Mixer::~Mixer() {
  {
    const std::lock_guard lock(timer_mutex_);
    is_stopping_ = true;
  }
  timer_stop_.notify_all();
  if (timer_.joinable()) timer_.join();
  if (crash_page_ != nullptr) munmap(crash_page_, RD_CRASH_BYTES);
}

bool Mixer::apply(double revision, std::span<const Slot> slots, std::span<const double> values,
                 std::span<const float> fades_ms) {
  const std::lock_guard lock(control_);
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] == addresses_.panic()) engine_.urgent().panic(static_cast<PanicScope>(values[i]));
    desired_.set(slots[i], values[i], i < fades_ms.size() ? fades_ms[i] : 0.0f);
  }
  desired_.set_revision(revision);
  return send_marked();
}

bool Mixer::flush() {
  const std::lock_guard lock(control_);
  return send_marked();
}

bool Mixer::notch(uint32_t strip, const std::vector<Notch>& notches) {
  const std::lock_guard lock(control_);
  desired_.set_notches(strip, notches);
  return send_marked();
}

void Mixer::collect() const {
  engine_.blocks().collect([this](const Block& block) {
    recording_.returned(block);
    hosted_.returned(block);
    hardware_.returned(block);
    for (const auto& [slot, value] : block.echoes) echoes_[slot] = value;
    played_ = block.played;
  });
}

bool Mixer::send_marked() {
  collect();
  const bool has_room = engine_.blocks().has_room();
  if (!desired_.has_marks() && !recording_.has_change() && !hosted_.has_change() && !hardware_.has_change()) return true;
  if (has_room) send_block();
  return has_room;
}

// Only where the ring has room.
void Mixer::send_block(std::unique_ptr<Stimulus>* stimulus) {
  std::unique_ptr<Block> block = desired_.take_block();
  recording_.put(*block);
  hosted_.put(*block);
  hardware_.put(*block);
  if (stimulus != nullptr) {
    block->stimulus = std::move(*stimulus);
    block->changes_stimulus = true;
  }
  engine_.use(*block);
  engine_.blocks().send(block.release());
}

void Mixer::connect(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks) {
  const std::lock_guard lock(control_);
  desired_.set_channels(std::move(sources), std::move(sinks));
  send_marked();
}

void Mixer::describe(uint32_t inputs, uint32_t outputs) {
  const std::lock_guard lock(control_);
  described_ = {inputs, outputs};
}

void Mixer::open(bool open, double fade_ms, Reason reason) {
  const std::lock_guard lock(control_);
  closed_by_command_ = open ? closed_by_command_ & ~bit(reason) : closed_by_command_ | bit(reason);
  engine_.urgent().outputs({closed_by_command_, static_cast<uint32_t>(fade_ms * 1000.0)});
}

void Mixer::hold(std::vector<double> sinks) {
  const std::lock_guard lock(control_);
  desired_.hold(std::move(sinks));
  send_marked();
}

void Mixer::hold_sources(Reason reason, std::vector<double> sources) {
  const std::lock_guard lock(control_);
  desired_.hold_sources(reason, std::move(sources));
  send_marked();
}

bool Mixer::holds_sources() const {
  const std::lock_guard lock(control_);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    for (const Reason reason : holding_reasons) {
      if (desired_.hears_held(strip, reason) && (engine_.closed(strip) & bit(reason)) == 0) return false;
    }
  }
  return true;
}

uint32_t Mixer::read_input_peaks(uint32_t reader, float* into, uint32_t most) {
  const std::lock_guard lock(control_);
  if (reader >= InputPeaks::readers || input_peaks_.count() > most) return 0;
  input_peaks_.read(reader, into, engine_.position());
  return input_peaks_.count();
}

uint32_t Mixer::latency(uint32_t strip) const {
  const std::lock_guard lock(control_);
  return desired_.latency(strip);
}

std::vector<Route> Mixer::routes() const {
  const std::lock_guard lock(control_);
  return desired_.routes();
}

std::vector<double> Mixer::excesses_ms() const {
  const std::lock_guard lock(control_);
  std::vector<double> excesses(layout_.sounding_strips());
  for (uint32_t strip = 0; strip < excesses.size(); ++strip) excesses[strip] = desired_.excess_frames(strip) * 1000.0 / rate_;
  return excesses;
}

double Mixer::delay_s(uint32_t strip) const {
  const std::lock_guard lock(control_);
  const Values& values = desired_.values();
  return 0.001 * (values.at(addresses_.align(strip)) + values.speaker_delay_ms(strip));
}

std::vector<double> Mixer::speaker_delays_ms() const {
  const std::lock_guard lock(control_);
  std::vector<double> delays;
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    const int32_t parts = engine_.speaker_delay(layout_.strips()[strip].first_lane);
    delays.push_back(parts * 1000.0 / (parts_per_frame * rate_));
  }
  return delays;
}

double Mixer::observe(std::span<double> values, std::span<uint32_t> closed, uint32_t& outputs_closed) const {
  const std::lock_guard lock(control_);
  const double revision = engine_.revision();  // first: the values are then at least as new
  collect();
  std::ranges::copy_n(echoes_.begin(), static_cast<std::ptrdiff_t>(std::min(values.size(), echoes_.size())), values.begin());
  if (addresses_.panic() < values.size()) values[addresses_.panic()] = static_cast<double>(engine_.panic());
  for (uint32_t strip = 0; strip < closed.size(); ++strip) closed[strip] = engine_.silent_for(strip);
  outputs_closed = engine_.outputs_closed();
  return revision;
}

int Mixer::prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs) {
  if (rate < 44100.0 || rate > 192000.0 || max_frames < 1 || max_frames > RD_MAX_FRAMES ||
      inputs > most_channels || outputs > most_channels) {
    return -EINVAL;
  }
  const std::lock_guard lock(control_);
  if (described_ && *described_ != std::pair{inputs, outputs}) return -EINVAL;
  recording_.set_rate(rate);
  capture_.device_began();
  while (is_taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();  // the timer, for one block
  const NoDenormals scope;
  rate_ = rate;
  inputs_ = inputs;
  outputs_ = outputs;
  is_first_block_ = true;
  has_null_pointers_.store(false, std::memory_order_relaxed);
  engine_.settle();  // what waits in the ring speaks of the outputs as they were
  playback_.allot(rate, inputs, max_frames);
  prepare_inserts(rate, max_frames);
  engine_.allot(rate, inputs + RD_PLAY_MAX_CHANNELS, outputs);
  input_peaks_.allot(rate, inputs);
  engine_.prepare_clock(rate);
  desired_.mark_all(rate, inputs, outputs);
  send_marked();
  engine_.settle();
  clock_.prepared(rate, max_frames, now_ns());
  howl_.prepared();
  is_prepared_.store(true, std::memory_order_relaxed);
  is_taken_.store(false, std::memory_order_release);
  return 0;
}

void Mixer::release() {
  while (is_taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  clock_.released();
  is_prepared_.store(false, std::memory_order_relaxed);
  engine_.close_outputs_for_lost_clock();
  synthetic_ns_ = 0;
  is_taken_.store(false, std::memory_order_release);
}

// Pointers are looked at once for each prepare(): a driver that has them right at its first block has them at the next.
bool Mixer::takes_pointers(const float* const* in, float* const* out) {
  if (is_first_block_) {
    is_first_block_ = false;
    bool is_null = (in == nullptr && inputs_ > 0) || (out == nullptr && outputs_ > 0);
    for (uint32_t channel = 0; channel < inputs_ && !is_null; ++channel) is_null = in[channel] == nullptr;
    for (uint32_t channel = 0; channel < outputs_ && !is_null; ++channel) is_null = out[channel] == nullptr;
    has_null_pointers_.store(is_null, std::memory_order_relaxed);
  }
  return !has_null_pointers_.load(std::memory_order_relaxed);
}

void Mixer::process(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time) {
  const bool is_offline = (time.flags & RD_BLOCK_OFFLINE) != 0, begins = is_first_block_;
  if (!takes_pointers(in, out)) return;
  if (is_offline) follow_inserts_offline(begins);
  if (is_taken_.exchange(true, std::memory_order_acquire)) {
    // The timer computes its last block: the clock is lost, the outputs are closed. This callback tells that it is back.
    for (uint32_t channel = 0; channel < outputs_; ++channel) std::memset(out[channel], 0, frames * sizeof(float));
    return;
  }
  const NoDenormals scope;
  if (clock_.called(time.monotonic_ns, frames, time.flags)) engine_.open_outputs_after_lost_clock();
  if (is_offline) howl_.step_offline();
  const bool is_timed = (time.flags & (RD_BLOCK_OFFLINE | RD_BLOCK_FREEWHEEL)) == 0;
  const uint64_t begin = is_timed ? now_ns() : 0;
  engine_.begin_block(time.frame_position, time.monotonic_ns, frames, time.flags);
  engine_.process(playback_.take(in, frames, time.flags), out, frames);
  input_peaks_.add(in, frames, engine_.position());
  if (is_timed) load_.add(now_ns() - begin, frames, rate_);
  // The audio thread is the only writer: a store suffices, without a read-modify-write.
  driven_frames_.store(driven_frames_.load(std::memory_order_relaxed) + frames, std::memory_order_relaxed);
  if (crash_page_ != nullptr && engine_.outputs_closed() == 0) {
    __atomic_store_n(&crash_page_->heard_blocks, crash_page_->heard_blocks + 1, __ATOMIC_RELAXED);
  }
  if ((time.flags & RD_BLOCK_FREEWHEEL) != 0) clock_.waited(now_ns());
  is_taken_.store(false, std::memory_order_release);
}

void Mixer::tick(uint64_t now) {
  if (!clock_.is_overdue(now)) return;
  if (is_taken_.exchange(true, std::memory_order_acquire)) return;  // a callback is running: not lost
  if (clock_.is_overdue(now)) {
    const NoDenormals scope;
    if (clock_.lose()) {
      engine_.close_outputs_for_lost_clock();
      synthetic_ns_ = 0;
    }
    if (synthetic_ns_ == 0) synthetic_ns_ = now;
    const uint64_t due = std::min<uint64_t>(RD_MAX_FRAMES, static_cast<uint64_t>((now - synthetic_ns_) * 1e-9 * rate_));
    playback_.rest();
    if (due > 0) {
      engine_.begin_block(engine_.position(), synthetic_ns_, static_cast<uint32_t>(due), RD_BLOCK_SYNTHETIC);
      engine_.process(nullptr, nullptr, static_cast<uint32_t>(due));
      synthetic_ns_ = now;
    }
  }
  is_taken_.store(false, std::memory_order_release);
}

double Mixer::seconds_since(uint64_t position) const {
  const std::lock_guard lock(control_);
  const uint64_t now = engine_.position();
  return now > position ? static_cast<double>(now - position) / rate_ : 0.0;
}

bool Mixer::is_without_clock() const { return clock_.is_absent(now_ns()); }

// An offline render has no deadline, and the control side that runs it notifies the service manager itself.
bool Mixer::notifies_manager() const {
  return life_sign_ && is_prepared_.load(std::memory_order_relaxed) && clock_.state() != ClockWatch::State::offline;
}

void Mixer::notify_manager(uint64_t now) {
  if (life_sign_) life_sign_->tick(now, notifies_manager(), driven_frames_.load(std::memory_order_relaxed));
}

void Mixer::run_timer() {
  std::unique_lock lock(timer_mutex_);
  while (!timer_stop_.wait_for(lock, timer_period, [this] { return is_stopping_; })) {
    tick(now_ns());
    follow_inserts();
    notify_manager(now_ns());
  }
}

}  // namespace rowdesk
