// The mixer for JavaScript: numbers in typed arrays, and the processor as an external. index.ts wraps it.
#include <napi.h>

#include <memory>

#include "addon/addon_analysis.h"
#include "addon/addon_capture.h"
#include "addon/addon_howl.h"
#include "addon/addon_hardware.h"
#include "addon/addon_inserts.h"
#include "addon/addon_measure.h"
#include "addon/addon_play.h"
#include "addon/addon_record.h"
#include "kernels/instruction_set.h"
#include "control/mixer.h"

namespace rowdesk {
namespace {

constexpr napi_type_tag processor_tag = {RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};

Reason reason_of(const std::string& name) {
  if (name == "startup") return Reason::startup;
  if (name == "clock") return Reason::clock;
  return Reason::driver;
}

Napi::Array list_of(Napi::Env env, std::span<const char* const> names) {
  auto array = Napi::Array::New(env, names.size());
  for (uint32_t i = 0; i < names.size(); ++i) array[i] = Napi::String::New(env, names[i]);
  return array;
}

KindSet kinds_of(const Napi::Array& names) {
  KindSet kinds = 0;
  for (uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).As<Napi::String>();
    for (uint32_t kind = 0; kind < kind_count; ++kind) {
      if (name == describe(static_cast<Kind>(kind)).name) kinds |= 1u << kind;
    }
  }
  return kinds;
}

std::vector<std::string> texts_of(const Napi::Array& from) {
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < from.Length(); ++i) texts.push_back(from.Get(i).As<Napi::String>());
  return texts;
}

ProcessorParameter parameter_of(const Napi::Object& from) {
  const std::string type = from.Get("type").As<Napi::String>();
  const auto choices = from.Get("choices").As<Napi::Array>();
  ProcessorParameter parameter{from.Get("symbol").As<Napi::String>(),
                               type == "choice" ? Type::choice : type == "boolean" ? Type::boolean : Type::number,
                               from.Get("minimum").As<Napi::Number>(),
                               from.Get("maximum").As<Napi::Number>(),
                               from.Get("initial").As<Napi::Number>(),
                               {}};
  parameter.choices = texts_of(choices);
  return parameter;
}

std::vector<ProcessorDescription> processors_of(const Napi::Array& from) {
  std::vector<ProcessorDescription> processors;
  for (uint32_t i = 0; i < from.Length(); ++i) {
    const auto each = from.Get(i).As<Napi::Object>();
    const auto parameters = each.Get("parameters").As<Napi::Array>();
    ProcessorDescription& processor = processors.emplace_back();
    processor.uri = each.Get("uri").As<Napi::String>();
    processor.id = each.Get("processorId").As<Napi::String>();
    processor.kinds = kinds_of(each.Get("stripKinds").As<Napi::Array>());
    processor.tap_point = each.Get("tapPoint").As<Napi::String>();
    processor.sort = each.Get("sort").As<Napi::Number>();
    processor.is_enabled = each.Get("isEnabled").As<Napi::Boolean>();
    processor.is_keyed = each.Get("isKeyed").As<Napi::Boolean>();
    const auto meters = each.Get("meters").As<Napi::Array>();
    for (uint32_t m = 0; m < meters.Length(); ++m) processor.meters.push_back(meters.Get(m).As<Napi::String>());
    for (uint32_t p = 0; p < parameters.Length(); ++p) processor.parameters.push_back(parameter_of(parameters.Get(p).As<Napi::Object>()));
  }
  return processors;
}

