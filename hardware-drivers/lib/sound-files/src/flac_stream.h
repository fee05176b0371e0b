// The structure of a FLAC file (RFC 9639), without its compression: the facts in its header, its last whole block, and blocks
// that hold samples as they are.
#pragma once
#include <cstdint>
#include <vector>

#include "byte_source.h"

namespace rowdesk::sound {

struct FlacStream {
  /** Frames of every block but the last; the most of any where their lengths differ. */
  uint32_t block_frames = 0;
  bool has_equal_blocks = true;
  uint32_t rate_hz = 0, channels = 0, bits = 0;
  /** 0: the header doesn't say. */
  uint64_t frames = 0;
  /** Where the first block is in the file. */
  uint64_t first_block_at = 0;
};

/** Where a block is: in the file, and in the sound. */
struct FlacBlock {
  uint64_t at = 0, end = 0;
  uint64_t first_frame = 0;
  uint32_t frames = 0;
};

/** Reads the header. Throws FileError when it is none. */
FlacStream read_flac_stream(ByteSource& source);

/**
 * Returns the last block that is whole by its checksums; without any, an empty one where the first would be. Throws FileError
 * for blocks of different lengths.
 */
FlacBlock last_flac_block(ByteSource& source, const FlacStream& stream);

/** Returns a block of 1 to `stream.block_frames` frames without compression; `samples` are interleaved. */
std::vector<uint8_t> flac_block(const FlacStream& stream, uint64_t number, const int32_t* samples, uint32_t frames);

/** The STREAMINFO of a file whose blocks have changed: its length, no MD5 sum, no sizes of blocks. */
constexpr uint64_t flac_stream_info_at = 8;
std::vector<uint8_t> flac_stream_info(const FlacStream& stream);

}  // namespace rowdesk::sound
