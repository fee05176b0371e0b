// `new Connection(remote, event => ...)` and its `close()`; `version()` of the library.
#include <napi.h>

#include <memory>

#include "connection.h"
#include "to_javascript.h"

namespace rowdesk {
namespace {

void call(Napi::Env env, Napi::Function callback, std::nullptr_t*, Event* data) {
  const std::unique_ptr<Event> event(data);
  if (env == nullptr || callback == nullptr) return;
  callback.Call({to_javascript(env, *event)});
}
using Teller = Napi::TypedThreadSafeFunction<std::nullptr_t, Event, call>;

class AddonConnection : public Napi::ObjectWrap<AddonConnection> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Connection", {InstanceMethod<&AddonConnection::close>("close")});
  }

  explicit AddonConnection(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonConnection>(info) {
    const Napi::Env env = info.Env();
    if (info.Length() < 2 || !info[0].IsString() || !info[1].IsFunction()) {
      throw Napi::TypeError::New(env, "Connection needs a remote and a function");
    }
    teller_ = Teller::New(env, info[1].As<Napi::Function>(), "rowdesk-pipewire", 0, 1);
    // An open connection alone keeps no process running.
    teller_.Unref(env);
    try {
      connection_ = std::make_unique<Connection>(info[0].As<Napi::String>().Utf8Value(), [this](Event event) {
        auto told = std::make_unique<Event>(std::move(event));
        if (teller_.NonBlockingCall(told.get()) == napi_ok) told.release();
      });
    } catch (const std::exception& error) {
      teller_.Release();
      throw Napi::Error::New(env, error.what());
    }
  }

  ~AddonConnection() override { end(); }

 private:
  void close(const Napi::CallbackInfo&) { end(); }

  void end() {
    if (!connection_) return;
    connection_.reset();
    teller_.Release();
  }

  Teller teller_;
  std::unique_ptr<Connection> connection_;
};

Napi::Value version(const Napi::CallbackInfo& info) {
  try {
    return Napi::String::New(info.Env(), library().version());
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("Connection", AddonConnection::define(env));
  exports.Set("version", Napi::Function::New(env, version));
  return exports;
}

}  // namespace

NODE_API_MODULE(pipewire, init)

}  // namespace rowdesk
