#include "addon_pump.h"

#include <rowdesk/processor_handle.h>

#include "addon_jobs.h"

namespace rowdesk {

Napi::Function AddonPump::define(Napi::Env env) {
  return DefineClass(env, "TakePump",
                     {InstanceMethod<&AddonPump::feed>("feed"), InstanceMethod<&AddonPump::prepare>("prepare"),
                      InstanceMethod<&AddonPump::record>("record"), InstanceMethod<&AddonPump::run>("run"),
                      InstanceMethod<&AddonPump::finish>("finish"), InstanceMethod<&AddonPump::abandon>("abandon")});
}

AddonPump::AddonPump(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<AddonPump>(info), pump_(info[0].ToNumber(), info[1].ToNumber()) {}

void AddonPump::feed(const Napi::CallbackInfo& info) { pump_.feed(info[0].ToNumber(), info[1].ToNumber()); }

void AddonPump::prepare(const Napi::CallbackInfo& info) {
  const rd_processor& processor = processor_of(info[0], "the recorder");
  const auto take = take_from(info[1].As<Napi::Object>());
  rate_hz_ = take->rate_hz;
  in_words(info.Env(), [&] { pump_.prepare(processor, take, info[2].ToNumber()); });
  processor_ = Napi::Reference<Napi::Value>::New(info[0], 1);
}

void AddonPump::record(const Napi::CallbackInfo& info) {
  std::vector<uint32_t> outputs = numbers_from(info[1]);
  recorder::TrackFormat format = format_from(info[2].As<Napi::Object>());
  format.rate_hz = rate_hz_;
  format.channels = static_cast<uint32_t>(outputs.size());
  const auto reserve_bytes = static_cast<uint64_t>(info[3].ToNumber().Int64Value());
  in_words(info.Env(), [&] { pump_.record(info[0].ToString(), std::move(outputs), format, reserve_bytes); });
}

void AddonPump::run(const Napi::CallbackInfo& info) {
  const auto frames = static_cast<uint64_t>(info[0].ToNumber().Int64Value());
  in_words(info.Env(), [&] { pump_.run(frames); });
}

Napi::Value AddonPump::finish(const Napi::CallbackInfo& info) {
  in_words(info.Env(), [&] { pump_.finish(); });
  processor_.Reset();
  auto to = Napi::Object::New(info.Env());
  to.Set("frames", static_cast<double>(pump_.frames()));
  to.Set("peaks", numbers_to(info.Env(), pump_.peaks()));
  return to;
}

void AddonPump::abandon(const Napi::CallbackInfo&) {
  pump_.abandon();
  processor_.Reset();
}

}  // namespace rowdesk
