// Decodes a sound file to a clip at the running rate. The time it takes is unbounded: never call it on the audio or
// JavaScript thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "clip.h"

namespace rowdesk::stagebox {

struct DecodeOrder {
  /** The folder of the file `name`; if empty, `name` is a trusted path. */
  std::string folder;
  std::string name;
  /** The channel of the file, from 1. */
  uint32_t channel = 1;
  uint32_t rate_hz = 48000;
  /** True: the length is rounded to whole frames, which changes the pitch by at most half a frame per repetition. */
  bool loops = true;
};

/** The longest clip: 256 MiB, 23 minutes at 48 kHz. */
constexpr uint64_t most_clip_frames = 64ull << 20;

/** Throws sound::FileError with words for the operator. */
std::shared_ptr<const Clip> decode(const DecodeOrder& order);

struct SoundFacts {
  uint32_t channels;
  uint32_t rate_hz;
  uint64_t frames;
};
/** Reads the header of a file. Throws sound::FileError. */
SoundFacts look_at(const std::string& folder, const std::string& name);

}  // namespace rowdesk::stagebox
