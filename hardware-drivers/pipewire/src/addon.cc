// `new Connection(remote, event => ...)` and its methods; `version()` of the library.
#include <napi.h>

#include <map>
#include <memory>
#include <string>

#include "../../lib/cycles/src/addon_events.h"
#include "connection.h"
#include "to_javascript.h"

namespace rowdesk {
namespace {

class AddonConnection : public Napi::ObjectWrap<AddonConnection> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Connection",
                       {InstanceMethod<&AddonConnection::close>("close"), InstanceMethod<&AddonConnection::link>("link"),
                        InstanceMethod<&AddonConnection::destroy>("destroy"),
                        InstanceMethod<&AddonConnection::configure>("configure")});
  }

  explicit AddonConnection(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonConnection>(info) {
    const Napi::Env env = info.Env();
    if (info.Length() < 2 || !info[0].IsString() || !info[1].IsFunction()) {
      throw Napi::TypeError::New(env, "Connection needs a remote and a function");
    }
    connection_ = with_errors(env, [&] {
      return events_.open(env, info[1], "rowdesk-pipewire", [&](auto send) {
        return std::make_unique<Connection>(info[0].As<Napi::String>().Utf8Value(), std::move(send));
      });
    });
  }

  ~AddonConnection() override { end(); }

 private:
  void close(const Napi::CallbackInfo&) { end(); }

  void link(const Napi::CallbackInfo& info) {
    const auto ends = object(info, 1);
    std::map<std::string, std::string> properties;
    const Napi::Object given = object(info, 2);
    const Napi::Array keys = given.GetPropertyNames();
    for (uint32_t n = 0; n < keys.Length(); ++n) {
      properties[keys.Get(n).ToString().Utf8Value()] = given.Get(keys.Get(n)).ToString().Utf8Value();
    }
    open(info).link(number(info, 0),
                    {number(ends, "fromNode"), number(ends, "fromPort"), number(ends, "toNode"), number(ends, "toPort")},
                    properties);
  }

  void destroy(const Napi::CallbackInfo& info) { open(info).destroy(number(info, 0)); }

  void configure(const Napi::CallbackInfo& info) {
    const auto config = object(info, 1);
    open(info).configure(number(info, 0), {config.Get("isInput").ToBoolean(), config.Get("isMonitored").ToBoolean(),
                                           number(config, "rate")});
  }

  Connection& open(const Napi::CallbackInfo& info) {
    if (!connection_) throw Napi::Error::New(info.Env(), "the connection is closed");
    return *connection_;
  }

  static uint32_t number(const Napi::CallbackInfo& info, size_t place) {
    if (info.Length() <= place || !info[place].IsNumber()) throw Napi::TypeError::New(info.Env(), "a number is missing");
    return info[place].As<Napi::Number>().Uint32Value();
  }

  static uint32_t number(const Napi::Object& object, const char* name) {
    const Napi::Value value = object.Get(name);
    if (!value.IsNumber()) throw Napi::TypeError::New(object.Env(), std::string(name) + " is no number");
    return value.As<Napi::Number>().Uint32Value();
  }

  static Napi::Object object(const Napi::CallbackInfo& info, size_t place) {
    if (info.Length() <= place || !info[place].IsObject()) throw Napi::TypeError::New(info.Env(), "an object is missing");
    return info[place].As<Napi::Object>();
  }

  void end() {
    if (!connection_) return;
    connection_.reset();
    events_.close();
  }

  AddonEvents<Event, to_javascript> events_;
  std::unique_ptr<Connection> connection_;
};

Napi::Value version(const Napi::CallbackInfo& info) {
  return with_errors(info.Env(), [&] { return Napi::String::New(info.Env(), library().version()); });
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("Connection", AddonConnection::define(env));
  exports.Set("version", Napi::Function::New(env, version));
  return exports;
}

}  // namespace

NODE_API_MODULE(pipewire, init)

}  // namespace rowdesk
