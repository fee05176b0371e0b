#include "addon_stagebox.h"

#include <rowdesk/processor_handle.h>

#include "../../lib/cycles/src/addon_figures.h"
#include "addon_setup.h"

namespace rowdesk::stagebox {
namespace {

/** Runs `work`; what goes wrong in words becomes an Error. */
template <typename Work>
void in_words(Napi::Env env, Work work) {
  try {
    work();
  } catch (const sound::FileError& error) {
    throw Napi::Error::New(env, error.what());
  }
}

/** `{ container: 'wav' | 'rf64' | 'flac', encoding: 'int16' | 'int24' | 'float32' }`. */
sound::SoundFormat format_from(const Napi::Object& from) {
  const std::string container = from.Get("container").ToString(), encoding = from.Get("encoding").ToString();
  return {container == "flac"   ? sound::Container::flac
          : container == "rf64" ? sound::Container::rf64
                                : sound::Container::wav,
          encoding == "int16"   ? sound::Encoding::int16
          : encoding == "int24" ? sound::Encoding::int24
                                : sound::Encoding::float32};
}

}  // namespace

Napi::Function StageboxWrap::define(Napi::Env env) {
  return DefineClass(env, "Stagebox",
                     {InstanceMethod<&StageboxWrap::send>("send"), InstanceMethod<&StageboxWrap::applied>("applied"),
                      InstanceMethod<&StageboxWrap::start>("start"), InstanceMethod<&StageboxWrap::stop>("stop"),
                      InstanceMethod<&StageboxWrap::figures>("figures"),
                      InstanceMethod<&StageboxWrap::prepare>("prepare"),
                      InstanceMethod<&StageboxWrap::record>("record"),
                      InstanceMethod<&StageboxWrap::run>("run"), InstanceMethod<&StageboxWrap::finish>("finish"),
                      InstanceMethod<&StageboxWrap::abandon>("abandon")});
}

StageboxWrap::StageboxWrap(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<StageboxWrap>(info),
      stagebox_(info[0].ToNumber().Uint32Value(), info[1].ToNumber().Uint32Value()) {}

const rd_processor& StageboxWrap::take_processor(const Napi::CallbackInfo& info) {
  const rd_processor& processor = processor_of(info[0], "the virtual stagebox");
  if (stagebox_.is_prepared()) throw Napi::Error::New(info.Env(), "this stagebox runs already");
  claim_ = Claim(info.Env(), processor);
  processor_ = Napi::Reference<Napi::Value>::New(info[0], 1);
  return processor;
}

void StageboxWrap::give_back_processor() {
  claim_.release();
  processor_.Reset();
}

void StageboxWrap::send(const Napi::CallbackInfo& info) {
  stagebox_.setups().send(setup_from(info[0].As<Napi::Object>()));
  if (!clock_.is_running()) stagebox_.settle();
}

Napi::Value StageboxWrap::applied(const Napi::CallbackInfo& info) {
  const Napi::Object to = setup_to(info.Env(), stagebox_.setups().applied());
  const auto inputs = to.Get("inputs").As<Napi::Array>();
  for (uint32_t n = 0; n < inputs.Length(); ++n) {
    inputs.Get(n).As<Napi::Object>().Set("clippedSamples", static_cast<double>(stagebox_.clipped(n)));
  }
  return to;
}

void StageboxWrap::start(const Napi::CallbackInfo& info) {
  const rd_processor& processor = take_processor(info);
  const uint32_t rate_hz = info[1].ToNumber(), block_frames = info[2].ToNumber();
  try {
    in_words(info.Env(), [&] { stagebox_.prepare(processor, rate_hz, block_frames); });
  } catch (...) {
    give_back_processor();
    throw;
  }
  clock_.start(rate_hz, block_frames, info[3].IsString() ? info[3].ToString().Utf8Value() : "");
  // A stagebox with a running thread is not collected. At exit the thread stops before the mixer is destroyed, whose hook is older.
  at_exit_ = info.Env().AddCleanupHook(std::function<void()>([this] { stop_clock(); }));
  Ref();
}

void StageboxWrap::stop(const Napi::CallbackInfo& info) {
  if (!clock_.is_running()) return;
  at_exit_.Remove(info.Env());
  stop_clock();
  give_back_processor();
  Unref();
}

void StageboxWrap::stop_clock() {
  clock_.stop();
  stagebox_.release();
}

Napi::Value StageboxWrap::figures(const Napi::CallbackInfo& info) {
  const TimerClock::Figures f = clock_.figures();
  Napi::Object to = figures_to(info.Env(), f.thread);
  to.Set("lateBlocks", static_cast<double>(f.late_blocks));
  return to;
}

void StageboxWrap::prepare(const Napi::CallbackInfo& info) {
  const rd_processor& processor = take_processor(info);
  try {
    in_words(info.Env(), [&] { pump_.prepare(processor, info[1].ToNumber(), info[2].ToNumber()); });
  } catch (...) {
    give_back_processor();
    throw;
  }
}

void StageboxWrap::record(const Napi::CallbackInfo& info) {
  std::vector<uint32_t> outputs;
  const auto from = info[1].As<Napi::Array>();
  for (uint32_t n = 0; n < from.Length(); ++n) outputs.push_back(from.Get(n).ToNumber().Uint32Value() - 1);
  const sound::SoundFormat format = format_from(info[2].As<Napi::Object>());
  in_words(info.Env(), [&] { pump_.record(info[0].ToString(), std::move(outputs), format); });
}

void StageboxWrap::run(const Napi::CallbackInfo& info) {
  const auto frames = static_cast<uint64_t>(info[0].ToNumber().Int64Value());
  in_words(info.Env(), [&] { pump_.run(frames); });
}

Napi::Value StageboxWrap::finish(const Napi::CallbackInfo& info) {
  auto to = Napi::Object::New(info.Env());
  to.Set("frames", static_cast<double>(pump_.frames()));
  auto peaks = Napi::Array::New(info.Env(), pump_.peaks().size());
  for (uint32_t n = 0; n < pump_.peaks().size(); ++n) peaks.Set(n, pump_.peaks()[n]);
  to.Set("peaks", peaks);
  try {
    in_words(info.Env(), [&] { pump_.finish(); });
  } catch (...) {
    give_back_processor();
    throw;
  }
  give_back_processor();
  return to;
}

void StageboxWrap::abandon(const Napi::CallbackInfo&) {
  pump_.abandon();
  give_back_processor();
}

}  // namespace rowdesk::stagebox
