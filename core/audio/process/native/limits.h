#pragma once
#include <string>

namespace rowdesk {

/* Locks memory that audio threads share: libraries, drivers, malloc's heap; drivers lock their own buffers. Call it again
 * after libraries are loaded. It does not use mlockall: V8 returns pages with MADV_DONTNEED, which fails on locked memory
 * (EINVAL), and V8 then ends the process. Returns "" or the reason in words. */
std::string lock_memory();

/* Limits the time that a real-time thread runs without a sleep (RLIMIT_RTTIME), so that a hanging driver can't block the
 * machine. Returns "" or the reason in words. */
std::string limit_real_time(unsigned long microseconds);

/* Opens a file and locks it until this process ends. Returns its descriptor, or -1 and sets errno: EWOULDBLOCK if another
 * process holds the lock. */
int lock_file(const std::string& path);

}  // namespace rowdesk
