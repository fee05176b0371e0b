// Events of other threads as calls of a function of JavaScript, and errors of C++ as errors of JavaScript.
#pragma once
#include <napi.h>

#include <functional>
#include <memory>
#include <utility>

namespace rowdesk {

/** Runs `what` on JavaScript's thread; a std::exception becomes an Error with its words, and a Napi::Error stays as it is. */
template <typename What>
auto with_errors(Napi::Env env, What what) {
  try {
    return what();
  } catch (const Napi::Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Napi::Error::New(env, error.what());
  }
}

/** `to` makes the argument of the function of an event. */
template <typename Event, Napi::Value (*to)(Napi::Env, const Event&)>
class AddonEvents {
 public:
  /** Any thread may call it, until close(). */
  using Send = std::function<void(Event)>;

  // On JavaScript's thread.
  /**
   * Returns what `make(send)` returns, whose events `callback` gets until close(); where that throws, it is closed again. name:
   * for the tools of Node. Open events alone keep no process running.
   */
  template <typename Make>
  auto open(Napi::Env env, const Napi::Value& callback, const char* name, Make make) {
    calls_ = Calls::New(env, callback.As<Napi::Function>(), name, 0, 1);
    calls_.Unref(env);
    try {
      return make(Send([calls = calls_](Event event) {
        auto moved = std::make_unique<Event>(std::move(event));
        if (calls.NonBlockingCall(moved.get()) == napi_ok) moved.release();
      }));
    } catch (...) {
      close();
      throw;
    }
  }
  /** After what sends has ended. */
  void close() { calls_.Release(); }

 private:
  static void call(Napi::Env env, Napi::Function callback, std::nullptr_t*, Event* data) {
    const std::unique_ptr<Event> event(data);
    if (env != nullptr && callback != nullptr) callback.Call({to(env, *event)});
  }
  using Calls = Napi::TypedThreadSafeFunction<std::nullptr_t, Event, call>;

  Calls calls_;
};

}  // namespace rowdesk
