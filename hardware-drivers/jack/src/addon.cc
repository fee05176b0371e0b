// `new Client(inputs, outputs)`, and `version()` of the library.
#include <napi.h>

#include <algorithm>
#include <memory>

#include "../../lib/cycles/src/addon_cycles.h"
#include "../../lib/cycles/src/addon_events.h"
#include "client.h"

namespace rowdesk::jack {
namespace {

Napi::Array to_array(Napi::Env env, const std::vector<std::string>& texts) {
  auto to = Napi::Array::New(env, texts.size());
  for (uint32_t n = 0; n < texts.size(); ++n) to.Set(n, texts[n]);
  return to;
}

struct ToJavaScript {
  Napi::Object object;

  void operator()(const Opened& opened) {
    object.Set("what", "opened");
    object.Set("client", opened.client);
    object.Set("rate", opened.rate_hz);
    object.Set("frames", opened.frames);
    object.Set("captures", to_array(object.Env(), opened.captures));
    object.Set("playbacks", to_array(object.Env(), opened.playbacks));
    object.Set("hardware", opened.hardware);
  }
  void operator()(const FramesChanged& changed) {
    object.Set("what", "frames");
    object.Set("frames", changed.frames);
  }
  void operator()(const Latency& latency) {
    object.Set("what", "latency");
    object.Set("inputFrames", latency.input_frames);
    object.Set("outputFrames", latency.output_frames);
  }
  void operator()(const LinksChanged& links) {
    object.Set("what", "links");
    object.Set("isInput", links.is_input);
    object.Set("channel", links.channel);
    object.Set("others", to_array(object.Env(), links.others));
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
class ClientWrap : public Napi::ObjectWrap<ClientWrap> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Client",
                       {InstanceMethod<&ClientWrap::connect>("connect"), InstanceMethod<&ClientWrap::disconnect>("disconnect"),
                        InstanceMethod<&ClientWrap::label>("label"), InstanceMethod<&ClientWrap::link>("link"),
                        InstanceMethod<&ClientWrap::enable>("enable"), InstanceMethod<&ClientWrap::start>("start"),
                        InstanceMethod<&ClientWrap::stop>("stop"), InstanceMethod<&ClientWrap::figures>("figures")});
  }

  explicit ClientWrap(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<ClientWrap>(info),
        inputs_(info[0].ToNumber()),
        outputs_(info[1].ToNumber()),
        cycles_("jack", "the JACK driver", inputs_, outputs_) {}

  ~ClientWrap() override {
    end_client();
    cycles_.cycles().stop();
  }

 private:
  /** connect({ server, name }, event). */
  void connect(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    end_client();
    const auto from = info[0].As<Napi::Object>();
    const ClientSettings settings{from.Get("server").ToString(), from.Get("name").ToString()};
    client_ = with_errors(env, [&] {
      return events_.open(env, info[1], "rowdesk-jack", [&](auto send) {
        return Client::connect(settings, cycles_.cycles(), inputs_, outputs_, std::move(send));
      });
    });
  }

  void disconnect(const Napi::CallbackInfo&) { end_client(); }

  /** label(text, isInput, channel from 1). */
  void label(const Napi::CallbackInfo& info) {
    if (client_) client_->label(info[1].ToBoolean(), info[2].ToNumber(), info[0].ToString());
  }

  /** link(from, to): full names of ports. */
  void link(const Napi::CallbackInfo& info) {
    if (client_) client_->link(info[0].ToString(), info[1].ToString());
  }

  void enable(const Napi::CallbackInfo& info) { cycles_.cycles().enable(info[0].ToBoolean()); }

  /** start(processor, rate in Hz). */
  void start(const Napi::CallbackInfo& info) {
    cycles_.start(info.This().As<Napi::Object>(), info[0], info[1].ToNumber());
    ended_xruns_ = 0;
    uncounted_xruns_ = client_ ? client_->xruns() : 0;
  }

  void stop(const Napi::CallbackInfo& info) { cycles_.stop(info.Env()); }

  /** A loss of frames is an xrun that the server reports too; it also reports what other clients lost. */
  Napi::Value figures(const Napi::CallbackInfo& info) {
    Napi::Object to = cycles_.figures(info.Env());
    const uint64_t reported = ended_xruns_ + (client_ ? client_->xruns() - uncounted_xruns_ : 0);
    const double seen = to.Get("xruns").ToNumber(), last_ns = to.Get("lastXrunNs").ToNumber();
    to.Set("xruns", std::max(seen, static_cast<double>(reported)));
    if (reported > 0 && client_) to.Set("lastXrunNs", std::max(last_ns, static_cast<double>(client_->last_xrun_ns())));
    return to;
  }

  void end_client() {
    if (!client_) return;
    client_->disconnect();
    ended_xruns_ += client_->xruns() - uncounted_xruns_;
    uncounted_xruns_ = 0;
    client_.reset();
    cycles_.cycles().disconnected();
    events_.close();
  }

  const uint32_t inputs_, outputs_;
  AddonCycles cycles_;
  std::shared_ptr<Client> client_;
  AddonEvents<Event, to_javascript> events_;
  /** Reported since the start, by clients that have ended; and by this one before the start. */
  uint64_t ended_xruns_ = 0, uncounted_xruns_ = 0;
};

Napi::Value version(const Napi::CallbackInfo& info) {
  return with_errors(info.Env(), [&] { return Napi::String::New(info.Env(), library().version); });
}

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Client", ClientWrap::define(env));
  exports.Set("version", Napi::Function::New<version>(env, "version"));
  return exports;
}

}  // namespace
}  // namespace rowdesk::jack

using rowdesk::jack::define;
NODE_API_MODULE(NODE_GYP_MODULE_NAME, define)
