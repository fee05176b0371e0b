// The probe of a plugin: a second of noise at 48 kHz in blocks of 64 frames.
#pragma once
#include <string>

namespace rowdesk::plugins {

/** Prints `{"ok":true,"latencyFrames":0,"meanUs":12.3}`, with `measuredFrames` where an impulse says another latency, or `{"ok":false,"reason":"..."}`, with `"isLate":true` for its time alone, and ends the process. */
[[noreturn]] int probe(const std::string& format, const std::string& uri, const std::string& bundle);

}  // namespace rowdesk::plugins