FieldDescription field_of(const Napi::Object& from) {
  const auto number = [&](const char* name) { return from.Get(name).As<Napi::Number>().DoubleValue(); };
  const auto text = [&](const char* name) { return from.Get(name).As<Napi::String>().Utf8Value(); };
  FieldDescription field;
  field.row = text("row");
  field.name = text("field");
  field.type = text("type");
  field.minimum = number("minimum");
  field.maximum = number("maximum");
  field.choices = texts_of(from.Get("choices").As<Napi::Array>());
  field.reference_kinds = kinds_of(from.Get("refKinds").As<Napi::Array>());
  field.strip_kinds = kinds_of(from.Get("stripKinds").As<Napi::Array>());
  field.most_items = static_cast<uint32_t>(number("maxItems"));
  const auto initials = from.Get("initials").As<Napi::Float64Array>();
  std::copy_n(initials.Data(), std::min<size_t>(initials.ElementLength(), kind_count), field.initials.begin());
  field.initial_strip = text("initialStrip");
  return field;
}

std::vector<FieldDescription> fields_of(const Napi::Array& from) {
  std::vector<FieldDescription> fields;
  for (uint32_t i = 0; i < from.Length(); ++i) fields.push_back(field_of(from.Get(i).As<Napi::Object>()));
  return fields;
}

LifeSign::Manager manager_of(const Napi::Value& socket, const Napi::Value& timeout_ms) {
  return {socket.As<Napi::String>(), static_cast<uint64_t>(timeout_ms.As<Napi::Number>().DoubleValue() * 1e6)};
}

