// Howl-round protection of a strip: what is desired of it, and what it reports.
#pragma once

#include <cstdint>
#include <vector>

#include "feedback/notch.h"

namespace rowdesk {

enum class HowlMode : uint8_t { off, detect, suppress };

// rows.md, `/channel/{kind}/{index}/hrp`. `off` where the row is not enabled.
struct HowlSettings {
  HowlMode mode = HowlMode::off;
  double sensitivity_percent = 50.0;  // 0 to 100
  uint32_t most = most_notches;       // fixed and live notches together, 0 to most_notches
  double deepest_db = -18.0;          // of a live notch, -24 to -3
  double lift_after_s = 60.0;         // without howling, until a live notch is lifted; 0: never
  std::vector<Notch> fixed = {};      // in every mode but `off`; at most most_notches
  bool operator==(const HowlSettings&) const = default;
};

struct HowlReport {
  struct Live {
    uint32_t slot;  // from 0; fixed notches come first
    Notch notch;
    uint64_t since;  // frames of the engine's position
  };
  struct Candidate {
    double frequency_hz;
    double score;  // 0 to 1: 1 is a howl
  };
  std::vector<Live> notches;          // live ones, by slot
  std::vector<Candidate> candidates;  // by score, at most 8
  bool is_howling = false;            // a component grows or persists that no notch has tamed yet
  double headroom_db = 0.0;           // from the strip's loudest suspicious component to where it was when it howled; 0: unknown
};

}  // namespace rowdesk
