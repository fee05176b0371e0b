#include "addon_player.h"

#include <array>

namespace rowdesk {
namespace {

using playing::Take;
using playing::Transport;

constexpr std::array<const char*, 3> transports{"stop", "pause", "play"};

std::shared_ptr<const Take> take_from(const Napi::Value& value) {
  if (!value.IsObject()) return nullptr;
  const auto from = value.As<Napi::Object>();
  auto take = std::make_shared<Take>();
  take->rate_hz = from.Get("rateHz").ToNumber();
  const auto parts = from.Get("parts").As<Napi::Array>();
  for (uint32_t p = 0; p < parts.Length(); ++p) {
    const auto part = parts.Get(p).As<Napi::Object>();
    take->parts.push_back({part.Get("at").ToNumber().Int64Value(), part.Get("frames").ToNumber().Int64Value()});
  }
  const auto tracks = from.Get("tracks").As<Napi::Array>();
  for (uint32_t t = 0; t < tracks.Length(); ++t) {
    const auto track = tracks.Get(t).As<Napi::Object>();
    const auto files = track.Get("files").As<Napi::Array>();
    auto& to = take->tracks.emplace_back();
    to.channels = track.Get("channels").ToNumber();
    for (uint32_t f = 0; f < files.Length(); ++f) to.files.push_back(files.Get(f).ToString());
  }
  return take;
}

}  // namespace

Napi::Function AddonPlayer::define(Napi::Env env) {
  return DefineClass(env, "NativePlayer",
                     {InstanceMethod<&AddonPlayer::load>("load"), InstanceMethod<&AddonPlayer::transport>("transport"),
                      InstanceMethod<&AddonPlayer::seek>("seek"), InstanceMethod<&AddonPlayer::loop>("loop"),
                      InstanceMethod<&AddonPlayer::state>("state"), InstanceMethod<&AddonPlayer::close>("close")});
}

AddonPlayer::AddonPlayer(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<AddonPlayer>(info), player_(std::make_unique<playing::Player>(info[0].ToString())) {}

playing::Player& AddonPlayer::open(Napi::Env env) const {
  if (!player_) throw Napi::Error::New(env, "the player is closed");
  return *player_;
}

void AddonPlayer::load(const Napi::CallbackInfo& info) { open(info.Env()).load(take_from(info[0])); }

void AddonPlayer::transport(const Napi::CallbackInfo& info) {
  const std::string wanted = info[0].ToString();
  for (size_t n = 0; n < transports.size(); ++n) {
    if (wanted == transports[n]) open(info.Env()).transport(static_cast<Transport>(n));
  }
}

void AddonPlayer::seek(const Napi::CallbackInfo& info) { open(info.Env()).seek(info[0].ToNumber().Int64Value()); }

void AddonPlayer::loop(const Napi::CallbackInfo& info) {
  open(info.Env()).loop({info[0].ToNumber().Int64Value(), info[1].ToNumber().Int64Value()});
}

Napi::Value AddonPlayer::state(const Napi::CallbackInfo& info) {
  const playing::Player::State state = open(info.Env()).state();
  auto to = Napi::Object::New(info.Env());
  to.Set("transport", transports[static_cast<size_t>(state.transport)]);
  to.Set("position", static_cast<double>(state.position));
  to.Set("isSounding", state.is_sounding);
  to.Set("hasRing", state.has_ring);
  to.Set("ringRateHz", state.ring_rate_hz);
  to.Set("underruns", static_cast<double>(state.underruns));
  to.Set("fault", state.fault);
  return to;
}

void AddonPlayer::close(const Napi::CallbackInfo&) { player_.reset(); }

}  // namespace rowdesk
