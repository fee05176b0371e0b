#include "sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>

#include "namespaces.h"
#include "privileges.h"

namespace rowdesk::plugins {
namespace {

#if defined(__x86_64__)
constexpr uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t architecture = AUDIT_ARCH_AARCH64;
#endif

/**
 * Calls that a plugin has no use for: processes, network, other processes' memory and time, the machine, rights of files; and files with
 * less in them: a slot that is shorter than its mapping, or has a hole where no memory is left, would end the mixer by SIGBUS.
 */
constexpr int refused[] = {
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_pidfd_open,
    __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo,
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_sendto, __NR_sendmsg,
    __NR_sendmmsg, __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, __NR_move_mount, __NR_open_tree,
    __NR_fsopen, __NR_fsmount, __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_quotactl, __NR_acct, __NR_swapon, __NR_swapoff,
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key, __NR_init_module,
    __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_personality, __NR_syslog, __NR_settimeofday,
    __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex, __NR_sethostname, __NR_setdomainname,
    __NR_setpriority, __NR_ioprio_set, __NR_migrate_pages, __NR_move_pages,
    __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid, __NR_setresuid, __NR_setresgid, __NR_setgroups, __NR_setfsuid,
    __NR_setfsgid, __NR_capset, __NR_setsid, __NR_setpgid,
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_msgget, __NR_msgsnd, __NR_semget, __NR_semop, __NR_mq_open, __NR_mq_unlink,
    __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr,
    __NR_mknodat, __NR_truncate, __NR_ftruncate, __NR_fallocate,
#if defined(__x86_64__)
    __NR_fork, __NR_vfork, __NR_chmod, __NR_chown, __NR_lchown, __NR_mknod, __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
};

/** Calls whose first argument is a thread; 0 is the one that calls. Which others belong to this process a filter can't know. */
constexpr int scheduling[] = {__NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_sched_setaffinity};

/** Owners and signals of a descriptor: a signal of any number to any process, once the descriptor has news. */
constexpr uint32_t refused_fcntl[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
constexpr uint32_t refused_ioctl[] = {FIOSETOWN, SIOCSPGRP, TIOCSTI};

/** A program of seccomp (classic BPF on seccomp_data), written step by step. */
class Filter {
 public:
  void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
  /** The low half of an argument: both of these processors are little-endian. */
  void load_argument(size_t index) { load(offsetof(seccomp_data, args) + index * sizeof(uint64_t)); }
  void add(int code, uint32_t value, uint8_t if_true = 0, uint8_t if_false = 0) {
    steps_.push_back({static_cast<uint16_t>(code), if_true, if_false, value});
  }
  void end(uint32_t action) { add(BPF_RET | BPF_K, action); }
  void refuse(int error) { end(SECCOMP_RET_ERRNO | static_cast<uint32_t>(error)); }
  /** Skips so many steps unless the loaded number is this one. */
  void unless_equal_skip(uint32_t value, uint8_t steps) { add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps); }

  bool install() {
    const sock_fprog program{static_cast<unsigned short>(steps_.size()), steps_.data()};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
  }

 private:
  std::vector<sock_filter> steps_;
};

/** EPERM for a call with one of these arguments at this place. */
template <size_t count>
void refuse_argument(Filter& filter, int call, size_t place, const uint32_t (&arguments)[count]) {
  filter.unless_equal_skip(static_cast<uint32_t>(call), static_cast<uint8_t>(2 + 2 * count));
  filter.load_argument(place);
  for (const uint32_t argument : arguments) {
    filter.unless_equal_skip(argument, 1);
    filter.refuse(EPERM);
  }
  filter.end(SECCOMP_RET_ALLOW);
}

bool refuse_calls() {
  const auto own_process = static_cast<uint32_t>(getpid());
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  filter.end(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  // The calls of x32 have numbers of their own.
  filter.add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1);
  filter.refuse(EPERM);
#endif
  for (const int call : refused) {
    filter.unless_equal_skip(static_cast<uint32_t>(call), 1);
    filter.refuse(EPERM);
  }
  // Its flags lie in memory, which a filter can't read: glibc then uses clone.
  filter.unless_equal_skip(__NR_clone3, 1);
  filter.refuse(ENOSYS);
  filter.unless_equal_skip(__NR_clone, 4);
  filter.load_argument(0);
  filter.add(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
  filter.refuse(EPERM);
  filter.end(SECCOMP_RET_ALLOW);
  // Signals and limits of this process only.
  for (const uint32_t call : {__NR_kill, __NR_tgkill}) {
    filter.unless_equal_skip(call, 4);
    filter.load_argument(0);
    filter.add(BPF_JMP | BPF_JEQ | BPF_K, own_process, 1, 0);
    filter.refuse(EPERM);
    filter.end(SECCOMP_RET_ALLOW);
  }
  for (const int call : scheduling) {
    filter.unless_equal_skip(static_cast<uint32_t>(call), 4);
    filter.load_argument(0);
    filter.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    filter.refuse(EPERM);
    filter.end(SECCOMP_RET_ALLOW);
  }
  refuse_argument(filter, __NR_fcntl, 1, refused_fcntl);
  refuse_argument(filter, __NR_ioctl, 1, refused_ioctl);
  constexpr uint32_t refused_advice[] = {MADV_REMOVE};
  refuse_argument(filter, __NR_madvise, 2, refused_advice);
  filter.unless_equal_skip(__NR_prlimit64, 5);
  filter.load_argument(0);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, own_process, 1, 0);
  filter.refuse(EPERM);
  filter.end(SECCOMP_RET_ALLOW);
  filter.end(SECCOMP_RET_ALLOW);
  return filter.install();
}

bool allow(int rules, const std::string& path, uint64_t access) {
  const int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (folder < 0) return false;
  landlock_path_beneath_attr beneath{};
  beneath.allowed_access = access;
  beneath.parent_fd = folder;
  const bool is_added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
  close(folder);
  return is_added;
}

/** Files: all may be read, one folder written. What newer kernels can refuse beside is refused there. */
bool close_files(const SandboxOptions& options) {
  constexpr uint64_t refer = uint64_t{1} << 13, truncate = uint64_t{1} << 14;
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  uint64_t handled = (uint64_t{1} << 13) - 1;
  if (version >= 2) handled |= refer;
  if (version >= 3) handled |= truncate;
  const uint64_t reads = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  const uint64_t writes = reads | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                          LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM | refer | truncate;
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = handled;
  const auto rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return false;
  bool is_closed = allow(rules, "/", reads);
  allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  for (const auto& folder : options.shared_folders) {
    allow(rules, folder, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  if (!options.written_folder.empty()) is_closed = allow(rules, options.written_folder, writes & handled) && is_closed;
  is_closed = is_closed && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return is_closed;
}

void limit(__rlimit_resource what, rlim_t most) {
  rlimit now{};
  getrlimit(what, &now);
  const rlim_t bound = now.rlim_max == RLIM_INFINITY ? most : std::min(most, now.rlim_max);
  const rlimit wanted{bound, bound};
  setrlimit(what, &wanted);
}

bool may_lock_all(uint64_t bytes) {
  rlimit now{};
  if (getrlimit(RLIMIT_MEMLOCK, &now) == 0 && now.rlim_cur >= bytes) return true;
  constexpr int ipc_lock = 14;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "CapEff:") continue;
    status >> word;
    return (std::stoull(word, nullptr, 16) >> ipc_lock & 1) != 0;
  }
  return false;
}

}  // namespace

std::vector<std::string> enter_sandbox(const SandboxOptions& options) {
  std::vector<std::string> granted;
  // A capability of outside locks nothing in a user namespace.
  raise_memory_lock(options.most_memory_bytes);
  const bool has_namespaces = enter_namespaces();
  if (has_namespaces) granted = {"user-namespace", "process-namespace"};
  // Arenas for each thread would reserve what RLIMIT_AS counts.
  mallopt(M_ARENA_MAX, 2);
  limit(RLIMIT_AS, options.most_memory_bytes);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, rlim_t{256} << 20);
  // A real-time thread that computes for so long without a wait has SIGXCPU, in us: it would keep the watching thread from its processor.
  const rlimit rt{500'000, 1'000'000};
  setrlimit(RLIMIT_RTTIME, &rt);
  bound_real_time(options.most_priority);
  drop_capabilities(!has_namespaces);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return granted;
  granted.emplace_back("no-new-privileges");
  if (close_files(options)) granted.emplace_back("landlock");
  if (refuse_calls()) granted.emplace_back("seccomp");
  return granted;
}

void lock_memory(uint64_t most_memory_bytes) {
  // A lock that ends at a limit would make the plugins' own allocations fail there.
  if (may_lock_all(most_memory_bytes)) mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
}

}  // namespace rowdesk::plugins
