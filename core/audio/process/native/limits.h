#pragma once
#include <string>

namespace rowdesk {

/* Locks in RAM what is shared by audio threads: libraries, drivers, malloc's heap; drivers lock their own buffers. To be
 * called again when more was loaded. Never mlockall: V8 gives pages back with MADV_DONTNEED, which fails on locked
 * memory (EINVAL), and V8 ends the process then. Returns "" or the reason in words. */
std::string lock_memory();

/* Lets no thread with a real-time policy run for longer without a pause (RLIMIT_RTTIME), so that a driver that hangs
 * can't take the machine. Returns "" or the reason in words. */
std::string limit_real_time(unsigned long microseconds);

/* Opens and locks a file until this process ends. Returns its descriptor, or -1 and errno: EWOULDBLOCK when another
 * process holds it. */
int lock_file(const std::string& path);

}  // namespace rowdesk