class NativeMixer : public Napi::ObjectWrap<NativeMixer> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "NativeMixer",
                       {
                           InstanceMethod<&NativeMixer::addresses>("addresses"),
                           InstanceMethod<&NativeMixer::strips>("strips"),
                           InstanceMethod<&NativeMixer::apply>("apply"),
                           InstanceMethod<&NativeMixer::speaker_delays>("speakerDelays"),
                           InstanceMethod<&NativeMixer::flush>("flush"),
                           InstanceMethod<&NativeMixer::record>("record"),
                           InstanceMethod<&NativeMixer::recorded>("recorded"),
                           InstanceMethod<&NativeMixer::describe_device>("describe"),
                           InstanceMethod<&NativeMixer::connect>("connect"),
                           InstanceMethod<&NativeMixer::open>("open"),
                           InstanceMethod<&NativeMixer::observe>("observe"),
                           InstanceMethod<&NativeMixer::read_meters>("readMeters"),
                           InstanceMethod<&NativeMixer::read_clips>("readClips"),
                           InstanceMethod<&NativeMixer::reset_clips>("resetClips"),
                           InstanceMethod<&NativeMixer::hold>("hold"),
                           InstanceMethod<&NativeMixer::hold_sources>("holdSources"),
                           InstanceMethod<&NativeMixer::holds_sources>("holdsSources"),
                           InstanceMethod<&NativeMixer::make_play_ring>("makePlayRing"),
                           InstanceMethod<&NativeMixer::play>("play"),
                           InstanceMethod<&NativeMixer::played>("played"),
                           InstanceMethod<&NativeMixer::read_input_peaks>("readInputPeaks"),
                           InstanceMethod<&NativeMixer::analyse>("analyse"),
                           InstanceMethod<&NativeMixer::read_analysis>("readAnalysis"),
                           InstanceMethod<&NativeMixer::start_capture>("startCapture"),
                           InstanceMethod<&NativeMixer::capture>("capture"),
                           InstanceMethod<&NativeMixer::end_capture>("endCapture"),
                           InstanceMethod<&NativeMixer::latencies>("latencies"),
                           InstanceMethod<&NativeMixer::routes>("routes"),
                           InstanceMethod<&NativeMixer::protect>("protect"),
                           InstanceMethod<&NativeMixer::reset_howl>("resetHowl"),
                           InstanceMethod<&NativeMixer::howl_changes>("howlChanges"),
                           InstanceMethod<&NativeMixer::howl_report>("howlReport"),
                           InstanceMethod<&NativeMixer::set_insert>("setInsert"),
                           InstanceMethod<&NativeMixer::set_insert_offset>("setInsertOffset"),
                           InstanceMethod<&NativeMixer::applied_inserts>("appliedInserts"),
                           InstanceMethod<&NativeMixer::insert_state>("insertState"),
                           InstanceMethod<&NativeMixer::set_hardware_insert>("setHardwareInsert"),
                           InstanceMethod<&NativeMixer::applied_hardware_inserts>("appliedHardwareInserts"),
                           InstanceMethod<&NativeMixer::measure_insert>("measureInsert"),
                           InstanceMethod<&NativeMixer::measured_insert>("measuredInsert"),
                           InstanceMethod<&NativeMixer::end_insert_measure>("endInsertMeasure"),
                           InstanceMethod<&NativeMixer::faults>("faults"),
                           InstanceMethod<&NativeMixer::state>("state"),
                           InstanceMethod<&NativeMixer::processor>("processor"),
                           InstanceMethod<&NativeMixer::close>("close"),
                       });
  }

  // (counts: Uint32Array in the order of Kind, instructionSet: string, '' for the widest, processors: ProcessorInput[],
  // fields: FieldInput[], rampMs: number, 0 for the times of the law, watchdogSocket: string, '' for none, timeoutMs: number,
  // runtimeFolder: string, '' for none)
  explicit NativeMixer(const Napi::CallbackInfo& info) : ObjectWrap(info) {
    const auto counts = info[0].As<Napi::Uint32Array>();
    const std::string name = info[1].As<Napi::String>();
    const Kernel* kernel = find_kernel(name);
    if (kernel == nullptr) throw Napi::Error::New(info.Env(), "this processor has no instruction set " + name);
    KindCounts all{};
    std::copy_n(counts.Data(), std::min<size_t>(counts.ElementLength(), kind_count), all.begin());
    try {
      const double ramp_ms = info[4].As<Napi::Number>();
      mixer_ = std::make_shared<Mixer>(all, Mixer::Options{.kernel = kernel,
                                                           .times = ramp_ms > 0.0 ? Times::all(ramp_ms) : Times{},
                                                           .processors = processors_of(info[2].As<Napi::Array>()),
                                                           .fields = fields_of(info[3].As<Napi::Array>()),
                                                           .manager = manager_of(info[5], info[6]),
                                                           .runtime_folder = info[7].As<Napi::String>()});
    } catch (const std::exception& error) {
      throw Napi::Error::New(info.Env(), error.what());
    }
  }

 private:
  Mixer& mixer(const Napi::CallbackInfo& info) {
    if (!mixer_) throw Napi::Error::New(info.Env(), "the mixer is closed");
    return *mixer_;
  }

  // A typed array of at least this many elements.
  template <typename Array>
  static Array array_of(const Napi::CallbackInfo& info, size_t position, size_t least) {
    const auto array = info[position].As<Array>();
    if (array.ElementLength() < least) throw Napi::RangeError::New(info.Env(), "the array is too short");
    return array;
  }

  uint32_t strip_of(const Napi::CallbackInfo& info) {
    const uint32_t strip = info[0].As<Napi::Number>();
    if (strip >= mixer(info).layout().sounding_strips()) throw Napi::RangeError::New(info.Env(), "no such strip");
    return strip;
  }

  Napi::Value addresses(const Napi::CallbackInfo& info) {
    const auto& all = mixer(info).addresses().all();
    auto result = Napi::Array::New(info.Env(), all.size());
    for (uint32_t i = 0; i < all.size(); ++i) {
      auto each = Napi::Object::New(info.Env());
      each["slot"] = Napi::Number::New(info.Env(), all[i].slot);
      each["path"] = Napi::String::New(info.Env(), all[i].path);
      each["field"] = Napi::String::New(info.Env(), all[i].field->name);
      each["slots"] = Napi::Number::New(info.Env(), all[i].slots);
      each["type"] = Napi::String::New(info.Env(), type_names[static_cast<uint32_t>(all[i].field->type)]);
      each["minimum"] = Napi::Number::New(info.Env(), all[i].field->minimum);
      each["maximum"] = Napi::Number::New(info.Env(), all[i].field->maximum);
      each["choices"] = list_of(info.Env(), all[i].field->choices);
      each["kinds"] = Napi::Number::New(info.Env(), all[i].field->kinds);
      result[i] = each;
    }
    return result;
  }

  Napi::Value strips(const Napi::CallbackInfo& info) {
    const Layout& layout = mixer(info).layout();
    auto result = Napi::Array::New(info.Env(), layout.sounding_strips());
    for (uint32_t i = 0; i < layout.sounding_strips(); ++i) {
      const StripPlace& strip = layout.strips()[i];
      auto each = Napi::Object::New(info.Env());
      each["path"] = Napi::String::New(info.Env(), strip.path);
      each["legs"] = Napi::Number::New(info.Env(), strip.legs);
      each["feedsOutputs"] = Napi::Boolean::New(info.Env(), describe(strip.kind).feeds_outputs);
      result[i] = each;
    }
    return result;
  }

  // (revision, slots: Uint32Array, values: Float64Array, fadesMs: Float32Array, empty for none): returns true if sent at once
  Napi::Value apply(const Napi::CallbackInfo& info) {
    const auto slots = info[1].As<Napi::Uint32Array>();
    const auto values = array_of<Napi::Float64Array>(info, 2, slots.ElementLength());
    const auto fades = info[3].As<Napi::Float32Array>();
    for (size_t i = 0; i < slots.ElementLength(); ++i) {
      if (slots[i] >= mixer(info).addresses().size()) throw Napi::RangeError::New(info.Env(), "no such slot");
    }
    const bool sent = mixer(info).apply(info[0].As<Napi::Number>(), {slots.Data(), slots.ElementLength()},
                                       {values.Data(), slots.ElementLength()}, {fades.Data(), fades.ElementLength()});
    return Napi::Boolean::New(info.Env(), sent);
  }

  Napi::Value flush(const Napi::CallbackInfo& info) { return Napi::Boolean::New(info.Env(), mixer(info).flush()); }

  // See addon_record.h.
  Napi::Value record(const Napi::CallbackInfo& info) { return record_tracks(info, mixer(info)); }
  Napi::Value recorded(const Napi::CallbackInfo& info) { return recorded_tracks(info.Env(), mixer(info)); }

  // (inputs, outputs): channel counts of the driving device
  void describe_device(const Napi::CallbackInfo& info) {
    mixer(info).describe(info[0].As<Napi::Number>(), info[1].As<Napi::Number>());
  }

  // (sources: Int32Array, sinks: Int32Array): device channels; left and right for each source number, one for each sink
  void connect(const Napi::CallbackInfo& info) {
    const auto flat = info[0].As<Napi::Int32Array>();
    const auto sinks = info[1].As<Napi::Int32Array>();
    std::vector<std::pair<int32_t, int32_t>> channels(flat.ElementLength() / 2);
    for (size_t i = 0; i < channels.size(); ++i) channels[i] = {flat[2 * i], flat[2 * i + 1]};
    mixer(info).connect(std::move(channels), {sinks.Data(), sinks.Data() + sinks.ElementLength()});
  }

  // (open, fadeMs, reason)
  void open(const Napi::CallbackInfo& info) {
    mixer(info).open(info[0].As<Napi::Boolean>(), info[1].As<Napi::Number>(), reason_of(info[2].As<Napi::String>()));
  }

  // (values: Float64Array by slot, closed: Uint32Array, one per strip and one for all outputs): returns the revision
  Napi::Value observe(const Napi::CallbackInfo& info) {
    const uint32_t strips = mixer(info).layout().sounding_strips();
    auto values = array_of<Napi::Float64Array>(info, 0, mixer(info).addresses().size());
    auto closed = array_of<Napi::Uint32Array>(info, 1, strips + 1);
    const double revision = mixer(info).observe({values.Data(), mixer(info).addresses().size()},
                                                {closed.Data(), strips}, closed.Data()[strips]);
    return Napi::Number::New(info.Env(), revision);
  }

  // (reader, into: Float32Array, clips: Uint32Array)
  void read_meters(const Napi::CallbackInfo& info) {
    const uint32_t reader = info[0].As<Napi::Number>();
    if (reader >= meter_readers) throw Napi::RangeError::New(info.Env(), "readers are 0 to 7");
    const size_t strips = mixer(info).layout().sounding_strips();
    auto floats = array_of<Napi::Float32Array>(info, 1, strips * meter_floats);
    auto clips = array_of<Napi::Uint32Array>(info, 2, strips);
    mixer(info).read_meters(reader, floats.Data(), clips.Data());
  }

  // (clips: Uint32Array)
  void read_clips(const Napi::CallbackInfo& info) {
    auto clips = array_of<Napi::Uint32Array>(info, 0, mixer(info).layout().sounding_strips());
    mixer(info).read_clips(clips.Data());
  }

  void reset_clips(const Napi::CallbackInfo& info) { mixer(info).reset_clips(strip_of(info)); }

  // (sinks: Float64Array)
  void hold(const Napi::CallbackInfo& info) {
    const auto sinks = info[0].As<Napi::Float64Array>();
    mixer(info).hold({sinks.Data(), sinks.Data() + sinks.ElementLength()});
  }

  // (sources: Float64Array, reason: string): `stagebox`, or `phantom`.
  void hold_sources(const Napi::CallbackInfo& info) {
    const auto sources = info[0].As<Napi::Float64Array>();
    const Reason reason = info[1].As<Napi::String>().Utf8Value() == "stagebox" ? Reason::stagebox : Reason::phantom;
    mixer(info).hold_sources(reason, {sources.Data(), sources.Data() + sources.ElementLength()});
  }

  Napi::Value holds_sources(const Napi::CallbackInfo& info) {
    return Napi::Boolean::New(info.Env(), mixer(info).holds_sources());
  }

  // See addon_play.h.
  void make_play_ring(const Napi::CallbackInfo& info) { make_play_ring_of(info, mixer(info)); }
  void play(const Napi::CallbackInfo& info) { play_of(info, mixer(info)); }
  Napi::Value played(const Napi::CallbackInfo& info) { return played_of(info, mixer(info)); }

  // (reader: number, into: Float32Array): returns the number of inputs
  Napi::Value read_input_peaks(const Napi::CallbackInfo& info) {
    const uint32_t reader = info[0].As<Napi::Number>();
    auto into = info[1].As<Napi::Float32Array>();
    const auto most = static_cast<uint32_t>(into.ElementLength());
    return Napi::Number::New(info.Env(), mixer(info).read_input_peaks(reader, into.Data(), most));
  }

  // (spectra: Float64Array, alignments: Float64Array): see addon_analysis.h
  void analyse(const Napi::CallbackInfo& info) {
    mixer(info).analysis().order(analysis_order_of(info, mixer(info).layout().sounding_strips()));
  }

  Napi::Value read_analysis(const Napi::CallbackInfo& info) {
    return analysis_results_of(info.Env(), mixer(info).analysis().take());
  }

  // See addon_capture.h.
  Napi::Value start_capture(const Napi::CallbackInfo& info) { return start_capture_of(info, mixer(info)); }
  Napi::Value capture(const Napi::CallbackInfo& info) { return capture_of(info, mixer(info)); }
  void end_capture(const Napi::CallbackInfo& info) { mixer(info).capture().end(info[0].As<Napi::Number>()); }

  // Returns the latency of each strip's processors in frames: Uint32Array
  Napi::Value latencies(const Napi::CallbackInfo& info) {
    auto result = Napi::Uint32Array::New(info.Env(), mixer(info).layout().sounding_strips());
    for (uint32_t strip = 0; strip < result.ElementLength(); ++strip) result[strip] = mixer(info).latency(strip);
    return result;
  }

  // (delaysMs: Float64Array): fills the delay of each strip's speakers as it is heard
  void speaker_delays(const Napi::CallbackInfo& info) {
    auto into = array_of<Napi::Float64Array>(info, 0, mixer(info).layout().sounding_strips());
    std::ranges::copy(mixer(info).speaker_delays_ms(), into.Data());
  }

  // Returns all routes: Uint32Array, four numbers each: from, to, 1 if behind the processors, delay in frames
  Napi::Value routes(const Napi::CallbackInfo& info) {
    const std::vector<Route> routes = mixer(info).routes();
    auto result = Napi::Uint32Array::New(info.Env(), routes.size() * 4);
    for (size_t i = 0; i < routes.size(); ++i) {
      const uint32_t numbers[] = {routes[i].from, routes[i].to, routes[i].is_processed ? 1u : 0u, routes[i].wait_frames};
      std::copy_n(numbers, 4, result.Data() + 4 * i);
    }
    return result;
  }

  // See addon_howl.h.
  void protect(const Napi::CallbackInfo& info) { protect_strip(info, mixer(info), strip_of(info)); }
  void reset_howl(const Napi::CallbackInfo& info) { mixer(info).howl().reset(strip_of(info)); }
  Napi::Value howl_changes(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), static_cast<double>(mixer(info).howl().changes()));
  }
  Napi::Value howl_report(const Napi::CallbackInfo& info) {
    return rowdesk::howl_report(info.Env(), mixer(info), strip_of(info));
  }

  // See addon_inserts.h.
  Napi::Value set_insert(const Napi::CallbackInfo& info) { return set_insert_of(info, mixer(info), strip_of(info)); }
  Napi::Value set_insert_offset(const Napi::CallbackInfo& info) {
    return set_insert_offset_of(info, mixer(info), strip_of(info));
  }
  Napi::Value insert_state(const Napi::CallbackInfo& info) { return insert_state_of(info, mixer(info), strip_of(info)); }
  // See addon_hardware.h.
  Napi::Value set_hardware_insert(const Napi::CallbackInfo& info) {
    return set_hardware_insert_of(info, mixer(info), strip_of(info));
  }
  Napi::Value applied_hardware_inserts(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), mixer(info).applied_hardware_inserts());
  }
  void measure_insert(const Napi::CallbackInfo& info) { measure_insert_of(info, mixer(info), strip_of(info)); }
  Napi::Value measured_insert(const Napi::CallbackInfo& info) { return measured_insert_of(info, mixer(info), strip_of(info)); }
  void end_insert_measure(const Napi::CallbackInfo& info) {
    mixer(info).end_insert_measure(strip_of(info), place_of_insert(info));
  }
  Napi::Value applied_inserts(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), mixer(info).applied_inserts());
  }

  Napi::Value faults(const Napi::CallbackInfo& info) {
    const Mixer& mixer = this->mixer(info);
    auto result = Napi::Uint32Array::New(info.Env(), mixer.layout().sounding_strips());
    for (uint32_t strip = 0; strip < mixer.layout().sounding_strips(); ++strip) result[strip] = mixer.faults(strip);
    return result;
  }

  // Returns the path and the excess, see Mixer::excesses_ms, of each strip that has one.
  Napi::Array alignment_excess(const Napi::CallbackInfo& info) {
    const Mixer& mixer = this->mixer(info);
    auto result = Napi::Array::New(info.Env());
    const std::vector<double> excesses = mixer.excesses_ms();
    for (uint32_t strip = 0; strip < excesses.size(); ++strip) {
      if (excesses[strip] == 0.0) continue;
      auto each = Napi::Object::New(info.Env());
      each["path"] = Napi::String::New(info.Env(), mixer.layout().strips()[strip].path);
      each["ms"] = Napi::Number::New(info.Env(), excesses[strip]);
      result[result.Length()] = each;
    }
    return result;
  }

  Napi::Value state(const Napi::CallbackInfo& info) {
    const Mixer& mixer = this->mixer(info);
    auto result = Napi::Object::New(info.Env());
    result["appliedRevision"] = Napi::Number::New(info.Env(), mixer.revision());
    result["framePosition"] = Napi::Number::New(info.Env(), static_cast<double>(mixer.position()));
    result["lastCallbackMs"] = Napi::Number::New(info.Env(), static_cast<double>(mixer.clock().last_ns()) / 1e6);
    result["dspLoadPercent"] = Napi::Number::New(info.Env(), mixer.load().percent());
    result["dspLoadMaxPercent"] = Napi::Number::New(info.Env(), mixer.load().highest_percent());
    result["clock"] = Napi::String::New(info.Env(), mixer.is_without_clock() ? "lost" : "running");
    result["hasNullPointers"] = Napi::Boolean::New(info.Env(), mixer.has_null_pointers());
    result["notifiesWatchdog"] = Napi::Boolean::New(info.Env(), mixer.notifies_manager());
    result["howls"] = howl_changes(info);
    result["alignmentExcess"] = alignment_excess(info);
    result["instructionSet"] = Napi::String::New(info.Env(), mixer.kernel().name);
    return result;
  }

  // Returns the processor as an external, which keeps the mixer alive while a driver may call it.
  Napi::Value processor(const Napi::CallbackInfo& info) {
    mixer(info);
    auto* const owner = new std::shared_ptr<Mixer>(mixer_);
    auto external = Napi::External<rd_processor>::New(
        info.Env(), mixer_->processor(), [](Napi::Env, rd_processor*, std::shared_ptr<Mixer>* held) { delete held; }, owner);
    if (napi_type_tag_object(info.Env(), external, &processor_tag) != napi_ok) {
      throw Napi::Error::New(info.Env(), "this Node.js can't tag externals: 20.12 or newer is needed");
    }
    return external;
  }

  // The rings are over also while a driver holds the mixer.
  void close(const Napi::CallbackInfo&) {
    if (mixer_) {
      mixer_->make_play_ring(0);
      mixer_->end_recording();
      mixer_->end_inserts();
    }
    mixer_.reset();
  }

  std::shared_ptr<Mixer> mixer_;
};

