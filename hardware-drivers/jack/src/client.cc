#include "client.h"

#include <rowdesk/clock.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace rowdesk::jack {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto cycle_limit = std::chrono::seconds(5);
constexpr auto quiet_limit = std::chrono::seconds(5);
constexpr auto quiet = std::chrono::milliseconds(100);

/** A port that tells more has none that is known: what its client takes from 0 is a huge number. */
constexpr uint64_t most_latency_s = 10;

/** Clients of this process that have not ended: the library opens none while it closes one. */
std::atomic<int> living{0};

std::string words_of(jack_status_t status) {
  if ((status & JackServerFailed) != 0) return "no server answers";
  if ((status & JackVersionError) != 0) return "the library and the server are of versions that don't fit";
  if ((status & JackShmFailure) != 0) return "the server's memory can't be read";
  return "the server refuses the desk (status " + std::to_string(status) + ")";
}

/** Calls `each` with each of the names, and frees them. */
template <typename Each>
void each_name(const Library& library, const char** names, Each each) {
  if (names == nullptr) return;
  for (const char** name = names; *name != nullptr; ++name) each(std::string(*name));
  library.free(names);
}

}  // namespace

std::shared_ptr<Client> Client::connect(const ClientSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
                                        Tell tell) {
  const Library& found = library();
  if (living.fetch_add(1) > 0) {
    --living;
    throw std::runtime_error("libjack has not ended the connection before this one");
  }
  auto client = std::make_shared<Client>(found, cycles, inputs, outputs, std::move(tell));
  std::thread([client, settings] {
    client->live(settings);
    --living;
  }).detach();
  return client;
}

Client::Client(const Library& library, Cycles& cycles, uint32_t inputs, uint32_t outputs, Tell tell)
    : library_(library),
      cycles_(cycles),
      tell_(std::move(tell)),
      in_ports_(inputs),
      out_ports_(outputs),
      in_(inputs, nullptr),
      out_(outputs, nullptr) {}

void Client::disconnect() {
  {
    const std::lock_guard telling(telling_);
    tell_ = nullptr;
  }
  is_attached_ = false;
  // A cycle that began before may use the mixer; later ones don't.
  while (is_inside_) rd_sleep_until(rd_monotonic_ns() + 100'000);
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
}

/** Aliases begin as names of ports do, so that none of them is the name of another client's port. */
void Client::label(bool is_input, uint32_t channel, const std::string& text) {
  ask([this, is_input, channel, text] {
    Port& port = (is_input ? in_ports_ : out_ports_)[channel - 1];
    if (!port.alias.empty()) library_.port_unset_alias(port.port, port.alias.c_str());
    port.alias = text.empty() ? "" : name_ + ":" + text;
    if (!port.alias.empty() && library_.port_set_alias(port.port, port.alias.c_str()) != 0) port.alias.clear();
  });
}

void Client::link(const std::string& from, const std::string& to) {
  ask([this, from, to] { library_.connect(client_, from.c_str(), to.c_str()); });
}

void Client::ask(Request request) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  changed_.notify_all();
}

void Client::say(Event event) {
  const std::lock_guard telling(telling_);
  if (tell_) tell_(std::move(event));
}

/** The thread of requests, from the first to the last of them. */
void Client::live(const ClientSettings& settings) {
  requester_ = gettid();
  try {
    open(settings);
    await_cycle();
    const auto captures = hardware_ports(JackPortIsOutput), playbacks = hardware_ports(JackPortIsInput);
    say(Opened{name_, rate_hz_, library_.buffer_size(client_), captures, playbacks,
               driver_alias(captures.empty() ? playbacks : captures)});
    serve();
  } catch (const std::exception& error) {
    say(Lost{error.what()});
  }
  if (client_ == nullptr) return;
  await_quiet();
  library_.client_close(client_);
}

/**
 * jack_client_close() cancels libjack's thread of notifications. One that is cancelled while it notifies keeps a lock of the
 * whole library, and then no client of this process closes or opens any more (jack2, issue 395). That thread ends by itself
 * when the server is gone, after the notifications that are left; with a server that lives, a pause in them is waited for.
 */
void Client::await_quiet() {
  const auto is_gone = [this] {
    const std::string task = "/proc/self/task/" + std::to_string(notifier_.load());
    return notifier_ != 0 && access(task.c_str(), F_OK) != 0;
  };
  const auto limit = std::chrono::steady_clock::now() + quiet_limit;
  bool is_server_gone = false;
  {
    const std::lock_guard lock(mutex_);
    is_server_gone = !lost_.empty();
  }
  for (uint64_t seen = notifications_;; seen = notifications_) {
    std::this_thread::sleep_for(quiet);
    const bool is_quiet = (notifier_ == 0 || !is_server_gone) && seen == notifications_;
    if (is_quiet || is_gone() || std::chrono::steady_clock::now() > limit) return;
  }
}

