// Why a strip, or all outputs, are closed: the words of `mutedBy`.
#pragma once

#include <cstdint>

namespace rowdesk {

enum class Reason : uint32_t { mute, mute_group, dca, panic, phantom, patch, fault, startup, clock, driver, clock_lost };

// In the order of Reason. Clients see one word for the last three: there is no clock.
inline constexpr const char* reason_names[] = {"mute",  "muteGroup", "dca",   "panic", "phantom", "patch",
                                               "fault", "startup",   "clock", "clock", "clock"};

inline constexpr uint32_t bit(Reason reason) { return 1u << static_cast<uint32_t>(reason); }

}  // namespace rowdesk
