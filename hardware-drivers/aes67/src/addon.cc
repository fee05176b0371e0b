// `new Network(inputs, outputs)`: js/native.ts says what it does.
#include <napi.h>

#include <cmath>

#include "../../lib/cycles/src/addon_cycles.h"
#include "../../lib/cycles/src/addon_events.h"
#include "network.h"

namespace rowdesk::aes67 {
namespace {

/** Throws TypeError that names the field. */
double number_in(const Napi::Object& from, const char* field) {
  const Napi::Value value = from.Get(field);
  if (value.IsNumber()) return value.As<Napi::Number>().DoubleValue();
  throw Napi::TypeError::New(from.Env(), std::string(field) + " has to be a number");
}

/** A whole number from 0 to 2^32 - 1; narrower bounds are orders.h's. */
uint32_t whole_in(const Napi::Object& from, const char* field) {
  const double value = number_in(from, field);
  if (value >= 0 && value <= UINT32_MAX && std::floor(value) == value) return static_cast<uint32_t>(value);
  throw Napi::TypeError::New(from.Env(), std::string(field) + " has to be a whole number from 0 to 4294967295");
}

/** A number from 1 on, as one from 0 on. */
uint32_t index_in(const Napi::Object& from, const char* field) {
  const uint32_t value = whole_in(from, field);
  if (value > 0) return value - 1;
  throw Napi::TypeError::New(from.Env(), std::string(field) + " has to be 1 or more");
}

std::string text_in(const Napi::Object& from, const char* field) {
  const Napi::Value value = from.Get(field);
  if (value.IsString()) return value.As<Napi::String>();
  throw Napi::TypeError::New(from.Env(), std::string(field) + " has to be a string");
}

template <typename Item, typename Convert>
std::vector<Item> list_of(Napi::Env env, const Napi::Value& from, const char* what, Convert convert) {
  if (!from.IsArray()) throw Napi::TypeError::New(env, std::string(what) + " has to be an array");
  const auto array = from.As<Napi::Array>();
  std::vector<Item> items;
  for (uint32_t n = 0; n < array.Length(); ++n) items.push_back(convert(array.Get(n)));
  return items;
}

template <typename Item, typename Convert>
std::vector<Item> objects_of(Napi::Env env, const Napi::Value& from, const char* what, Convert convert) {
  return list_of<Item>(env, from, what, [&](const Napi::Value& each) {
    if (!each.IsObject()) throw Napi::TypeError::New(env, std::string(what) + " has to hold objects");
    return convert(each.As<Napi::Object>());
  });
}

std::vector<StreamPath> paths_in(const Napi::Object& order, bool is_sent) {
  return objects_of<StreamPath>(order.Env(), order.Get("paths"), "paths", [&](const Napi::Object& path) {
    return StreamPath{text_in(path, "address"), whole_in(path, "port"), is_sent ? "" : text_in(path, "source"),
                      is_sent ? whole_in(path, "ttl") : 0};
  });
}

Encoding encoding_in(const Napi::Object& order) {
  const std::string name = text_in(order, "encoding");
  if (name == "L16") return Encoding::l16;
  if (name == "L24") return Encoding::l24;
  throw Napi::TypeError::New(order.Env(), "encoding has to be L16 or L24");
}

ReceiveOrder receive_order(const Napi::Object& from) {
  ReceiveOrder order{};
  order.id = text_in(from, "id");
  order.paths = paths_in(from, false);
  order.encoding = encoding_in(from);
  order.channels = whole_in(from, "channels");
  order.payload_type = whole_in(from, "payloadType");
  order.packet_frames = whole_in(from, "packetFrames");
  if (!from.Get("clockOffset").IsNull()) order.clock_offset = whole_in(from, "clockOffset");
  order.inputs = objects_of<InputFeed>(from.Env(), from.Get("inputs"), "inputs", [](const Napi::Object& feed) {
    return InputFeed{index_in(feed, "channel"), index_in(feed, "input")};
  });
  order.link_offset_frames = whole_in(from, "linkOffsetFrames");
  return order;
}

TransmitOrder transmit_order(const Napi::Object& from) {
  TransmitOrder order{};
  order.id = text_in(from, "id");
  order.paths = paths_in(from, true);
  order.encoding = encoding_in(from);
  order.outputs = list_of<uint32_t>(from.Env(), from.Get("outputs"), "outputs", [&](const Napi::Value& each) {
    const double value = each.IsNumber() ? each.As<Napi::Number>().DoubleValue() : 0;
    if (value >= 1 && value <= UINT32_MAX && std::floor(value) == value) return static_cast<uint32_t>(value) - 1;
    throw Napi::TypeError::New(from.Env(), "outputs has to hold whole numbers from 1");
  });
  order.payload_type = whole_in(from, "payloadType");
  order.packet_frames = whole_in(from, "packetFrames");
  order.ssrc = whole_in(from, "ssrc");
  order.dscp = whole_in(from, "dscp");
  return order;
}

int32_t seconds_of(Napi::Env env, double value) {
  if (std::fabs(value) <= INT32_MAX && std::floor(value) == value) return static_cast<int32_t>(value);
  throw Napi::TypeError::New(env, "the offset of UTC has to be whole seconds");
}

ThreadSettings settings_in(const Napi::Object& from) {
  return {whole_in(from, "rateHz"), whole_in(from, "blockFrames"), seconds_of(from.Env(), number_in(from, "utcOffsetS"))};
}

Napi::Array unopened_to(Napi::Env env, const std::vector<Unopened>& all) {
  auto to = Napi::Array::New(env);
  for (const Unopened& each : all) {
    auto one = Napi::Object::New(env);
    one.Set("id", each.id);
    one.Set("reason", each.reason);
    one.Set("isPartial", each.is_partial);
    to.Set(to.Length(), one);
  }
  return to;
}

Napi::Object received_to(Napi::Env env, const Received& from) {
  const ReceiveFigures& f = from.figures;
  auto to = Napi::Object::New(env);
  const auto set = [&](const char* name, uint64_t value) { to.Set(name, static_cast<double>(value)); };
  to.Set("id", from.id);
  set("packets", f.packets);
  set("lost", f.lost);
  set("late", f.late);
  set("doubled", f.doubled);
  set("reordered", f.reordered);
  set("malformed", f.malformed);
  set("outside", f.outside);
  set("foreign", f.foreign);
  set("slips", f.slips);
  set("concealedFrames", f.concealed_frames);
  set("overrun", from.overrun);
  set("socketErrors", from.socket_errors);
  auto packets = Napi::Array::New(env), lost = Napi::Array::New(env);
  for (uint32_t path = 0; path < from.path_count; ++path) {
    packets.Set(path, static_cast<double>(f.path_packets[path]));
    lost.Set(path, static_cast<double>(f.path_lost[path]));
  }
  to.Set("pathPackets", packets);
  to.Set("pathLost", lost);
  to.Set("transitP50Us", f.transit_p50_us);
  to.Set("transitP999Us", f.transit_p999_us);
  to.Set("transitMaxUs", f.transit_max_us);
  to.Set("hasSignal", f.has_signal);
  to.Set("isLearned", f.is_learned);
  to.Set("ssrc", f.ssrc);
  to.Set("seenPacketFrames", f.seen_packet_frames);
  return to;
}

class NetworkWrap : public Napi::ObjectWrap<NetworkWrap> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Network",
        {InstanceMethod<&NetworkWrap::start>("start"), InstanceMethod<&NetworkWrap::stop>("stop"),
         InstanceMethod<&NetworkWrap::open>("open"), InstanceMethod<&NetworkWrap::is_stale>("isStale"),
         InstanceMethod<&NetworkWrap::receive>("receive"), InstanceMethod<&NetworkWrap::transmit>("transmit"),
         InstanceMethod<&NetworkWrap::unopened>("unopened"), InstanceMethod<&NetworkWrap::set_utc_offset>("setUtcOffset"),
         InstanceMethod<&NetworkWrap::enable>("enable"), InstanceMethod<&NetworkWrap::figures>("figures"),
         InstanceMethod<&NetworkWrap::received>("received"), InstanceMethod<&NetworkWrap::transmitted>("transmitted"),
         InstanceMethod<&NetworkWrap::clock>("clock"), InstanceMethod<&NetworkWrap::work>("work")});
  }

  explicit NetworkWrap(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<NetworkWrap>(info),
        cycles_("aes67", "the AES67 driver", channels(info[0]), channels(info[1])),
        network_(cycles_.cycles(), channels(info[0]), channels(info[1])) {}

  ~NetworkWrap() override {
    network_.stop();
    cycles_.cycles().stop();
  }

 private:
  static uint32_t channels(const Napi::Value& value) {
    const double count = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
    if (count >= 0 && count <= most_channels && std::floor(count) == count) return static_cast<uint32_t>(count);
    throw Napi::TypeError::New(value.Env(), "a device of the network has 0 to 64 inputs and outputs");
  }

  void start(const Napi::CallbackInfo& info) {
    const ThreadSettings settings = settings_in(info[1].ToObject());
    network_.stop();
    cycles_.start(info.This().As<Napi::Object>(), info[0], settings.rate_hz);
    try {
      with_errors(info.Env(), [&] { network_.start(settings); });
    } catch (...) {
      cycles_.stop(info.Env());
      throw;
    }
  }
  void stop(const Napi::CallbackInfo& info) {
    network_.stop();
    cycles_.stop(info.Env());
  }
  void open(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    const auto names = list_of<std::string>(env, info[0], "interfaces", [](const Napi::Value& name) { return name.ToString().Utf8Value(); });
    with_errors(env, [&] { network_.open(names); });
  }
  Napi::Value is_stale(const Napi::CallbackInfo& info) { return Napi::Boolean::New(info.Env(), network_.is_stale()); }
  Napi::Value receive(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    auto orders = objects_of<ReceiveOrder>(env, info[0], "orders", receive_order);
    with_errors(env, [&] { network_.receive(std::move(orders)); });
    return unopened_to(env, network_.unopened_receive());
  }
  Napi::Value transmit(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    auto orders = objects_of<TransmitOrder>(env, info[0], "orders", transmit_order);
    with_errors(env, [&] { network_.transmit(std::move(orders)); });
    return unopened_to(env, network_.unopened_transmit());
  }
  Napi::Value unopened(const Napi::CallbackInfo& info) {
    auto to = Napi::Object::New(info.Env());
    to.Set("receive", unopened_to(info.Env(), network_.unopened_receive()));
    to.Set("transmit", unopened_to(info.Env(), network_.unopened_transmit()));
    return to;
  }
  void set_utc_offset(const Napi::CallbackInfo& info) {
    const int32_t seconds = seconds_of(info.Env(), info[0].ToNumber().DoubleValue());
    with_errors(info.Env(), [&] { network_.set_utc_offset(seconds); });
  }
  void enable(const Napi::CallbackInfo& info) { cycles_.cycles().enable(info[0].ToBoolean()); }
  Napi::Value figures(const Napi::CallbackInfo& info) { return cycles_.figures(info.Env()); }
  Napi::Value received(const Napi::CallbackInfo& info) {
    auto to = Napi::Array::New(info.Env());
    for (const Received& each : network_.received()) to.Set(to.Length(), received_to(info.Env(), each));
    return to;
  }
  Napi::Value transmitted(const Napi::CallbackInfo& info) {
    auto to = Napi::Array::New(info.Env());
    for (const Transmitted& each : network_.transmitted()) {
      auto one = Napi::Object::New(info.Env());
      one.Set("id", each.id);
      one.Set("packets", static_cast<double>(each.packets));
      one.Set("dropped", static_cast<double>(each.dropped));
      one.Set("reason", each.reason);
      to.Set(to.Length(), one);
    }
    return to;
  }
  Napi::Value work(const Napi::CallbackInfo& info) {
    auto to = Napi::Object::New(info.Env());
    to.Set("networkUs", network_.mean_us());
    to.Set("networkMaxUs", network_.take_most_us());
    return to;
  }
  Napi::Value clock(const Napi::CallbackInfo& info) {
    auto to = Napi::Object::New(info.Env());
    to.Set("deviationPpm", network_.deviation_ppm());
    to.Set("steps", static_cast<double>(network_.steps()));
    return to;
  }

  AddonCycles cycles_;
  Network network_;
};

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Network", NetworkWrap::define(env));
  return exports;
}

}  // namespace
}  // namespace rowdesk::aes67

using rowdesk::aes67::define;
NODE_API_MODULE(NODE_GYP_MODULE_NAME, define)
