#include "scheduling.h"

#include <sched.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace rowdesk {
namespace {

constexpr int policy_mask = 0xff; /* SCHED_RESET_ON_FORK is a bit above */

struct Policy {
  int number;
  const char* name;
};
constexpr std::array policies{Policy{SCHED_OTHER, "SCHED_OTHER"}, Policy{SCHED_FIFO, "SCHED_FIFO"}, Policy{SCHED_RR, "SCHED_RR"},
                              Policy{SCHED_BATCH, "SCHED_BATCH"}, Policy{SCHED_IDLE, "SCHED_IDLE"}, Policy{6, "SCHED_DEADLINE"}};

/* A number that was a thread's may be another process' now. */
bool is_own(pid_t thread) { return thread > 0 && access(("/proc/self/task/" + std::to_string(thread)).c_str(), F_OK) == 0; }

pid_t thread_of(const Napi::CallbackInfo& info) { return info[0].ToNumber().Int32Value(); }

/* scheduling(thread): { policy, priority }, null for a thread that is not there. */
Napi::Value Scheduling(const Napi::CallbackInfo& info) {
  const pid_t thread = thread_of(info);
  sched_param parameters{};
  const int policy = is_own(thread) ? sched_getscheduler(thread) : -1;
  if (policy < 0 || sched_getparam(thread, &parameters) != 0) return info.Env().Null();
  std::string name = "SCHED_" + std::to_string(policy & policy_mask);
  for (const auto& each : policies) {
    if (each.number == (policy & policy_mask)) name = each.name;
  }
  auto read = Napi::Object::New(info.Env());
  read.Set("policy", name);
  read.Set("priority", parameters.sched_priority);
  return read;
}

/* schedule(thread, policy, priority): the reason of a failure, else ''. */
Napi::Value Schedule(const Napi::CallbackInfo& info) {
  const pid_t thread = thread_of(info);
  const std::string name = info[1].ToString().Utf8Value();
  sched_param parameters{};
  parameters.sched_priority = info[2].ToNumber().Int32Value();
  for (const auto& each : policies) {
    if (name != each.name) continue;
    if (!is_own(thread)) return Napi::String::New(info.Env(), "the thread is not there");
    const bool is_set = sched_setscheduler(thread, each.number, &parameters) == 0;
    return Napi::String::New(info.Env(), is_set ? "" : std::strerror(errno));
  }
  return Napi::String::New(info.Env(), "no policy is named " + name);
}

}  // namespace

void export_scheduling(Napi::Env env, Napi::Object exports) {
  exports.Set("scheduling", Napi::Function::New(env, Scheduling));
  exports.Set("schedule", Napi::Function::New(env, Schedule));
}

}  // namespace rowdesk
