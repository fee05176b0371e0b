// The desk as a client of a JACK server, with a port per channel: the server's cycles drive the mixer.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../../lib/cycles/src/cycles.h"
#include "events.h"
#include "library.h"

namespace rowdesk::jack {

struct ClientSettings {
  /** Of the server: JACK_DEFAULT_SERVER. */
  std::string server;
  /** The client's, as asked for. */
  std::string name;
};

/**
 * All requests to the server are made on a thread of the client's own: a server that hangs keeps each of them, and
 * JavaScript's thread must not wait for it.
 */
class Client : public std::enable_shared_from_this<Client> {
 public:
  using Tell = std::function<void(Event)>;

  /**
   * Begins to connect; `tell` is called on threads of the client, the outcome as Opened or Lost. `cycles` outlives
   * `disconnect`. Throws std::runtime_error with the cause: libjack can't be used, or an earlier client has not ended.
   */
  static std::shared_ptr<Client> connect(const ClientSettings& settings, Cycles& cycles, uint32_t inputs,
                                         uint32_t outputs, Tell tell);
  Client(const Library& library, Cycles& cycles, uint32_t inputs, uint32_t outputs, Tell tell);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // JavaScript's thread.
  /** No call of `tell`, and no cycle of `cycles`, after it returns. What is left ends on the client's thread. */
  void disconnect();
  /** The alias of a port, channel from 1; '' for none. */
  void label(bool is_input, uint32_t channel, const std::string& text);
  /** Links two ports by their names; a port that is not there is no error. */
  void link(const std::string& from, const std::string& to);
  /** Xruns that the server has reported, and CLOCK_MONOTONIC of the last one; 0 for none. */
  uint64_t xruns() const { return xruns_; }
  uint64_t last_xrun_ns() const { return last_xrun_ns_; }

 private:
  struct Port {
    jack_port_t* port = nullptr;
    /** That the server has; '' for none. */
    std::string alias;
    /** The full names of the ports that it is linked to, by their ids. */
    std::map<jack_port_id_t, std::string> others;
  };
  using Request = std::function<void()>;

  void live(const ClientSettings& settings);
  void open(const ClientSettings& settings);
  void add_ports();
  void await_cycle();
  void serve();
  void await_quiet();
  void notified();
  void ask(Request request);
  void say(Event event);
  std::vector<std::string> hardware_ports(unsigned long direction) const;
  std::string driver_alias(const std::vector<std::string>& ports) const;
  void process(jack_nframes_t frames);
  uint64_t position_of(jack_nframes_t frame);
  void pass_latency_on(jack_latency_callback_mode_t mode);
  void note_link(jack_port_id_t own, jack_port_id_t other, bool is_linked);

  static int on_process(jack_nframes_t frames, void* self);
  static int on_buffer_size(jack_nframes_t frames, void* self);
  static int on_xrun(void* self);
  static void on_freewheel(int is_begin, void* self);
  static void on_latency(jack_latency_callback_mode_t mode, void* self);
  static void on_port_connect(jack_port_id_t one, jack_port_id_t other, int is_linked, void* self);
  static void on_shutdown(jack_status_t status, const char* reason, void* self);

  const Library& library_;
  Cycles& cycles_;
  std::mutex telling_;
  /** Empty after `disconnect`. */
  Tell tell_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> requests_;
  bool is_ending_ = false;
  /** Why the server has ended the client; '' while it has not. */
  std::string lost_;

  jack_client_t* client_ = nullptr;
  /** As the server knows it. */
  std::string name_;
  std::vector<Port> in_ports_, out_ports_;
  /** Guards `others` of the ports. */
  std::mutex linking_;
  std::vector<const float*> in_;
  std::vector<float*> out_;
  std::atomic<bool> is_attached_{true}, is_inside_{false}, has_run_{false};
  std::atomic<bool> is_freewheeling_{false};
  /** The server has said that it ends. */
  std::atomic<bool> is_server_gone_{false};
  uint32_t rate_hz_ = 0;
  std::atomic<uint64_t> xruns_{0}, last_xrun_ns_{0};
  /** Threads of requests and of notifications; 0 while not known. */
  std::atomic<pid_t> requester_{0}, notifier_{0};
  std::atomic<uint64_t> notifications_{0};
  /** Of the audio thread: the server counts frames in 32 bits. */
  uint64_t position_ = 0;
  jack_nframes_t last_frame_ = 0;
};

}  // namespace rowdesk::jack
