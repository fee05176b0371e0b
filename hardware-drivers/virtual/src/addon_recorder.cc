#include "addon_recorder.h"

namespace rowdesk::stagebox {
namespace {

/** Calls back into JavaScript from the writer's thread; doesn't keep the process alive. */
class Callback {
 public:
  Callback(Napi::Env env, const Napi::Function& call)
      : function_(Napi::ThreadSafeFunction::New(env, call, "rowdesk-recorder", 0, 1)) {
    function_.Unref(env);
  }
  ~Callback() { function_.Release(); }
  void operator()() const { function_.NonBlockingCall(); }

 private:
  Napi::ThreadSafeFunction function_;
};

}  // namespace

Napi::Function RecorderWrap::define(Napi::Env env) {
  return DefineClass(env, "Recorder",
                     {InstanceMethod<&RecorderWrap::state>("state"), InstanceMethod<&RecorderWrap::end>("end")});
}

RecorderWrap::RecorderWrap(const Napi::CallbackInfo& info) : Napi::ObjectWrap<RecorderWrap>(info) {
  const auto from = info[0].As<Napi::Object>();
  Recorder::Order order;
  order.folder = from.Get("folder").ToString();
  order.file = from.Get("file").ToString();
  order.rate_hz = from.Get("rateHz").ToNumber();
  if (from.Has("mostDataBytes")) {
    order.most_data_bytes = static_cast<uint64_t>(from.Get("mostDataBytes").ToNumber().Int64Value());
  }
  const auto outputs = from.Get("outputs").As<Napi::Array>();
  for (uint32_t n = 0; n < outputs.Length(); ++n) {
    order.outputs.push_back(outputs.Get(n).ToNumber().Uint32Value() - 1);
  }
  auto changed = std::make_shared<const Callback>(info.Env(), info[1].As<Napi::Function>());
  try {
    recorder_ = std::make_shared<Recorder>(std::move(order), [changed] { (*changed)(); });
  } catch (const sound::FileError& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

Napi::Value RecorderWrap::state(const Napi::CallbackInfo& info) { return recording_to(info.Env(), *recorder_); }

void RecorderWrap::end(const Napi::CallbackInfo&) { recorder_->end(); }

Napi::Object recording_to(Napi::Env env, const Recorder& recorder) {
  const Recorder::State state = recorder.state();
  auto to = Napi::Object::New(env);
  to.Set("ordered", recorder.order().file);
  auto outputs = Napi::Array::New(env, recorder.order().outputs.size());
  for (uint32_t n = 0; n < recorder.order().outputs.size(); ++n) outputs.Set(n, recorder.order().outputs[n] + 1);
  to.Set("outputs", outputs);
  to.Set("file", state.file);
  to.Set("frames", static_cast<double>(state.frames));
  to.Set("lost", static_cast<double>(state.lost));
  to.Set("begunMs", static_cast<double>(state.begun_ns) / 1e6);
  to.Set("fault", state.fault);
  to.Set("closed", state.closed);
  return to;
}

}  // namespace rowdesk::stagebox
