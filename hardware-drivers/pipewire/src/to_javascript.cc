#include "to_javascript.h"

namespace rowdesk {
namespace {

Napi::Object converted(Napi::Env env, const Properties& properties) {
  Napi::Object object = Napi::Object::New(env);
  for (const auto& [key, value] : properties) object.Set(key, value);
  return object;
}

void put(Napi::Object& object, const Added& added) {
  object.Set("what", "added");
  object.Set("id", added.id);
  object.Set("type", added.type);
  object.Set("isDestroyable", added.is_destroyable);
  object.Set("properties", converted(object.Env(), added.properties));
}

void put(Napi::Object& object, const Removed& removed) {
  object.Set("what", "removed");
  object.Set("id", removed.id);
}

void put(Napi::Object& object, const NodeInfo& info) {
  object.Set("what", "node");
  object.Set("id", info.id);
  object.Set("error", info.error);
  if (info.is_configurable) object.Set("isConfigurable", *info.is_configurable);
  if (info.properties) object.Set("properties", converted(object.Env(), *info.properties));
}

void put(Napi::Object& object, const LinkInfo& info) {
  object.Set("what", "link");
  object.Set("id", info.id);
  object.Set("error", info.error);
  if (info.properties) object.Set("properties", converted(object.Env(), *info.properties));
}

void put(Napi::Object& object, const LinkRefused& refused) {
  object.Set("what", "linkRefused");
  object.Set("request", refused.request);
  object.Set("reason", refused.reason);
}

void put(Napi::Object& object, const Refused& refused) {
  object.Set("what", "refused");
  object.Set("reason", refused.reason);
}

void put(Napi::Object& object, const Setting& setting) {
  object.Set("what", "setting");
  object.Set("metadata", setting.metadata);
  object.Set("key", setting.key);
  object.Set("value", setting.value);
}

void put(Napi::Object& object, const Latency& latency) {
  object.Set("what", "latency");
  object.Set("port", latency.port);
  object.Set("isInput", latency.is_input);
  object.Set("quanta", latency.quanta);
  object.Set("frames", latency.frames);
  object.Set("nanoseconds", static_cast<double>(latency.nanoseconds));
}

void put(Napi::Object& object, const Profile& profile) {
  object.Set("what", "profile");
  Napi::Array drivers = Napi::Array::New(object.Env(), profile.drivers.size());
  for (uint32_t i = 0; i < profile.drivers.size(); ++i) {
    const Driver& driver = profile.drivers[i];
    Napi::Object each = Napi::Object::New(object.Env());
    each.Set("node", driver.node);
    each.Set("rate", driver.rate);
    each.Set("quantum", static_cast<double>(driver.quantum));
    each.Set("followers", driver.followers);
    drivers.Set(i, each);
  }
  object.Set("drivers", drivers);
}

void put(Napi::Object& object, const Ready&) { object.Set("what", "ready"); }

void put(Napi::Object& object, const Lost& lost) {
  object.Set("what", "lost");
  object.Set("reason", lost.reason);
}

}  // namespace

Napi::Value to_javascript(Napi::Env env, const Event& event) {
  Napi::Object object = Napi::Object::New(env);
  std::visit([&](const auto& each) { put(object, each); }, event);
  return object;
}

}  // namespace rowdesk
