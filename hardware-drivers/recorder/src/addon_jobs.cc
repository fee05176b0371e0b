#include "addon_jobs.h"

#include <algorithm>

namespace rowdesk {

std::shared_ptr<const playing::Take> take_from(const Napi::Object& from) {
  auto take = std::make_shared<playing::Take>();
  take->rate_hz = from.Get("rate").ToNumber();
  const auto parts = from.Get("parts").As<Napi::Array>();
  for (uint32_t n = 0; n < parts.Length(); ++n) {
    const auto part = parts.Get(n).As<Napi::Object>();
    take->parts.push_back({part.Get("at").ToNumber().Int64Value(), part.Get("frames").ToNumber().Int64Value()});
  }
  const auto tracks = from.Get("tracks").As<Napi::Array>();
  for (uint32_t n = 0; n < tracks.Length(); ++n) {
    const auto track = tracks.Get(n).As<Napi::Object>();
    playing::PlayedTrack& to = take->tracks.emplace_back();
    to.channels = track.Get("channels").ToNumber();
    const auto files = track.Get("files").As<Napi::Array>();
    for (uint32_t f = 0; f < files.Length(); ++f) to.files.push_back(files.Get(f).ToString());
  }
  return take;
}

std::vector<recorder::Marker> markers_from(const Napi::Array& from) {
  std::vector<recorder::Marker> markers;
  for (uint32_t n = 0; n < from.Length(); ++n) {
    const auto marker = from.Get(n).As<Napi::Object>();
    markers.push_back({static_cast<uint64_t>(std::max<int64_t>(0, marker.Get("at").ToNumber().Int64Value())),
                       marker.Get("label").ToString()});
  }
  return markers;
}

recorder::TrackFormat format_from(const Napi::Object& from) {
  const std::string container = from.Get("container").ToString(), encoding = from.Get("encoding").ToString();
  recorder::TrackFormat format;
  format.container = container == "flac" ? sound::Container::flac : sound::Container::wav;
  format.encoding = encoding == "int16"   ? sound::Encoding::int16
                    : encoding == "int24" ? sound::Encoding::int24
                                          : sound::Encoding::float32;
  return format;
}

std::vector<uint32_t> numbers_from(const Napi::Value& from) {
  const auto list = from.As<Napi::Array>();
  std::vector<uint32_t> numbers;
  for (uint32_t n = 0; n < list.Length(); ++n) numbers.push_back(list.Get(n).ToNumber());
  return numbers;
}

Napi::Array numbers_to(Napi::Env env, const std::vector<float>& from) {
  auto to = Napi::Array::New(env, from.size());
  for (uint32_t n = 0; n < from.size(); ++n) to.Set(n, from[n]);
  return to;
}

}  // namespace rowdesk
