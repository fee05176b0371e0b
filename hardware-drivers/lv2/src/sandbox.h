// What a process that runs plugins may not do: no new processes, no network, no files but in one folder, no time of other threads, a bound on memory.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk::plugins {

struct SandboxOptions {
  /** The only folder that may be written; '' for none. It exists. */
  std::string written_folder;
  /** Folders with files of shared memory, which may be written, not made or removed; those that do not exist are left out. */
  std::vector<std::string> shared_folders;
  /** Of all memory, by RLIMIT_AS. */
  uint64_t most_memory_bytes = uint64_t{2} << 30;
  /** Of a real-time thread, by RLIMIT_RTPRIO; 0: none. */
  int most_priority = 0;
};

/**
 * Of the calling thread, and of all that it starts: before any other thread. Refused calls give EPERM, memory beyond the bound ENOMEM.
 * Where the kernel gives namespaces it returns in another process (namespaces.h). Returns what the kernel granted: `user-namespace`,
 * `process-namespace`, `no-new-privileges`, `landlock`, `seccomp`.
 */
std::vector<std::string> enter_sandbox(const SandboxOptions& options);

/** Keeps the process in memory, where the system allows that for all that a rack may have. */
void lock_memory(uint64_t most_memory_bytes);

}  // namespace rowdesk::plugins
