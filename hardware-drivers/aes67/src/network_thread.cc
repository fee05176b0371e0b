#include "network_thread.h"

#include <pthread.h>
#include <rowdesk/clock.h>

#include <algorithm>

namespace rowdesk::aes67 {
namespace {

using std::memory_order::relaxed;
constexpr const char* clock_name = "aes67";
constexpr uint32_t clock_id = 0;
uint64_t frames_in(uint64_t ns, uint32_t rate_hz) {
  return ns / RD_NS_PER_S * rate_hz + ns % RD_NS_PER_S * rate_hz / RD_NS_PER_S;
}

ReceiveLine* line_of(Plan& plan, const Receiver* receiver) {
  for (ReceiveLine& line : plan.receive) {
    if (line.receiver.get() == receiver) return &line;
  }
  return nullptr;
}

}  // namespace

NetworkThread::NetworkThread(const ThreadSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
                             std::unique_ptr<Plan> first, Clocks& clocks)
    : settings_(settings),
      cycles_(cycles),
      clocks_(clocks),
      plans_(std::move(first)),
      utc_offset_s_(settings.utc_offset_s),
      faded_(size_t{inputs} * settings.block_frames),
      sent_(size_t{outputs} * settings.block_frames),
      in_(inputs, nullptr) {
  for (uint32_t n = 0; n < outputs; ++n) out_.push_back(sent_.data() + size_t{n} * settings.block_frames);
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "rowdesk-audio");
  rd_clock_make_real_time(thread_.native_handle());
  has_policy_ = true;
  has_policy_.notify_one();
}

NetworkThread::~NetworkThread() {
  stopping_ = true;
  thread_.join();
  cycles_.disconnected();
}

void NetworkThread::run() {
  has_policy_.wait(false);
  MediaClock clock(settings_.rate_hz, settings_.utc_offset_s, clocks_.read());
  uint64_t awake_since_ns = clocks_.monotonic_ns();
  block_ = clock.position_at(awake_since_ns) / settings_.block_frames;
  while (!stopping_.load(relaxed)) {
    const uint64_t due_ns = clock.due_ns((block_ + 1) * settings_.block_frames);
    uint64_t now_ns = clocks_.monotonic_ns();
    if (now_ns < due_ns) {
      clocks_.sleep_until(due_ns);
      now_ns = awake_since_ns = clocks_.monotonic_ns();
    }
    clock.set_utc_offset(utc_offset_s_.load(relaxed));
    const bool has_stepped = clock.follow(clocks_.read());
    steps_.store(clock.steps(), relaxed);
    deviation_ppm_.store(clock.deviation_ppm(), relaxed);
    // A thread that is late catches up, as rd_clock does.
    const bool is_lost = now_ns - due_ns > RD_CLOCK_MOST_LATE_NS || now_ns - awake_since_ns > RD_CLOCK_MOST_AWAKE_NS;
    if (has_stepped || is_lost) {
      begin_anew(clock, has_stepped);
      // What was lost is the time between, whatever media time did meanwhile.
      const uint64_t next_ns = clock.due_ns((block_ + 1) * settings_.block_frames);
      cycle_position_ += std::max<uint64_t>(1, next_ns > due_ns ? frames_in(next_ns - due_ns, settings_.rate_hz) : 0);
      continue;
    }
    run_block(clock, due_ns);
    ++block_;
  }
}

/** With the block that ends next. */
void NetworkThread::begin_anew(MediaClock& clock, bool has_stepped) {
  block_ = clock.position_at(clocks_.monotonic_ns()) / settings_.block_frames;
  if (!has_stepped) return;
  for (ReceiveLine& line : plans_.current().receive) line.receiver->stream.realign();
}

void NetworkThread::run_block(const MediaClock& clock, uint64_t due_ns) {
  Plan* const before = plans_.take();
  Plan& plan = plans_.current();
  const uint64_t position = block_ * settings_.block_frames;
  const uint64_t begin_ns = clocks_.monotonic_ns();
  for (ReceiveLine& line : plan.receive) receive(line, clock);
  play(plan, before, position);
  const uint64_t played_ns = clocks_.monotonic_ns();
  const CycleTime time{settings_.rate_hz, settings_.block_frames, cycle_position_, clock_id, clock_name, due_ns, 0};
  cycles_.run(time, in_.data(), out_.data());
  cycle_position_ += settings_.block_frames;
  const uint64_t processed_ns = clocks_.monotonic_ns();
  transmit(plan, position);
  plans_.retire();
  count(played_ns - begin_ns + (clocks_.monotonic_ns() - processed_ns));
}

