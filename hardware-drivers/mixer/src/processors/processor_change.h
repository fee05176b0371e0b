// What the control side tells a lane's processors, in numbers that the audio thread can use as they are.
#pragma once

#include <cstdint>

namespace rowdesk {

enum class ProcessorPart : uint32_t { high_pass, gate, equaliser, compressor, gate_key, compressor_key, link, align };

// `first` of its numbers in the block.
struct ProcessorChange {
  ProcessorPart part;
  uint32_t lane;
  uint32_t first;
};

// high_pass: 2 sections of SectionNumbers. equaliser: most_bands of them. link: 0 or 1. align: parts of a frame.
enum GateNumber : uint32_t { gate_range, gate_wet, gate_open, gate_close, gate_attack, gate_release, gate_hold, gate_numbers };
enum CompressorNumber : uint32_t {
  compressor_threshold, compressor_slope, compressor_knee, compressor_knee_factor, compressor_makeup, compressor_wet,
  compressor_attack, compressor_release, compressor_hold, compressor_is_rms, compressor_settle,
  compressor_numbers,
};
// Lanes are -1 where the processor hears its own input; then the SectionNumbers of the filter.
enum KeyNumber : uint32_t { key_left, key_right, key_is_late, key_is_filtered, key_filter };

}  // namespace rowdesk
