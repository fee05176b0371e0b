#include "card.h"

#include <pthread.h>
#include <rowdesk/clock.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "card_error.h"

namespace rowdesk::alsa {
namespace {

/** A card without a period for this long is gone. */
constexpr uint64_t hung_ns = RD_NS_PER_S;
/** A card that stops so many times in a row, without a period in between, is gone. */
constexpr uint32_t most_restarts = 10;
constexpr uint64_t restart_pause_ns = 5'000'000;
/** So many times poll() may return without a period before the thread sleeps: a real-time thread must not spin. */
constexpr uint32_t most_spins = 4;
/** Both directions have the longest period of both once they agree, which takes two rounds. */
constexpr int period_rounds = 3;
/** The card has one clock. */
constexpr uint32_t clock_id = 0;

uint64_t frames_in(uint64_t ns, uint32_t rate_hz) {
  return ns / RD_NS_PER_S * rate_hz + ns % RD_NS_PER_S * rate_hz / RD_NS_PER_S;
}

}  // namespace

Card::Card(const CardSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
           std::function<void(std::string)> gone)
    : settings_(settings), cycles_(cycles), gone_(std::move(gone)), in_(inputs, nullptr), out_(outputs, nullptr) {
  if (!settings_.capture.empty() && inputs > 0) capture_ = std::make_unique<Pcm>(settings_.capture, true);
  if (!settings_.playback.empty() && outputs > 0) playback_ = std::make_unique<Pcm>(settings_.playback, false);
  if (!capture_ && !playback_) throw CardError("the card has neither inputs nor outputs", EINVAL);
  configure(inputs, outputs);
  wake_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (wake_ < 0) throw CardError(std::string("no eventfd: ") + std::strerror(errno), errno);
  polled_.resize(1 + (capture_ ? capture_->descriptor_count() : 0) + (playback_ ? playback_->descriptor_count() : 0));
  // The thread is there, with its policy, before the first period is under way.
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "rowdesk-audio");
  rd_clock_make_real_time(thread_.native_handle());
  const int error = start();
  stopping_ = error < 0;
  is_started_ = true;
  is_started_.notify_one();
  if (error == 0) return;
  thread_.join();
  close(wake_);
  checked(error, "the card can't be started");
}

Card::~Card() {
  stopping_ = true;
  eventfd_write(wake_, 1);
  thread_.join();
  close(wake_);
  cycles_.disconnected();
}

void Card::configure(uint32_t inputs, uint32_t outputs) {
  uint32_t period = settings_.period_frames;
  for (int round = 0; round < period_rounds; ++round) {
    const PcmWish wish{settings_.rate_hz, 0, period, settings_.lead_periods + 1};
    uint32_t longest = 0;
    for (auto [pcm, channels] : {std::pair{capture_.get(), inputs}, {playback_.get(), outputs}}) {
      if (pcm == nullptr) continue;
      PcmWish own = wish;
      own.channels = channels;
      pcm->configure(own);
      longest = std::max(longest, pcm->shape().period_frames);
    }
    if (longest == period) break;
    period = longest;
  }
  shape_.period_frames = period;
  if (playback_) {
    const uint32_t buffer = playback_->shape().buffer_frames;
    if (buffer < 2 * period) throw CardError(playback_->name() + " has a buffer of less than two periods", EINVAL);
    shape_.lead_frames = std::min(settings_.lead_periods * period, buffer - period);
    playback_->wake_at(buffer - shape_.lead_frames);
  }
  if (capture_) {
    if (capture_->shape().buffer_frames < 2 * period) {
      throw CardError(capture_->name() + " has a buffer of less than two periods", EINVAL);
    }
    capture_->wake_at(period);
  }
  shape_.is_linked = capture_ && playback_ && capture_->link(*playback_);
  const uint32_t captured = capture_ ? std::min(inputs, capture_->shape().channels) : 0;
  const uint32_t played = playback_ ? std::min(outputs, playback_->shape().channels) : 0;
  samples_.assign(static_cast<size_t>(captured + played) * period, 0.0f);
  float* plane = samples_.data();
  for (uint32_t n = 0; n < captured; ++n, plane += period) captured_.push_back(plane), in_[n] = plane;
  for (uint32_t n = 0; n < played; ++n, plane += period) played_.push_back(plane), out_[n] = plane;
}

void Card::run() {
  is_started_.wait(false);
  while (!stopping_) {
    int64_t result = wait();
    if (result > 0) result = pass_on(static_cast<uint64_t>(result));
    if (result < 0) result = begin_again(static_cast<int>(result));
    if (result == 0) continue;
    drop();
    gone_(why(static_cast<int>(result)));
    return;
  }
  drop();
}

/** Silence ahead of the first block, then both directions. Negative results are of errno. */
int Card::start() {
  int error = 0;
  for (Pcm* pcm : {capture_.get(), playback_.get()}) {
    if (pcm != nullptr && error == 0) error = pcm->prepare();
  }
  if (playback_ && error == 0) error = playback_->write({}, shape_.lead_frames + shape_.period_frames);
  if (playback_ && error == 0) error = playback_->start();
  if (capture_ && !shape_.is_linked && error == 0) error = capture_->start();
  last_ns_ = rd_monotonic_ns();
  return error;
}

