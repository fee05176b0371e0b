#include "joined_addon.h"

#include <rowdesk/processor_handle.h>

#include <memory>
#include <string>
#include <utility>

#include "joined_devices.h"

namespace rowdesk {
namespace {

constexpr napi_type_tag processor_tag = {RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};

/** Keeps the mixer's handle while anything may call the mixer. */
struct Joining {
  JoinedDevices devices;
  Napi::Reference<Napi::Value> mixer;
};

/** The processor as an external, which keeps its owner. */
template <typename Owner>
Napi::Value handle_of(Napi::Env env, rd_processor* processor, std::shared_ptr<Owner> owner) {
  auto* const held = new std::shared_ptr<Owner>(std::move(owner));
  auto external = Napi::External<rd_processor>::New(
      env, processor, [](Napi::Env, rd_processor*, std::shared_ptr<Owner>* each) { delete each; }, held);
  if (napi_type_tag_object(env, external, &processor_tag) != napi_ok) {
    throw Napi::Error::New(env, "this Node.js can't tag externals: 20.12 or newer is needed");
  }
  return external;
}

uint32_t channels_of(const Napi::Object& settings, const char* name) {
  const double channels = settings.Get(name).ToNumber();
  if (channels >= 0 && channels <= JoinedDevice::most_channels && channels == static_cast<uint32_t>(channels)) {
    return static_cast<uint32_t>(channels);
  }
  throw Napi::RangeError::New(settings.Env(), std::string(name) + " of a joined device: a whole number from 0 to " +
                                                  std::to_string(JoinedDevice::most_channels) + " is needed");
}

const char* name_of(JoinedFigures::State state) {
  switch (state) {
    case JoinedFigures::State::running:
      return "running";
    case JoinedFigures::State::filling:
      return "filling";
    default:
      return "stopped";
  }
}

Napi::Value figures_of(Napi::Env env, JoinedDevice& device) {
  const JoinedFigures f = device.figures();
  auto result = Napi::Object::New(env);
  result["state"] = Napi::String::New(env, name_of(f.state));
  result["ratio"] = f.ratio;
  result["deviationPpm"] = f.deviation_ppm;
  result["inputFillFrames"] = f.input_fill_frames;
  result["outputFillFrames"] = f.output_fill_frames;
  result["inputLatencyFrames"] = f.input_latency_frames;
  result["outputLatencyFrames"] = f.output_latency_frames;
  result["blockUs"] = f.block_us;
  result["blockMaxUs"] = f.block_max_us;
  result["gaps"] = static_cast<double>(f.gaps);
  return result;
}

Napi::Value join(const Napi::CallbackInfo& info, const std::shared_ptr<Joining>& joining) {
  const Napi::Env env = info.Env();
  const auto given = info[0].ToObject();
  const JoinSettings settings{channels_of(given, "inputs"), channels_of(given, "outputs"), given.Get("resamples").ToBoolean()};
  std::shared_ptr<JoinedDevice> device;
  try {
    device = joining->devices.join(settings);
  } catch (const std::exception& error) {
    throw Napi::Error::New(env, error.what());
  }
  auto result = Napi::Object::New(env);
  result["processor"] = handle_of(env, device->processor(), device);
  result["figures"] = Napi::Function::New(env, [device](const Napi::CallbackInfo& call) { return figures_of(call.Env(), *device); });
  return result;
}

void clear(const Napi::CallbackInfo& info, Joining& joining) {
  try {
    joining.devices.clear();
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
}

/* joinDevices(mixer): NativeJoinedDevices. Throws TypeError for what is no processor. */
Napi::Value join_devices(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const rd_processor& mixer = processor_of(info[0], "the audio process");
  const std::shared_ptr<Joining> joining(new Joining{JoinedDevices(mixer), Napi::Reference<Napi::Value>::New(info[0], 1)});
  auto result = Napi::Object::New(env);
  result["processor"] = handle_of(env, joining->devices.processor(), joining);
  result["join"] = Napi::Function::New(env, [joining](const Napi::CallbackInfo& call) { return join(call, joining); });
  result["clear"] = Napi::Function::New(env, [joining](const Napi::CallbackInfo& call) { clear(call, *joining); });
  return result;
}

}  // namespace

void export_joining(Napi::Env env, Napi::Object exports) {
  exports.Set("joinDevices", Napi::Function::New(env, join_devices));
  exports.Set("mostResampledChannels", Napi::Number::New(env, JoinedDevice::most_resampled_channels));
}

}  // namespace rowdesk
