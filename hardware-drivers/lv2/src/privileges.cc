#include "privileges.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace rowdesk::plugins {
namespace {

/** By the calling thread's number 0: the sandbox lets no other one through. */
bool schedule(int policy, int priority) {
  sched_param wanted{};
  wanted.sched_priority = priority;
  return sched_setscheduler(0, policy, &wanted) == 0;
}

}  // namespace

bool become_real_time(int priority) { return schedule(SCHED_FIFO, priority); }

void leave_real_time() { schedule(SCHED_OTHER, 0); }

void bound_real_time(int priority) {
  const auto most = static_cast<rlim_t>(priority);
  rlimit now{};
  getrlimit(RLIMIT_RTPRIO, &now);
  const rlim_t bound = std::min(most, now.rlim_max);
  const rlimit bounds{bound, bound};
  setrlimit(RLIMIT_RTPRIO, &bounds);
}

void drop_capabilities(bool keeps_lock) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, sets) != 0) return;
  const uint32_t kept = keeps_lock ? 1u << CAP_IPC_LOCK : 0;
  for (auto& set : sets) {
    const uint32_t bits = &set == sets ? kept : 0;
    set.effective &= bits;
    set.permitted &= bits;
    set.inheritable = 0;
  }
  header = {_LINUX_CAPABILITY_VERSION_3, 0};
  syscall(SYS_capset, &header, sets);
}

void raise_memory_lock(uint64_t bytes) {
  rlimit now{};
  if (getrlimit(RLIMIT_MEMLOCK, &now) != 0 || now.rlim_cur >= bytes) return;
  const rlimit more{bytes, std::max<rlim_t>(now.rlim_max, bytes)};
  setrlimit(RLIMIT_MEMLOCK, &more);
}

}  // namespace rowdesk::plugins
