#include "addon_export.h"

#include "../../lib/sound-files/src/quantiser.h"
#include "addon_jobs.h"

namespace rowdesk {

Napi::Function AddonExport::define(Napi::Env env) {
  return DefineClass(env, "TrackExport", {InstanceMethod<&AddonExport::step>("step")});
}

AddonExport::AddonExport(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonExport>(info) {
  const auto from = info[0].As<Napi::Object>();
  recorder::ExportOrder order;
  order.take = take_from(from.Get("take").As<Napi::Object>());
  order.path = from.Get("path").ToString();
  order.format = format_from(from.Get("format").As<Napi::Object>());
  order.format.rate_hz = from.Get("rate").ToNumber();
  order.format.channels = order.take->tracks.at(0).channels;
  order.format.dither_seed = from.Get("isExact").ToBoolean() ? sound::no_dither : from.Get("ditherSeed").ToNumber().Uint32Value();
  const auto facts = from.Get("facts").As<Napi::Object>();
  order.facts.description = facts.Get("description").ToString();
  order.facts.originator = facts.Get("originator").ToString();
  order.facts.date = facts.Get("date").ToString();
  order.facts.time = facts.Get("time").ToString();
  order.facts.track_name = facts.Get("trackName").ToString();
  order.markers = markers_from(from.Get("markers").As<Napi::Array>());
  order.facts.time_reference = static_cast<uint64_t>(facts.Get("timeReference").ToNumber().Int64Value());
  order.reserve_bytes = static_cast<uint64_t>(from.Get("reserveBytes").ToNumber().Int64Value());
  in_words(info.Env(), [&] { work_ = std::make_unique<recorder::TrackExport>(std::move(order)); });
}

Napi::Value AddonExport::step(const Napi::CallbackInfo& info) {
  bool goes_on = false;
  in_words(info.Env(), [&] { goes_on = work_->step(info[0].ToNumber()); });
  auto to = Napi::Object::New(info.Env());
  to.Set("isDone", !goes_on);
  to.Set("done", static_cast<double>(work_->done()));
  to.Set("frames", static_cast<double>(work_->written()));
  to.Set("peaks", numbers_to(info.Env(), work_->peaks()));
  return to;
}

}  // namespace rowdesk