// The columns of the strips' meters, as MeterColumn of driver.ts.
Napi::Array columns_of_meters(Napi::Env env) {
  auto columns = Napi::Array::New(env, meter_columns.size());
  for (uint32_t i = 0; i < meter_columns.size(); ++i) {
    const MeterColumn& column = meter_columns[i];
    auto each = Napi::Object::New(env);
    each["name"] = Napi::String::New(env, std::string(column.name));
    each["legs"] = Napi::Number::New(env, column.legs);
    each["fold"] = Napi::String::New(env, std::string(fold_names[static_cast<uint32_t>(column.fold)]));
    columns[i] = each;
  }
  return columns;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports["NativeMixer"] = NativeMixer::define(env);
  std::vector<const char*> sets, kinds;
  for (const Kernel* kernel : kernels_that_run()) sets.push_back(kernel->name);
  for (uint32_t i = 0; i < kind_count; ++i) kinds.push_back(describe(static_cast<Kind>(i)).name);
  exports["instructionSets"] = list_of(env, sets);
  exports["kinds"] = list_of(env, kinds);
  exports["reasons"] = list_of(env, reason_names);
  exports["meterColumns"] = columns_of_meters(env);
  exports["bandFrequencies"] = Napi::Function::New<band_frequencies_for>(env);
  exports["measure"] = Napi::Function::New<measure_capture>(env);
  return exports;
}

}  // namespace
}  // namespace rowdesk

static Napi::Object init_mixer(Napi::Env env, Napi::Object exports) { return rowdesk::init(env, exports); }
NODE_API_MODULE(mixer, init_mixer)
