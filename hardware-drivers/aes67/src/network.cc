#include "network.h"

#include <rowdesk/audio.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rtp_packet.h"

namespace rowdesk::aes67 {
namespace {

/** Of packets with the shortest time of AES67, 1/8 ms. */
constexpr uint32_t least_packets_per_s = 8000;
/** A block reads this many times what it expects, and this much more: a late thread and a burst are no flood. */
constexpr uint32_t flood_factor = 4, flood_room = 32;
/** The system holds packets of this time, each of which takes this much of its memory. */
constexpr double buffer_s = 0.25;
constexpr uint32_t packet_memory_bytes = 2304;
/** TAI is UTC and 37 s since 2017. */
constexpr int32_t most_utc_offset_s = 1000;

bool has_same_format(const ReceiveOrder& a, const ReceiveOrder& b) {
  return a.encoding == b.encoding && a.channels == b.channels && a.payload_type == b.payload_type &&
         a.packet_frames == b.packet_frames && a.clock_offset == b.clock_offset;
}

template <typename Line>
const Line* line_with(const std::vector<Line>& lines, const std::string& id) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.order.id == id; });
  return found == lines.end() ? nullptr : &*found;
}

/** Opens each path of an order with `open(path)`, and adds why one is not open. */
template <typename Open>
void open_paths(const std::string& id, size_t count, std::vector<Unopened>& unopened, Open open) {
  std::string reason;
  bool is_open = false;
  for (uint32_t path = 0; path < count; ++path) {
    try {
      open(path);
      is_open = true;
    } catch (const NetworkError& error) {
      if (!reason.empty()) reason += "; ";
      if (count > 1) reason += "path " + std::to_string(path + 1) + ": ";
      reason += error.what();
    }
  }
  if (!reason.empty()) unopened.push_back({id, reason, is_open});
}

/** Calls `take(order)` for each that is within its bounds, and adds why others are not. */
template <typename Order, typename Check, typename Take>
void check_orders(const std::vector<Order>& orders, std::vector<Unopened>& unopened, Check check_one, Take take) {
  std::set<std::string> ids;
  for (const Order& order : orders) {
    try {
      if (ids.size() == most_streams) throw NetworkError("there are " + std::to_string(most_streams) + " streams already, which is the most");
      if (!ids.insert(order.id).second) throw NetworkError("another stream has the id " + order.id);
      check_one(order);
      take(order);
    } catch (const NetworkError& error) {
      unopened.push_back({order.id, error.what(), false});
    }
  }
}

}  // namespace

Network::Network(Cycles& cycles, uint32_t inputs, uint32_t outputs) : cycles_(cycles), inputs_(inputs), outputs_(outputs) {}

void Network::start(const ThreadSettings& settings) {
  if (settings.rate_hz < 44100 || settings.rate_hz > 96000) throw NetworkError("the network runs at 44100 to 96000 Hz");
  const uint32_t least_frames = (settings.rate_hz + least_packets_per_s / 2) / least_packets_per_s;
  if (settings.block_frames < least_frames || settings.block_frames > RD_MAX_FRAMES) {
    throw NetworkError("a block has " + std::to_string(least_frames) + " to " + std::to_string(RD_MAX_FRAMES) + " frames");
  }
  if (std::abs(settings.utc_offset_s) > most_utc_offset_s) throw NetworkError("the offset of UTC is at most 1000 s");
  stop();
  settings_ = settings;
  thread_ = std::make_unique<NetworkThread>(settings, cycles_, inputs_, outputs_, renewed(true));
}

void Network::stop() {
  thread_.reset();
  receiving_.clear();
  transmitting_.clear();
  transmit_sockets_.clear();
}

void Network::open(const std::vector<std::string>& names) {
  if (names.size() > most_paths) throw NetworkError("a stream has at most two paths, and an interface for each");
  std::vector<std::optional<Interface>> found;
  for (const std::string& name : names) {
    found.push_back(name.empty() ? std::nullopt : std::optional<Interface>(interface_named(name)));
  }
  interfaces_ = std::move(found);
  renew(true);
}

bool Network::is_stale() const {
  return std::any_of(interfaces_.begin(), interfaces_.end(), [](const std::optional<Interface>& own) {
    if (!own) return false;
    try {
      return !(interface_named(own->name) == *own);
    } catch (const NetworkError&) {
      return true;
    }
  });
}

void Network::receive(std::vector<ReceiveOrder> orders) {
  receive_orders_ = std::move(orders);
  renew(false);
}

