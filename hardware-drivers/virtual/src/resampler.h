// Converts the rate of a whole clip by a Kaiser-windowed sinc: flat to 0.45 of the lower rate, aliases below -140 dB.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace rowdesk::stagebox {

/**
 * Returns `out_frames` samples; sample n is at the position n * in_step / out_step of the input. `circular`: the input
 * repeats for ever, so that a loop has no seam; otherwise silence surrounds it.
 */
std::vector<float> resample(std::span<const float> in, uint64_t out_frames, uint64_t in_step, uint64_t out_step,
                            bool circular);

}  // namespace rowdesk::stagebox
