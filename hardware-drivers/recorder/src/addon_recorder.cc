#include "addon_recorder.h"

#include "addon_jobs.h"
#include "addon_mending.h"
#include "recording/track_files.h"

namespace rowdesk {
namespace {

using namespace recorder;

/** Longer than a disk that is well takes for the files of all tracks. */
constexpr double longest_start_s = 1;

std::string text(const Napi::Object& from, const char* name) { return from.Get(name).ToString(); }
double number(const Napi::Object& from, const char* name) { return from.Get(name).ToNumber().DoubleValue(); }
uint64_t count(const Napi::Object& from, const char* name) { return static_cast<uint64_t>(number(from, name)); }
std::optional<RingPlace> place_in(const Napi::Value& given) {
  if (!given.IsObject()) return std::nullopt;
  const auto from = given.As<Napi::Object>();
  const std::string epoch = text(from, "epoch");
  return RingPlace{.epoch = std::strtoull(epoch.c_str(), nullptr, 10),
                   .frame = count(from, "frame"),
                   .is_behind_gap = from.Get("isBehindGap").ToBoolean()};
}
double milliseconds(uint64_t ns) { return static_cast<double>(ns) / 1e6; }

Napi::Object shape_to(Napi::Env env, const RingShape& shape) {
  auto to = Napi::Object::New(env);
  to.Set("rate", shape.rate_hz);
  to.Set("channels", shape.channels);
  auto tracks = Napi::Array::New(env, shape.tracks.size());
  for (uint32_t n = 0; n < shape.tracks.size(); ++n) {
    auto track = Napi::Object::New(env);
    track.Set("path", shape.tracks[n].path);
    track.Set("role", shape.tracks[n].is_programme ? "programme" : "track");
    track.Set("channels", shape.tracks[n].channels);
    tracks.Set(n, track);
  }
  to.Set("tracks", tracks);
  return to;
}

sound::Container container_of(const std::string& file_format) {
  return file_format == "flac" ? sound::Container::flac : sound::Container::wav;
}

/** Tracks in the order of the ring; `paths` gets the strip of each. */
TakePlace place_from(const Napi::Object& from, std::vector<std::string>& paths) {
  TakePlace place{.folder = text(from, "folder"), .take_id = text(from, "takeId")};
  const auto tracks = from.Get("tracks").As<Napi::Array>();
  for (uint32_t n = 0; n < tracks.Length(); ++n) {
    const auto track = tracks.Get(n).As<Napi::Object>();
    paths.push_back(text(track, "path"));
    place.tracks.push_back({.stem = text(track, "stem"), .peaks = text(track, "peaks"), .name = text(track, "name")});
  }
  place.container = container_of(text(from, "fileFormat"));
  place.encoding = number(from, "bitDepth") == 24 ? sound::Encoding::int24 : sound::Encoding::float32;
  return place;
}

}  // namespace

Napi::Function AddonRecorder::define(Napi::Env env) {
  using Self = AddonRecorder;
  return DefineClass(
      env, "NativeRecorder",
      {InstanceMethod<&Self::set_pre_roll>("setPreRoll"), InstanceMethod<&Self::start>("start"),
       InstanceMethod<&Self::split>("split"), InstanceMethod<&Self::stop>("stop"),
       InstanceMethod<&Self::mark>("mark"), InstanceMethod<&Self::position>("position"), InstanceMethod<&Self::state>("state"),
       InstanceMethod<&Self::dropouts>("dropouts"), InstanceMethod<&Self::wait>("wait"),
       InstanceMethod<&Self::close>("close"), StaticMethod<&Self::part_file>("partFile"), StaticMethod<&Self::mend>("mend")});
}

AddonRecorder::AddonRecorder(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonRecorder>(info) {
  follower_ = std::make_unique<RingFollower>(real_options(info[0].ToString()));
  follower_->run();
}

void AddonRecorder::set_pre_roll(const Napi::CallbackInfo& info) {
  if (follower_) follower_->set_pre_roll(info[0].ToNumber().DoubleValue());
}

void AddonRecorder::start(const Napi::CallbackInfo& info) {
  const auto from = info[0].As<Napi::Object>();
  try {
    if (!follower_) throw Refusal("the recorder has ended");
    std::vector<std::string> paths;
    TakePlace place = place_from(from, paths);
    TakeOrder order{.first_part = static_cast<uint32_t>(number(from, "firstPart")),
                    .frames_before = count(from, "framesBefore"),
                    .ended_ns = static_cast<uint64_t>(number(from, "endedMs") * 1e6)};
    if (writer_ && !writer_->state().is_complete) throw Refusal("the take before is still being written");
    writer_.reset();
    auto begin = follower_->begin(order.ended_ns > 0 ? std::optional(order.ended_ns) : std::nullopt, place_in(from.Get("ring")));
    const auto& tracks = begin.shape.tracks;
    bool fits = tracks.size() == paths.size();
    for (size_t n = 0; fits && n < tracks.size(); ++n) fits = tracks[n].path == paths[n];
    if (!fits || begin.shape.rate_hz != number(from, "rate")) {
      begin.tape->release();
      throw Refusal("what is armed has changed at this moment: start again");
    }
    for (size_t n = 0; n < tracks.size(); ++n) {
      place.tracks[n].first_channel = tracks[n].first_channel;
      place.tracks[n].channels = tracks[n].channels;
    }
    place.rate_hz = begin.shape.rate_hz;
    markers_ = place.markers;
    order.split_frames = static_cast<uint64_t>(number(from, "splitS") * begin.shape.rate_hz);
    writer_ = std::make_unique<TakeWriter>(std::move(begin), order, std::make_unique<TrackFiles>(std::move(place)));
    writer_->run();
    writer_->wait_begun(longest_start_s);
    const auto state = writer_->state();
    if (!state.has_begun && state.is_complete) {
      writer_.reset();
      throw Refusal(state.fault);
    }
  } catch (const Refusal& refusal) {
    throw Napi::Error::New(info.Env(), refusal.what());
  }
}

void AddonRecorder::split(const Napi::CallbackInfo&) {
  if (follower_) follower_->note(TapeEvent::split);
}

void AddonRecorder::stop(const Napi::CallbackInfo&) {
  if (follower_) follower_->note(TapeEvent::end, Reason::stopped);
}

void AddonRecorder::mark(const Napi::CallbackInfo& info) {
  if (markers_) markers_->add({static_cast<uint64_t>(info[0].ToNumber().Int64Value()), info[1].ToString()});
}

Napi::Value AddonRecorder::position(const Napi::CallbackInfo& info) {
  if (follower_) follower_->catch_up();
  return Napi::Number::New(info.Env(), writer_ ? static_cast<double>(writer_->position()) : 0);
}

Napi::Value AddonRecorder::state(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto to = Napi::Object::New(env);
  const auto ring = follower_ ? follower_->state() : RingFollower::State{};
  to.Set("ring", ring.shape.channels > 0 ? shape_to(env, ring.shape) : env.Null());
  to.Set("isReady", ring.is_ready);
  to.Set("neededBytes", static_cast<double>(ring.needed_bytes));
  to.Set("ringS", ring.ring_s);
  to.Set("fault", ring.fault);
  to.Set("take", env.Null());
  if (!writer_) return to;
  const auto state = writer_->state();
  auto take = Napi::Object::New(env);
  take.Set("isComplete", state.is_complete);
  take.Set("fault", state.fault);
  take.Set("hasFailed", state.has_failed);
  take.Set("frames", static_cast<double>(writer_->position()));
  take.Set("bufferFill", writer_->fill());
  take.Set("dropouts", static_cast<double>(state.dropout_count));
  take.Set("dropoutFrames", static_cast<double>(state.dropout_frames));
  auto parts = Napi::Array::New(env, state.parts.size());
  for (uint32_t n = 0; n < state.parts.size(); ++n) {
    const WrittenPart& part = state.parts[n];
    auto entry = Napi::Object::New(env);
    entry.Set("number", part.number);
    entry.Set("atMs", milliseconds(part.at_ns));
    entry.Set("frames", static_cast<double>(part.frames));
    entry.Set("gapFrames", static_cast<double>(part.gap_frames));
    auto missing = Napi::Array::New(env, part.missing.size());
    for (uint32_t m = 0; m < part.missing.size(); ++m) missing.Set(m, part.missing[m]);
    entry.Set("missing", missing);
    parts.Set(n, entry);
  }
  take.Set("parts", parts);
  to.Set("take", take);
  return to;
}

Napi::Value AddonRecorder::dropouts(const Napi::CallbackInfo& info) {
  const auto dropouts = writer_ ? writer_->dropouts() : std::vector<Dropout>{};
  auto list = Napi::Array::New(info.Env(), dropouts.size());
  for (uint32_t n = 0; n < dropouts.size(); ++n) {
    auto entry = Napi::Object::New(info.Env());
    entry.Set("at", static_cast<double>(dropouts[n].at));
    entry.Set("frames", static_cast<double>(dropouts[n].frames));
    entry.Set("reason", words_of(dropouts[n].reason));
    list.Set(n, entry);
  }
  return list;
}

Napi::Value AddonRecorder::wait(const Napi::CallbackInfo& info) {
  const bool is_complete = !writer_ || writer_->wait_complete(info[0].ToNumber().DoubleValue() / 1000);
  return Napi::Boolean::New(info.Env(), is_complete);
}

void AddonRecorder::close(const Napi::CallbackInfo&) {
  if (writer_ && !writer_->state().is_complete) {
    // A disk that takes longer keeps its thread; the next recorder mends what it leaves.
    writer_.release();
    follower_.release();
    return;
  }
  writer_.reset();
  follower_.reset();
}

Napi::Value AddonRecorder::part_file(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), recorder::part_file(info[0].ToString(), info[1].ToNumber().Uint32Value(),
                                                           container_of(info[2].ToString())));
}

Napi::Value AddonRecorder::mend(const Napi::CallbackInfo& info) {
  const auto from = info[0].As<Napi::Object>();
  BrokenPart part{.rate_hz = static_cast<uint32_t>(number(from, "rate")), .at = count(from, "at")};
  part.markers = markers_from(from.Get("markers").As<Napi::Array>());
  const auto tracks = from.Get("tracks").As<Napi::Array>();
  for (uint32_t n = 0; n < tracks.Length(); ++n) {
    const auto track = tracks.Get(n).As<Napi::Object>();
    part.tracks.push_back({.file = text(track, "file"),
                           .peaks = text(track, "peaks"),
                           .channels = static_cast<uint32_t>(number(track, "channels"))});
  }
  auto* const mending = new Mending(info.Env(), std::move(part));
  mending->Queue();
  return mending->promise();
}

}  // namespace rowdesk
