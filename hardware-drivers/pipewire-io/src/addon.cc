// `new Stream(inputs, outputs)`, and `version()` of the library.
#include <napi.h>

#include <memory>

#include "../../lib/cycles/src/addon_cycles.h"
#include "../../lib/cycles/src/addon_events.h"
#include "stream.h"

namespace rowdesk::io {
namespace {

struct ToJavaScript {
  Napi::Object object;

  void operator()(const FormatChanged& format) {
    object.Set("what", "format");
    object.Set("driver", format.driver);
    object.Set("clock", format.clock);
  }
  void operator()(const Setting& setting) {
    object.Set("what", "setting");
    object.Set("key", setting.key);
    object.Set("value", setting.value);
  }
  void operator()(const Latency& latency) {
    object.Set("what", "latency");
    object.Set("isInput", latency.is_input);
    object.Set("channel", latency.channel);
    object.Set("quanta", latency.quanta);
    object.Set("frames", latency.frames);
    object.Set("nanoseconds", static_cast<double>(latency.nanoseconds));
  }
  void operator()(const Lost& lost) {
    object.Set("what", "lost");
    object.Set("reason", lost.reason);
  }
};

Napi::Value to_javascript(Napi::Env env, const Event& event) {
  ToJavaScript to{Napi::Object::New(env)};
  std::visit(to, event);
  return to.object;
}

/** Keeps its processor over connections: a server that comes back goes on with it. */
class StreamWrap : public Napi::ObjectWrap<StreamWrap> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Stream",
                       {InstanceMethod<&StreamWrap::connect>("connect"), InstanceMethod<&StreamWrap::disconnect>("disconnect"),
                        InstanceMethod<&StreamWrap::request>("request"), InstanceMethod<&StreamWrap::label>("label"),
                        InstanceMethod<&StreamWrap::enable>("enable"), InstanceMethod<&StreamWrap::start>("start"),
                        InstanceMethod<&StreamWrap::stop>("stop"), InstanceMethod<&StreamWrap::figures>("figures")});
  }

  explicit StreamWrap(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<StreamWrap>(info),
        inputs_(info[0].ToNumber()),
        outputs_(info[1].ToNumber()),
        cycles_("pipewire-io", "the PipeWire driver", inputs_, outputs_) {}

  ~StreamWrap() override { end(); }

 private:
  /** connect({ remote, nodeName, nodeLabel, properties }, event). */
  void connect(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    end_stream();
    const auto from = info[0].As<Napi::Object>();
    StreamSettings settings{from.Get("remote").ToString(), from.Get("nodeName").ToString(),
                            from.Get("nodeLabel").ToString(), {}};
    for (const auto& [key, value] : from.Get("properties").As<Napi::Object>()) {
      settings.properties.emplace_back(key.ToString(), static_cast<Napi::Value>(value).ToString());
    }
    stream_ = with_errors(env, [&] {
      return events_.open(env, info[1], "rowdesk-pipewire-io", [&](auto send) {
        return std::make_unique<Stream>(settings, cycles_.cycles(), inputs_, outputs_, std::move(send));
      });
    });
  }

  void disconnect(const Napi::CallbackInfo&) { end_stream(); }

  /** request(frames per cycle, rate in Hz, forced rate in Hz or 0). */
  void request(const Napi::CallbackInfo& info) {
    if (stream_) stream_->request(info[0].ToNumber(), info[1].ToNumber(), info[2].ToNumber());
  }

  /** label(text) of the node, label(text, isInput, channel from 1) of a port. */
  void label(const Napi::CallbackInfo& info) {
    if (!stream_) return;
    if (info.Length() < 3) stream_->label_node(info[0].ToString());
    else stream_->label_port(info[1].ToBoolean(), info[2].ToNumber(), info[0].ToString());
  }

  void enable(const Napi::CallbackInfo& info) { cycles_.cycles().enable(info[0].ToBoolean()); }

  /** start(processor, rate in Hz). */
  void start(const Napi::CallbackInfo& info) {
    cycles_.start(info.This().As<Napi::Object>(), info[0], info[1].ToNumber());
  }

  void stop(const Napi::CallbackInfo& info) { cycles_.stop(info.Env()); }

  Napi::Value figures(const Napi::CallbackInfo& info) { return cycles_.figures(info.Env()); }

  void end() {
    end_stream();
    cycles_.cycles().stop();
  }

  void end_stream() {
    if (!stream_) return;
    stream_.reset();
    events_.close();
  }

  const uint32_t inputs_, outputs_;
  AddonCycles cycles_;
  std::unique_ptr<Stream> stream_;
  AddonEvents<Event, to_javascript> events_;
};

Napi::Value version(const Napi::CallbackInfo& info) {
  return with_errors(info.Env(), [&] { return Napi::String::New(info.Env(), library().version()); });
}

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Stream", StreamWrap::define(env));
  exports.Set("version", Napi::Function::New<version>(env, "version"));
  return exports;
}

}  // namespace
}  // namespace rowdesk::io

using rowdesk::io::define;
NODE_API_MODULE(NODE_GYP_MODULE_NAME, define)