/** On libjack's thread of notifications, or on the one that makes a request. */
void Client::notified() {
  const pid_t thread = gettid();
  if (thread != requester_) notifier_ = thread;
  ++notifications_;
}

void Client::open(const ClientSettings& settings) {
  constexpr auto options = static_cast<jack_options_t>(JackNoStartServer | JackServerName);
  jack_status_t status{};
  client_ = library_.client_open(settings.name.c_str(), options, &status, settings.server.c_str());
  if (client_ == nullptr) throw std::runtime_error(words_of(status));
  name_ = library_.client_name(client_);
  rate_hz_ = library_.sample_rate(client_);
  library_.on_shutdown(client_, on_shutdown, this);
  library_.on_buffer_size(client_, on_buffer_size, this);
  library_.on_xrun(client_, on_xrun, this);
  library_.on_freewheel(client_, on_freewheel, this);
  library_.on_latency(client_, on_latency, this);
  library_.on_port_connect(client_, on_port_connect, this);
  add_ports();
  if (library_.on_process(client_, on_process, this) != 0 || library_.activate(client_) != 0) {
    throw std::runtime_error("the server does not run the desk's cycles");
  }
}

void Client::add_ports() {
  const auto add = [this](std::vector<Port>& ports, const char* prefix, unsigned long direction) {
    for (size_t n = 0; n < ports.size(); ++n) {
      const std::string name = prefix + std::to_string(n + 1);
      ports[n].port = library_.port_register(client_, name.c_str(), JACK_DEFAULT_AUDIO_TYPE, direction, 0);
      if (ports[n].port == nullptr) throw std::runtime_error("the server refuses the port " + name + " (it has too many)");
    }
  };
  add(in_ports_, "in_", JackPortIsInput);
  add(out_ports_, "out_", JackPortIsOutput);
}

void Client::await_cycle() {
  const auto limit = std::chrono::steady_clock::now() + cycle_limit;
  std::unique_lock lock(mutex_);
  while (!has_run_ && !is_ending_ && lost_.empty()) {
    if (std::chrono::steady_clock::now() > limit) throw std::runtime_error("the server runs no cycles");
    changed_.wait_for(lock, std::chrono::milliseconds(5));
  }
}

/** Until `disconnect`, or until the server is gone. */
void Client::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_ending_ || !lost_.empty() || !requests_.empty(); });
    if (is_ending_) return;
    if (!lost_.empty()) throw std::runtime_error(lost_);
    const Request request = std::move(requests_.front());
    requests_.pop_front();
    lock.unlock();
    request();
    lock.lock();
  }
}

std::vector<std::string> Client::hardware_ports(unsigned long direction) const {
  std::vector<std::string> found;
  const char** names = library_.ports(client_, nullptr, JACK_DEFAULT_AUDIO_TYPE, JackPortIsPhysical | direction);
  each_name(library_, names, [&](std::string name) { found.push_back(std::move(name)); });
  return found;
}

std::string Client::driver_alias(const std::vector<std::string>& ports) const {
  const jack_port_t* port = ports.empty() ? nullptr : library_.port_by_name(client_, ports.front().c_str());
  if (port == nullptr) return "";
  std::string first(static_cast<size_t>(library_.port_name_size()), '\0'), second = first;
  char* aliases[] = {first.data(), second.data()};
  return library_.port_aliases(port, aliases) < 1 ? "" : first.c_str();
}

int Client::on_process(jack_nframes_t frames, void* self) {
  static_cast<Client*>(self)->process(frames);
  return 0;
}

void Client::process(jack_nframes_t frames) {
  // All inputs before any output is written: a link from the desk to itself has what the cycle before played.
  for (size_t n = 0; n < in_.size(); ++n) {
    in_[n] = static_cast<const float*>(library_.port_buffer(in_ports_[n].port, frames));
  }
  for (size_t n = 0; n < out_.size(); ++n) {
    out_[n] = static_cast<float*>(library_.port_buffer(out_ports_[n].port, frames));
  }
  jack_nframes_t frame = last_frame_ + frames;
  jack_time_t due_us = 0, next_us = 0;
  float period_us = 0;
  const bool is_timed = library_.cycle_times(client_, &frame, &due_us, &next_us, &period_us) == 0;
  // The library's clock need not be CLOCK_MONOTONIC.
  const jack_time_t now_us = library_.time();
  const uint64_t late_ns = is_timed && due_us < now_us ? (now_us - due_us) * 1000 : 0;
  const uint64_t position = position_of(frame);
  is_inside_ = true;
  if (is_attached_ && frames > 0) {
    const bool is_freewheeling = is_freewheeling_.load(relaxed);
    const uint64_t due_ns = rd_monotonic_ns() - late_ns;
    cycles_.run({rate_hz_, frames, position, 0, "jack", due_ns, 0, is_freewheeling}, in_.data(), out_.data());
  } else {
    for (float* samples : out_) std::fill_n(samples, frames, 0.0f);
  }
  is_inside_ = false;
  has_run_.store(true, relaxed);
}

