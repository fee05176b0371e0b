// spa/param/profiler.h: a struct of objects, one per cycle; each with the clock, the driver, and a block per follower.
#include "profile.h"

#include <spa/param/profiler.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>

#include <algorithm>

namespace rowdesk {
namespace {

bool read_clock(const spa_pod* pod, Driver& driver) {
  int32_t flags = 0;
  int32_t id = 0;
  const char* name = nullptr;
  int64_t nanoseconds = 0;
  spa_fraction rate{};
  int64_t position = 0;
  int64_t duration = 0;
  const int result = spa_pod_parse_struct(pod, SPA_POD_Int(&flags), SPA_POD_Int(&id), SPA_POD_String(&name),
                                          SPA_POD_Long(&nanoseconds), SPA_POD_Fraction(&rate),
                                          SPA_POD_Long(&position), SPA_POD_Long(&duration));
  if (result < 0 || rate.num == 0 || duration < 0) return false;
  driver.rate = rate.denom / rate.num;
  driver.quantum = static_cast<uint64_t>(duration);
  return true;
}

bool read_block(const spa_pod* pod, Driver& driver) {
  int32_t id = 0;
  if (spa_pod_parse_struct(pod, SPA_POD_Int(&id)) < 0) return false;
  driver.node = static_cast<uint32_t>(id);
  return true;
}

}  // namespace

void put(Profile& profile, const Driver& driver) {
  const auto same = std::find_if(profile.drivers.begin(), profile.drivers.end(),
                                 [&](const Driver& each) { return each.node == driver.node; });
  if (same == profile.drivers.end()) profile.drivers.push_back(driver);
  else *same = driver;
}

Profile read_profile(const spa_pod* pod) {
  Profile profile;
  if (!spa_pod_is_struct(pod)) return profile;
  // PipeWire's macro for this compiles in C only.
  const void* body = SPA_POD_BODY_CONST(pod);
  const uint32_t size = SPA_POD_BODY_SIZE(pod);
  for (auto* object = static_cast<const spa_pod*>(body); spa_pod_is_inside(body, size, object);
       object = static_cast<const spa_pod*>(spa_pod_next(object))) {
    if (!spa_pod_is_object_type(object, SPA_TYPE_OBJECT_Profiler)) continue;
    Driver driver{};
    bool has_clock = false;
    bool has_block = false;
    const spa_pod_prop* property = nullptr;
    SPA_POD_OBJECT_FOREACH(reinterpret_cast<const spa_pod_object*>(object), property) {
      if (property->key == SPA_PROFILER_clock) has_clock = read_clock(&property->value, driver);
      else if (property->key == SPA_PROFILER_driverBlock) has_block = read_block(&property->value, driver);
      else if (property->key == SPA_PROFILER_followerBlock) ++driver.followers;
    }
    if (has_clock && has_block) put(profile, driver);
  }
  return profile;
}

}  // namespace rowdesk
