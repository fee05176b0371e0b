// What a plugin does to its process: a report that names its place reaches the plugin host before the process ends.
#pragma once
#include <cstdint>
#include <string_view>

namespace rowdesk::plugins {

/**
 * In its scope, what the calling thread does is the doing of the plugin at this place: a text that is never freed. Afterwards the
 * thread computes as before: libraries of plugins leave denormal numbers as zero, or another rounding, where they are loaded.
 */
class Blame {
 public:
  explicit Blame(const char* place) noexcept;
  ~Blame();
  Blame(const Blame&) = delete;
  Blame& operator=(const Blame&) = delete;

 private:
  const char* const before_;
  const uint64_t arithmetic_;
};

/** The place of the innermost scope; null outside of any. */
const char* blamed_place() noexcept;

/** Gives the calling thread room for the report of a crash that its stack has none for. Of each thread that runs a plugin's code. */
void use_signal_stack();

/** Signals of a crash, an end of memory and a plugin that calls exit() are reported on the event channel; then the process ends. Call once. */
void report_crashes();

/** Writes a `fault` by write(2) and nothing else: of any thread, and of a signal handler. */
void write_fault(const char* place, const char* kind, const char* detail) noexcept;

/** Ends the process without any code of a plugin. */
[[noreturn]] void end_process(int code) noexcept;

}  // namespace rowdesk::plugins
