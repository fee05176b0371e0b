// The latency of a plugin, measured: some tell none, or a wrong one, and paths beside them are then not aligned.
#pragma once
#include <cstdint>
#include <optional>

#include "voice.h"

namespace rowdesk::plugins {

/**
 * Two impulses of different levels, at different places of a block, through a voice that nobody hears and that is not used afterwards:
 * what comes back must be one short event, at the same distance both times, within 50 ms and after silence. Then it is the latency in
 * frames. Nothing for others: generators, gates, reverbs, filters that ring, plugins that are still preparing themselves.
 */
std::optional<uint32_t> measure_latency(Voice& voice, uint32_t legs, uint32_t rate_hz, uint32_t block_frames);

/** What is to be added to what the plugin tells: 0 where both agree, to two frames, or nothing was measured. */
int32_t latency_correction(std::optional<uint32_t> measured, uint32_t told);

}  // namespace rowdesk::plugins