void Card::drop() {
  if (capture_) capture_->drop();
  if (playback_) playback_->drop();
}

/** Waits for whole periods. Returns how many frames there are, 0 for the end of the thread, or an error. */
int64_t Card::wait() {
  const uint64_t until_ns = rd_monotonic_ns() + hung_ns;
  for (uint32_t spins = 0;; ++spins) {
    const int64_t frames = ready_frames();
    if (frames < 0 || frames >= shape_.period_frames) return frames;
    if (stopping_) return 0;
    const uint64_t now_ns = rd_monotonic_ns();
    if (now_ns >= until_ns) return -ETIMEDOUT;
    if (spins >= most_spins) rd_sleep_until(now_ns + rd_duration_ns(shape_.period_frames, settings_.rate_hz) / 8);
    const int error = sleep(until_ns - now_ns);
    if (error < 0) return error;
  }
}

/** In poll(), on the directions that have no period yet. */
int Card::sleep(uint64_t most_ns) {
  polled_[0] = {wake_, POLLIN, 0};
  nfds_t count = 1;
  Pcm* waiting[2] = {};
  if (capture_ && !is_captured_) waiting[0] = capture_.get();
  if (playback_ && !has_room_) waiting[1] = playback_.get();
  for (Pcm* pcm : waiting) {
    if (pcm == nullptr) continue;
    pcm->fill(&polled_[count]);
    count += pcm->descriptor_count();
  }
  const int woken = poll(polled_.data(), count, static_cast<int>(most_ns / 1'000'000 + 1));
  if (woken < 0) return errno == EINTR ? 0 : -errno;
  pollfd* entries = &polled_[1];
  for (Pcm* pcm : waiting) {
    if (pcm == nullptr) continue;
    const int events = pcm->events(entries);
    // What else is wrong is said by the frames that there are.
    if (events < 0 || (events & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
      if (pcm->is_gone()) return -ENODEV;
    }
    entries += pcm->descriptor_count();
  }
  return 0;
}

/** Frames that both directions can move. Negative for an error. */
int64_t Card::ready_frames() {
  int64_t ready = INT64_MAX;
  if (capture_) {
    const int64_t captured = capture_->available();
    if (captured < 0) return captured;
    is_captured_ = captured >= shape_.period_frames;
    ready = captured;
  }
  if (playback_) {
    const int64_t available = playback_->available();
    if (available < 0) return available;
    // As many frames as make the fill what it was at the start.
    const int64_t room =
        available - (playback_->shape().buffer_frames - shape_.lead_frames - shape_.period_frames);
    has_room_ = room >= shape_.period_frames;
    ready = std::min(ready, std::max<int64_t>(room, 0));
  }
  return ready;
}

/** One period after the other, each as late as the frames that came after its end. */
int Card::pass_on(uint64_t frames) {
  const uint32_t period = shape_.period_frames;
  const uint64_t now_ns = rd_monotonic_ns();
  for (; frames >= period; frames -= period) {
    last_ns_ = now_ns - rd_duration_ns(frames - period, settings_.rate_hz);
    if (capture_) {
      const int error = capture_->read(captured_, period);
      if (error < 0) return error;
    }
    const CycleTime time{settings_.rate_hz, period, position_, clock_id, settings_.clock_name.c_str(), last_ns_, 0};
    cycles_.run(time, in_.data(), out_.data());
    position_ += period;
    if (playback_) {
      const int error = playback_->write(played_, period);
      if (error < 0) return error;
    }
    restarts_ = 0;
  }
  return 0;
}

/** After an xrun or a suspension. The time without the card is lost. Returns the error of a card that is gone. */
int Card::begin_again(int error) {
  while (error != -ENODEV && error != -ETIMEDOUT && !stopping_) {
    if (++restarts_ > most_restarts) return error;
    if (restarts_ > 1) rd_sleep_until(rd_monotonic_ns() + restarts_ * restart_pause_ns);
    drop();
    const uint64_t before_ns = last_ns_;
    error = start();
    position_ += std::max<uint64_t>(1, frames_in(last_ns_ - before_ns, settings_.rate_hz));
    if (error == 0) return 0;
    if ((capture_ && capture_->is_gone()) || (playback_ && playback_->is_gone())) return -ENODEV;
  }
  return stopping_ ? 0 : error;
}

std::string Card::why(int error) const {
  if (error == -ENODEV) return "it was unplugged, or its driver gave it up";
  if (error == -ETIMEDOUT) return "it has moved no sound for " + std::to_string(hung_ns / RD_NS_PER_S) + " s";
  const std::string reason = library().strerror(error);
  return "it stopped " + std::to_string(most_restarts) + " times in a row: " + reason;
}

}  // namespace rowdesk::alsa
