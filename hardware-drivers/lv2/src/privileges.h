// What a process that runs plugins gives up besides files and calls.
#pragma once
#include <cstdint>

namespace rowdesk::plugins {

/** Of the calling thread: SCHED_FIFO at this priority, which threads that it starts begin with. False where the system denies it. */
bool become_real_time(int priority);
/** The ordinary policy again. */
void leave_real_time();

/** No thread of the process gets a real-time priority above this one from now on; 0: none. */
void bound_real_time(int priority);

/**
 * Of the calling thread, and of all that it starts: no capability, or `keeps_lock` none but to lock memory. A desk that root runs would
 * give plugins those of root: any priority, any process, any file.
 */
void drop_capabilities(bool keeps_lock);

/** So much memory may be locked without a capability from now on, where the process may raise the limit. */
void raise_memory_lock(uint64_t bytes);

}  // namespace rowdesk::plugins
