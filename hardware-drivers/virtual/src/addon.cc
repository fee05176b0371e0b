// The exports of the native part, for index.ts.
#include <napi.h>

#include "addon_recorder.h"
#include "addon_setup.h"
#include "addon_stagebox.h"
#include "decode.h"

namespace rowdesk::stagebox {
namespace {

/** Decodes on a thread of the pool; the promise gives an external to put into a setup. */
class Decoding : public Napi::AsyncWorker {
 public:
  Decoding(Napi::Env env, DecodeOrder order)
      : Napi::AsyncWorker(env, "rowdesk-decode"), order_(std::move(order)), deferred_(env) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

 protected:
  void Execute() override { clip_ = decode(order_); }
  void OnOK() override { deferred_.Resolve(clip_to(Env(), std::move(clip_))); }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  const DecodeOrder order_;
  const Napi::Promise::Deferred deferred_;
  std::shared_ptr<const Clip> clip_;
};

Napi::Value decode_clip(const Napi::CallbackInfo& info) {
  const auto from = info[0].As<Napi::Object>();
  DecodeOrder order;
  order.folder = from.Get("folder").ToString();
  order.name = from.Get("name").ToString();
  order.channel = from.Get("channel").ToNumber();
  order.rate_hz = from.Get("rateHz").ToNumber();
  order.loops = from.Get("loops").ToBoolean();
  auto* decoding = new Decoding(info.Env(), std::move(order));
  const Napi::Promise promise = decoding->promise();
  decoding->Queue();
  return promise;
}

Napi::Value look_at_sound(const Napi::CallbackInfo& info) {
  try {
    const SoundFacts facts = look_at(info[0].ToString(), info[1].ToString());
    auto to = Napi::Object::New(info.Env());
    to.Set("channels", facts.channels);
    to.Set("rateHz", facts.rate_hz);
    to.Set("frames", static_cast<double>(facts.frames));
    return to;
  } catch (const sound::FileError& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Stagebox", StageboxWrap::define(env));
  exports.Set("Recorder", RecorderWrap::define(env));
  exports.Set("decode", Napi::Function::New(env, decode_clip, "decode"));
  exports.Set("lookAt", Napi::Function::New(env, look_at_sound, "lookAt"));
  return exports;
}

}  // namespace
}  // namespace rowdesk::stagebox

using rowdesk::stagebox::define;
NODE_API_MODULE(virtual_stagebox, define)
