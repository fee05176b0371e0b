// Why a capture can't be measured.
#pragma once

#include <optional>
#include <string>

namespace rowdesk::measurement {

// reason: too-short, no-signal, clipped, dropouts, unsteady, wrong-channel or low-coherence. words: for the operator, with the remedy.
struct Refusal {
  std::string reason, words;
};

using MaybeRefused = std::optional<Refusal>;

}  // namespace rowdesk::measurement