void Network::transmit(std::vector<TransmitOrder> orders) {
  transmit_orders_ = std::move(orders);
  renew(false);
}

void Network::set_utc_offset(int32_t seconds) {
  if (std::abs(seconds) > most_utc_offset_s) throw NetworkError("the offset of UTC is at most 1000 s");
  settings_.utc_offset_s = seconds;
  if (thread_) thread_->set_utc_offset(seconds);
}

const Interface& Network::interface_of(uint32_t path) const {
  if (path < interfaces_.size() && interfaces_[path]) return *interfaces_[path];
  throw NetworkError(path == 0 ? "no interface is chosen for audio" : "no second interface is chosen for audio");
}

uint32_t Network::packets_per_block(uint32_t packet_frames) const {
  const uint32_t least = std::max(1u, settings_.rate_hz / least_packets_per_s);
  const uint32_t frames = packet_frames == 0 ? least : packet_frames;
  return (settings_.block_frames + frames - 1) / frames;
}

void Network::renew(bool opens_anew) {
  if (thread_) thread_->send(renewed(opens_anew));
}

std::unique_ptr<Plan> Network::renewed(bool opens_anew) {
  unopened_receive_.clear();
  unopened_transmit_.clear();
  if (opens_anew) transmit_sockets_.clear();
  renew_receive(opens_anew);
  renew_transmit();
  auto plan = std::make_unique<Plan>();
  plan_receive(*plan);
  plan_transmit(*plan);
  return plan;
}

void Network::renew_receive(bool opens_anew) {
  const std::vector<Receiving> before = std::move(receiving_);
  receiving_.clear();
  std::set<uint32_t> fed;
  check_orders(
      receive_orders_, unopened_receive_,
      [&](const ReceiveOrder& order) {
        check(order, inputs_, settings_.rate_hz);
        std::set<uint32_t> own;
        for (const InputFeed& feed : order.inputs) {
          if (fed.contains(feed.input) || !own.insert(feed.input).second) {
            throw NetworkError("input " + std::to_string(feed.input + 1) + " is fed already");
          }
        }
        fed.merge(own);
      },
      [&](const ReceiveOrder& order) {
        const Receiving* old = line_with(before, order.id);
        Receiving line{order, nullptr, {}};
        if (old != nullptr && has_same_format(old->order, order)) {
          line.receiver = old->receiver;
          line.receiver->stream.set_link_offset(order.link_offset_frames);
        } else {
          const ReceiveFormat format{order.encoding,     order.channels,      settings_.rate_hz,
                                     order.payload_type, order.packet_frames, order.clock_offset};
          line.receiver = std::make_shared<Receiver>(format, order.link_offset_frames, settings_.block_frames);
        }
        if (!interfaces_.empty()) {
          open_paths(order.id, order.paths.size(), unopened_receive_,
                     [&](uint32_t path) { open_path(line, path, opens_anew ? nullptr : old); });
        }
        receiving_.push_back(std::move(line));
      });
}

void Network::open_path(Receiving& line, uint32_t path, const Receiving* before) {
  const StreamPath& wanted = line.order.paths[path];
  if (before != nullptr && path < before->order.paths.size() && before->order.paths[path] == wanted && before->paths[path].socket) {
    line.paths[path] = before->paths[path];
    return;
  }
  const ReceiveAddress from{address_of(wanted.address), static_cast<uint16_t>(wanted.port),
                            wanted.source.empty() ? in_addr{INADDR_ANY} : address_of(wanted.source)};
  for (const Receiving& other : receiving_) {
    // The system gives each packet of a group to all sockets, but of unicast to one of them.
    if (is_multicast(from.address) || path >= other.order.paths.size() || !other.paths[path].socket) continue;
    const StreamPath& taken = other.order.paths[path];
    if (taken.address == wanted.address && taken.port == wanted.port) {
      throw NetworkError("stream " + other.order.id + " has " + wanted.address + " port " + std::to_string(wanted.port) +
                         " already: give each unicast stream a port of its own");
    }
  }
  const double packets_per_s = static_cast<double>(settings_.rate_hz) * packets_per_block(line.order.packet_frames) / settings_.block_frames;
  const auto buffer_bytes = static_cast<uint32_t>(packets_per_s * buffer_s) * packet_memory_bytes;
  line.paths[path] = {std::make_shared<ReceiveSocket>(interface_of(path), from, buffer_bytes), from.source};
}

