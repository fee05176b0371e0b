// Why a strip, or all outputs, are closed: the words of `mutedBy`.
#pragma once

#include <cstdint>

namespace rowdesk {

// A source is held while its phantom or pad is switched (phantom), and while its stagebox is not known to be as wanted
// (stagebox).
enum class Reason : uint32_t { mute, mute_group, dca, panic, phantom, stagebox, patch, fault, startup, clock, driver, clock_lost };

// In the order of Reason. Clients see one word for the last three: there is no clock.
inline constexpr const char* reason_names[] = {"mute",  "muteGroup", "dca",   "panic", "phantom", "stagebox",
                                               "patch", "fault",     "startup", "clock", "clock", "clock"};

// The reasons for which a source is held: whoever hears it is closed, with times of their own.
inline constexpr Reason holding_reasons[] = {Reason::phantom, Reason::stagebox};
inline constexpr bool holds_source(Reason reason) { return reason == Reason::phantom || reason == Reason::stagebox; }

inline constexpr uint32_t bit(Reason reason) { return 1u << static_cast<uint32_t>(reason); }

}  // namespace rowdesk