uint64_t Client::position_of(jack_nframes_t frame) {
  const auto ahead = static_cast<int32_t>(frame - last_frame_);
  position_ += static_cast<uint64_t>(std::max(ahead, 0));
  last_frame_ = frame;
  return position_;
}

int Client::on_buffer_size(jack_nframes_t frames, void* self) {
  auto& client = *static_cast<Client*>(self);
  client.notified();
  client.say(FramesChanged{frames});
  return 0;
}

int Client::on_xrun(void* self) {
  auto& client = *static_cast<Client*>(self);
  client.notified();
  ++client.xruns_;
  client.last_xrun_ns_ = rd_monotonic_ns();
  return 0;
}

void Client::on_freewheel(int is_begin, void* self) {
  auto& client = *static_cast<Client*>(self);
  client.notified();
  client.is_freewheeling_ = is_begin != 0;
}

void Client::on_latency(jack_latency_callback_mode_t mode, void* self) {
  static_cast<Client*>(self)->notified();
  static_cast<Client*>(self)->pass_latency_on(mode);
}

/** Any input may reach any output within the cycle: the ports of the other side are as late as all of this side together. */
void Client::pass_latency_on(jack_latency_callback_mode_t mode) {
  const auto all_of = [this](const std::vector<Port>& ports, jack_latency_callback_mode_t of) {
    jack_latency_range_t all{UINT32_MAX, 0};
    for (const Port& each : ports) {
      if (library_.port_connected(each.port) == 0) continue;
      jack_latency_range_t range{};
      library_.port_latency(each.port, of, &range);
      if (range.min > range.max || range.max > most_latency_s * rate_hz_) continue;
      all = {std::min(all.min, range.min), std::max(all.max, range.max)};
    }
    return all.min > all.max ? jack_latency_range_t{0, 0} : all;
  };
  const bool is_of_inputs = mode == JackCaptureLatency;
  jack_latency_range_t all = all_of(is_of_inputs ? in_ports_ : out_ports_, mode);
  for (const Port& each : is_of_inputs ? out_ports_ : in_ports_) library_.port_set_latency(each.port, mode, &all);
  say(Latency{all_of(in_ports_, JackCaptureLatency).max, all_of(out_ports_, JackPlaybackLatency).max});
}

void Client::on_port_connect(jack_port_id_t one, jack_port_id_t other, int is_linked, void* self) {
  auto& client = *static_cast<Client*>(self);
  client.notified();
  client.note_link(one, other, is_linked != 0);
  client.note_link(other, one, is_linked != 0);
}

/**
 * Links are those that were notified: the library's list of a port's connections (jack_port_get_all_connections) waits for the
 * server's next cycle only as long as a cycle takes, and is the old one where the server is late.
 */
void Client::note_link(jack_port_id_t own, jack_port_id_t other, bool is_linked) {
  // A server that ends takes ports away: what is linked then is no choice of the user's.
  if (is_server_gone_) return;
  const jack_port_t* port = library_.port_by_id(client_, own);
  for (auto* ports : {&in_ports_, &out_ports_}) {
    for (size_t n = 0; n < ports->size(); ++n) {
      if ((*ports)[n].port != port) continue;
      const std::lock_guard lock(linking_);
      auto& others = (*ports)[n].others;
      others.erase(other);
      const jack_port_t* there = is_linked ? library_.port_by_id(client_, other) : nullptr;
      if (there != nullptr) others.emplace(other, library_.port_name(there));
      LinksChanged links{ports == &in_ports_, static_cast<uint32_t>(n + 1), {}};
      for (const auto& [id, name] : others) links.others.push_back(name);
      say(std::move(links));
    }
  }
}

void Client::on_shutdown(jack_status_t, const char* reason, void* self) {
  auto& client = *static_cast<Client*>(self);
  client.is_server_gone_ = true;
  {
    const std::lock_guard lock(client.mutex_);
    client.lost_ = reason == nullptr || *reason == 0 ? "the server has ended" : reason;
  }
  client.changed_.notify_all();
}

}  // namespace rowdesk::jack