void NetworkThread::count(uint64_t took_ns) {
  const uint64_t mean = mean_ns_.load(relaxed);
  mean_ns_.store(mean == 0 ? took_ns : mean - mean / 64 + took_ns / 64, relaxed);
  ThreadFigures::raise_to(most_ns_, took_ns);
}

void NetworkThread::receive(ReceiveLine& line, const MediaClock& clock) {
  Receiver& receiver = *line.receiver;
  for (uint32_t path = 0; path < most_paths; ++path) {
    ReceiveSocket* const socket = line.paths[path].socket.get();
    if (socket == nullptr) continue;
    const in_addr source = line.paths[path].source;
    for (uint32_t left = line.most_packets; left > 0;) {
      const uint32_t asked = std::min(left, Arrivals::most);
      const std::span<const Arrived> arrived = socket->read(arrivals_, asked);
      for (const Arrived& each : arrived) {
        if (source.s_addr != INADDR_ANY && each.source.s_addr != source.s_addr) {
          receiver.strangers.add(1);
        } else if (each.is_cut) {
          receiver.cut.add(1);
        } else {
          const MediaTime at = clock.at_realtime(each.realtime_ns);
          receiver.stream.take(each.packet, path, at.frames, at.fraction);
        }
      }
      left -= static_cast<uint32_t>(arrived.size());
      if (arrived.size() < asked) break;
    }
    if (socket->error() != 0) receiver.socket_errors.add(1);
    receiver.overrun.add(socket->take_overrun());
  }
}

/** before: the plan of the last block, if another one: inputs that it fed by others fade over this block. */
void NetworkThread::play(Plan& plan, Plan* before, uint64_t position) {
  const uint32_t frames = settings_.block_frames;
  for (ReceiveLine& line : plan.receive) {
    const ReceiveLine* const old = before == nullptr ? nullptr : line_of(*before, line.receiver.get());
    std::array<float*, most_channels> planes = line.planes;
    for (uint32_t n = 0; old != nullptr && n < most_channels; ++n) {
      if (planes[n] == nullptr) planes[n] = old->planes[n];
    }
    line.receiver->stream.play(position, frames, planes.data());
  }
  std::copy(plan.inputs.begin(), plan.inputs.end(), in_.begin());
  if (before == nullptr) return;
  for (ReceiveLine& line : before->receive) {
    if (line_of(plan, line.receiver.get()) == nullptr) line.receiver->stream.play(position, frames, line.planes.data());
  }
  for (size_t input = 0; input < in_.size(); ++input) {
    const float* const from = before->inputs[input];
    const float* const to = plan.inputs[input];
    if (from == to) continue;
    float* const mixed = faded_.data() + input * frames;
    for (uint32_t n = 0; n < frames; ++n) {
      const float gain = static_cast<float>(n + 1) / static_cast<float>(frames);
      mixed[n] = (from == nullptr ? 0.0f : from[n] * (1.0f - gain)) + (to == nullptr ? 0.0f : to[n] * gain);
    }
    in_[input] = mixed;
  }
}

void NetworkThread::transmit(Plan& plan, uint64_t position) {
  for (TransmitLine& line : plan.transmit) {
    Transmitter& transmitter = *line.transmitter;
    const uint32_t packets = transmitter.stream.put(position, settings_.block_frames, out_.data());
    for (TransmitLine::Path& path : line.paths) {
      SendGroup& group = plan.groups[path.group];
      for (uint32_t n = 0; n < packets && group.count < group.messages.size(); ++n, ++group.count) {
        msghdr& message = group.messages[group.count].msg_hdr;
        message.msg_name = &path.to;
        message.msg_namelen = sizeof path.to;
        message.msg_iov = &transmitter.vectors[n];
        message.msg_iovlen = 1;
        group.owners[group.count] = {&transmitter, path.path};
      }
    }
  }
  for (SendGroup& group : plan.groups) send(group);
}

/** What the system refuses is dropped: its time is over with this block. */
void NetworkThread::send(SendGroup& group) {
  for (uint32_t done = 0; done < group.count;) {
    int error = 0;
    const uint32_t sent = group.socket->send({&group.messages[done], group.count - done}, error);
    for (const uint32_t end = done + sent; done < end; ++done) {
      group.owners[done].transmitter->packets.add(1);
      group.owners[done].transmitter->errors[group.owners[done].path].store(0, relaxed);
    }
    if (error == 0) continue;
    // A full queue refuses the rest as well; another error may be of this one's address.
    const uint32_t end = error == EAGAIN || error == ENOBUFS ? group.count : std::min(done + 1, group.count);
    for (; done < end; ++done) {
      group.owners[done].transmitter->dropped.add(1);
      group.owners[done].transmitter->errors[group.owners[done].path].store(error, relaxed);
    }
  }
  group.count = 0;
}

}  // namespace rowdesk::aes67
