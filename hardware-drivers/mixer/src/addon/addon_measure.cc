#include "addon/addon_measure.h"

#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "measurement/measure.h"

namespace rowdesk {
namespace {

using namespace measurement;

Goal goal_of(const std::string& name) {
  if (name == "transfer") return Goal::transfer;
  if (name == "rta") return Goal::rta;
  if (name == "ir") return Goal::impulse;
  return Goal::delay;
}

Order order_of(const Napi::Object& from) {
  Order order;
  order.goal = goal_of(from.Get("goal").ToString());
  order.file = from.Get("file").ToString();
  order.reference = from.Get("reference").ToNumber();
  order.microphone = from.Get("microphone").ToNumber();
  order.smoothing = from.Get("smoothing").ToNumber();
  if (from.Get("sweep").IsObject()) {
    const auto sweep = from.Get("sweep").As<Napi::Object>();
    const auto number = [&](const char* name) { return sweep.Get(name).ToNumber().DoubleValue(); };
    order.sweep = Sweep{number("fromHz"), number("toHz"), number("soundS")};
  }
  if (from.Get("twice").IsObject()) {
    const auto twice = from.Get("twice").As<Napi::Object>();
    order.twice = Twice{twice.Get("soundS").ToNumber(), twice.Get("silenceS").ToNumber()};
  }
  const auto points = from.Get("calibration").As<Napi::Array>();
  std::vector<Calibration::Point> calibration;
  for (uint32_t i = 0; i < points.Length(); ++i) {
    const auto point = points.Get(i).As<Napi::Object>();
    calibration.push_back({point.Get("frequencyHz").ToNumber(), point.Get("levelDb").ToNumber()});
  }
  order.calibration = Calibration(std::move(calibration));
  if (from.Get("speechToNoiseDb").IsArray()) {
    const auto ratios = from.Get("speechToNoiseDb").As<Napi::Array>();
    order.speech_to_noise_db.emplace();
    for (uint32_t i = 0; i < sti_bands; ++i) (*order.speech_to_noise_db)[i] = ratios.Get(i).ToNumber();
  }
  return order;
}

Napi::Value number_of(Napi::Env env, double value) {
  return std::isfinite(value) ? Napi::Number::New(env, value) : env.Null();
}
Napi::Value number_of(Napi::Env env, const std::optional<double>& value) {
  return value ? number_of(env, *value) : env.Null();
}

Napi::Value values_of(Napi::Env env, double value) { return number_of(env, value); }
template <typename Value>
Napi::Value values_of(Napi::Env env, const std::vector<Value>& from) {
  auto list = Napi::Array::New(env, from.size());
  for (uint32_t i = 0; i < from.size(); ++i) list[i] = values_of(env, from[i]);
  return list;
}

Napi::Object summary_of(Napi::Env env, const Summary& from) {
  auto summary = Napi::Object::New(env);
  summary["delayMs"] = number_of(env, from.delay_ms);
  summary["delayFrames"] = number_of(env, from.delay_frames);
  summary["confidencePercent"] = number_of(env, from.confidence_percent);
  summary["coherencePercent"] = number_of(env, from.coherence_percent);
  summary["snrDb"] = number_of(env, from.snr_db);
  summary["levelDb"] = number_of(env, from.level_db);
  summary["peakDb"] = number_of(env, from.peak_db);
  summary["gainDb"] = number_of(env, from.gain_db);
  summary["noiseFloorDb"] = number_of(env, from.noise_floor_db);
  summary["sti"] = number_of(env, from.sti);
  auto bands = Napi::Array::New(env, from.reverberation.size());
  for (uint32_t i = 0; i < from.reverberation.size(); ++i) {
    const auto& [frequency_hz, times] = from.reverberation[i];
    auto band = Napi::Object::New(env);
    band["frequencyHz"] = number_of(env, frequency_hz);
    band["edtS"] = number_of(env, times.edt_s);
    band["t20S"] = number_of(env, times.t20_s);
    band["t30S"] = number_of(env, times.t30_s);
    bands[i] = band;
  }
  summary["rt60S"] = bands;
  if (from.polarity.empty()) {
    summary["polarity"] = env.Null();
  } else {
    summary["polarity"] = Napi::String::New(env, from.polarity);
  }
  return summary;
}

Napi::Object trace_of(Napi::Env env, const Trace& from) {
  auto trace = Napi::Object::New(env);
  for (const auto& [name, values] : from.fields) {
    trace[name] = std::visit([&](const auto& each) { return values_of(env, each); }, values);
  }
  return trace;
}

class MeasureWorker : public Napi::AsyncWorker {
 public:
  MeasureWorker(Napi::Env env, Order order) : Napi::AsyncWorker(env), order_(std::move(order)), promise_(env) {}
  Napi::Promise promise() const { return promise_.Promise(); }

 protected:
  void Execute() override {
    try {
      report_ = measure(order_);
    } catch (const std::exception& error) {
      SetError(error.what());
    }
  }
  void OnOK() override {
    const Napi::Env env = Env();
    auto report = Napi::Object::New(env);
    if (report_.refusal) {
      auto refusal = Napi::Object::New(env);
      refusal["reason"] = Napi::String::New(env, report_.refusal->reason);
      refusal["words"] = Napi::String::New(env, report_.refusal->words);
      report["refusal"] = refusal;
    }
    report["summary"] = summary_of(env, report_.summary);
    auto traces = Napi::Object::New(env);
    for (const Trace& trace : report_.traces) traces[trace.name] = trace_of(env, trace);
    report["traces"] = traces;
    promise_.Resolve(report);
  }
  void OnError(const Napi::Error& error) override { promise_.Reject(error.Value()); }

 private:
  Order order_;
  Report report_;
  Napi::Promise::Deferred promise_;
};

}  // namespace

Napi::Value measure_capture(const Napi::CallbackInfo& info) {
  auto* const worker = new MeasureWorker(info.Env(), order_of(info[0].As<Napi::Object>()));  // deletes itself
  const Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

}  // namespace rowdesk
