#include "addon_setup.h"

#include <array>

#include "addon_recorder.h"

namespace rowdesk::stagebox {
namespace {

using SharedClip = std::shared_ptr<const Clip>;

constexpr std::array<const char*, 5> signal_names = {"silence", "sine", "pink", "white", "file"};

Signal signal_from(const std::string& name) {
  for (size_t n = 0; n < signal_names.size(); ++n) {
    if (name == signal_names[n]) return static_cast<Signal>(n);
  }
  return Signal::silence;
}

double number(const Napi::Object& from, const char* name) { return from.Get(name).ToNumber().DoubleValue(); }
bool boolean(const Napi::Object& from, const char* name) { return from.Get(name).ToBoolean().Value(); }
std::string text(const Napi::Object& from, const char* name) { return from.Get(name).ToString().Utf8Value(); }

InputSetup input_from(const Napi::Object& from) {
  InputSetup input;
  input.signal = signal_from(text(from, "signal"));
  input.frequency_hz = number(from, "frequencyHz");
  input.level_dbfs = number(from, "levelDbfs");
  input.gain_db = number(from, "gainDb");
  input.pad = boolean(from, "pad");
  input.phantom = boolean(from, "phantom");
  input.label = text(from, "label");
  const Napi::Value clip = from.Get("clip");
  if (clip.IsExternal()) {
    input.clip = *clip.As<Napi::External<SharedClip>>().Data();
    input.file = text(from, "file");
  }
  return input;
}

Napi::Object input_to(Napi::Env env, const InputSetup& input) {
  auto to = Napi::Object::New(env);
  to.Set("signal", signal_names[static_cast<size_t>(input.signal)]);
  to.Set("frequencyHz", input.frequency_hz);
  to.Set("levelDbfs", input.level_dbfs);
  to.Set("gainDb", input.gain_db);
  to.Set("pad", input.pad);
  to.Set("phantom", input.phantom);
  to.Set("label", input.label);
  to.Set("file", input.file);
  return to;
}

}  // namespace

std::unique_ptr<Setup> setup_from(const Napi::Object& from) {
  auto setup = std::make_unique<Setup>();
  setup->revision = static_cast<uint64_t>(number(from, "revision"));
  setup->enabled = boolean(from, "enabled");
  setup->label = text(from, "label");
  const auto inputs = from.Get("inputs").As<Napi::Array>();
  for (uint32_t n = 0; n < inputs.Length(); ++n) setup->inputs.push_back(input_from(inputs.Get(n).As<Napi::Object>()));
  const auto outputs = from.Get("outputs").As<Napi::Array>();
  for (uint32_t n = 0; n < outputs.Length(); ++n) {
    const auto output = outputs.Get(n).As<Napi::Object>();
    setup->outputs.push_back({number(output, "levelDb"), boolean(output, "muted"), text(output, "label")});
  }
  const Napi::Value recorder = from.Get("recorder");
  if (recorder.IsObject()) setup->recorder = RecorderWrap::Unwrap(recorder.As<Napi::Object>())->recorder();
  return setup;
}

Napi::Object setup_to(Napi::Env env, const Setup& setup) {
  auto to = Napi::Object::New(env);
  to.Set("revision", static_cast<double>(setup.revision));
  to.Set("enabled", setup.enabled);
  to.Set("label", setup.label);
  auto inputs = Napi::Array::New(env, setup.inputs.size());
  for (uint32_t n = 0; n < setup.inputs.size(); ++n) inputs.Set(n, input_to(env, setup.inputs[n]));
  to.Set("inputs", inputs);
  auto outputs = Napi::Array::New(env, setup.outputs.size());
  for (uint32_t n = 0; n < setup.outputs.size(); ++n) {
    auto output = Napi::Object::New(env);
    output.Set("levelDb", setup.outputs[n].level_db);
    output.Set("muted", setup.outputs[n].muted);
    output.Set("label", setup.outputs[n].label);
    outputs.Set(n, output);
  }
  to.Set("outputs", outputs);
  if (setup.recorder) {
    to.Set("recording", recording_to(env, *setup.recorder));
  } else {
    to.Set("recording", env.Null());
  }
  return to;
}

Napi::Value clip_to(Napi::Env env, SharedClip clip) {
  auto external = Napi::External<SharedClip>::New(env, new SharedClip(std::move(clip)),
                                                  [](Napi::Env, SharedClip* held) { delete held; });
  return external;
}

}  // namespace rowdesk::stagebox
