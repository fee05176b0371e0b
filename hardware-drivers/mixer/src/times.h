// How long changes take, from rows.md "How the desk sounds" and DESIGN 8.
#pragma once

namespace rowdesk::times {

inline constexpr double gain_ms = 20.0;
inline constexpr double source_ms = 20.0;
inline constexpr double mute_ms = 10.0;
inline constexpr double panic_release_ms = 200.0;
inline constexpr double fault_release_ms = 10.0;
inline constexpr double clock_release_ms = 100.0;
inline constexpr double rms_s = 0.3;

}  // namespace rowdesk::times