void Network::renew_transmit() {
  const std::vector<Transmitting> before = std::move(transmitting_);
  transmitting_.clear();
  check_orders(
      transmit_orders_, unopened_transmit_, [&](const TransmitOrder& order) { check(order, outputs_); },
      [&](const TransmitOrder& order) {
        const Transmitting* old = line_with(before, order.id);
        Transmitting line{order, nullptr, {}};
        const TransmitFormat format{order.encoding, order.outputs, order.packet_frames, order.payload_type, order.ssrc};
        if (old != nullptr && old->transmitter->stream.format() == format) {
          line.transmitter = old->transmitter;
        } else {
          const auto sequence = static_cast<uint16_t>(random_());
          line.transmitter = std::make_shared<Transmitter>(format, settings_.block_frames, sequence);
        }
        if (!interfaces_.empty()) {
          open_paths(order.id, order.paths.size(), unopened_transmit_,
                     [&](uint32_t path) { line.sockets[path] = socket_for(order, path); });
        }
        transmitting_.push_back(std::move(line));
      });
  std::erase_if(transmit_sockets_, [&](const auto& each) {
    return std::none_of(transmitting_.begin(), transmitting_.end(), [&](const Transmitting& line) {
      return std::find(line.sockets.begin(), line.sockets.end(), each.second) != line.sockets.end();
    });
  });
}

std::shared_ptr<TransmitSocket> Network::socket_for(const TransmitOrder& order, uint32_t path) {
  const uint32_t ttl = order.paths[path].ttl;
  std::shared_ptr<TransmitSocket>& socket = transmit_sockets_[{path, ttl, order.dscp}];
  if (!socket) {
    // With room for a block of all streams.
    const auto buffer_bytes = static_cast<uint32_t>(most_streams * packets_per_block(0)) * packet_memory_bytes;
    socket = std::make_shared<TransmitSocket>(interface_of(path), static_cast<uint8_t>(ttl), static_cast<uint8_t>(order.dscp), buffer_bytes);
  }
  return socket;
}

void Network::plan_receive(Plan& plan) {
  plan.inputs.assign(inputs_, nullptr);
  for (const Receiving& each : receiving_) {
    ReceiveLine line{each.receiver, each.paths, {}, flood_room + flood_factor * packets_per_block(each.order.packet_frames)};
    for (const InputFeed& feed : each.order.inputs) {
      line.planes[feed.channel] = each.receiver->plane(feed.channel);
      plan.inputs[feed.input] = line.planes[feed.channel];
    }
    plan.receive.push_back(std::move(line));
  }
}

void Network::plan_transmit(Plan& plan) {
  for (const Transmitting& each : transmitting_) {
    TransmitLine line{each.transmitter, {}};
    for (uint32_t path = 0; path < each.order.paths.size(); ++path) {
      const auto& socket = each.sockets[path];
      if (!socket) continue;
      const auto same = [&](const SendGroup& group) { return group.socket == socket; };
      auto group = std::find_if(plan.groups.begin(), plan.groups.end(), same);
      if (group == plan.groups.end()) group = plan.groups.insert(group, SendGroup{socket, {}, {}, 0});
      group->messages.resize(group->messages.size() + each.transmitter->stream.most_packets());
      group->owners.resize(group->messages.size());
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_addr = address_of(each.order.paths[path].address);
      to.sin_port = htons(static_cast<uint16_t>(each.order.paths[path].port));
      line.paths.push_back({path, static_cast<size_t>(group - plan.groups.begin()), to});
    }
    plan.transmit.push_back(std::move(line));
  }
}

std::vector<Received> Network::received() {
  if (thread_) thread_->collect();
  std::vector<Received> all;
  for (const Receiving& each : receiving_) {
    const Receiver& receiver = *each.receiver;
    Received one{each.order.id, receiver.stream.figures(), receiver.overrun.get(), receiver.socket_errors.get(), each.order.paths.size()};
    one.figures.foreign += receiver.strangers.get();
    one.figures.malformed += receiver.cut.get();
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Transmitted> Network::transmitted() {
  if (thread_) thread_->collect();
  std::vector<Transmitted> all;
  for (const Transmitting& each : transmitting_) {
    const Transmitter& transmitter = *each.transmitter;
    std::string reason;
    for (uint32_t path = 0; path < each.order.paths.size() && reason.empty(); ++path) {
      reason = words_of(transmitter.errors[path].load(std::memory_order_relaxed));
    }
    all.push_back({each.order.id, transmitter.packets.get(), transmitter.dropped.get(), reason});
  }
  return all;
}

}  // namespace rowdesk::aes67
