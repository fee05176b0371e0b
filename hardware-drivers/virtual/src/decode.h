// From a sound file to a clip at the running rate. Takes as long as it takes: never on the audio or JavaScript thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "clip.h"

namespace rowdesk::stagebox {

struct DecodeOrder {
  /** The file `name` in this folder; or, empty, `name` is a path of the caller's own. */
  std::string folder;
  std::string name;
  /** From 1. */
  uint32_t channel = 1;
  uint32_t rate_hz = 48000;
  /** Loops: its length becomes a whole number of frames, which bends the pitch by half a frame per turn at most. */
  bool loops = true;
};

/** What a clip may take: 256 MiB, 23 minutes at 48 kHz. */
constexpr uint64_t most_clip_frames = 64ull << 20;

/** Throws FileError with words for the operator. */
std::shared_ptr<const Clip> decode(const DecodeOrder& order);

struct SoundFacts {
  uint32_t channels;
  uint32_t rate_hz;
  uint64_t frames;
};
/** What the header says. Throws FileError. */
SoundFacts look_at(const std::string& folder, const std::string& name);

}  // namespace rowdesk::stagebox
