// The chunks behind the sound of a WAV (markers, names, notes). Where the lengths of a file contradict each other, these chunks
// say where its sound ends.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "byte_source.h"
#include "wave_format.h"

namespace rowdesk::sound {

constexpr int most_chunks = 4096;

/** The names of chunks are four printable characters. */
inline bool is_chunk_name(const uint8_t* bytes) {
  return std::all_of(bytes, bytes + 4, [](uint8_t each) { return each >= 0x20 && each < 0x7f; });
}

/** Whether whole chunks, or none, fill the file from `at` to `end`. */
inline bool chunks_fill(ByteSource& source, uint64_t at, uint64_t end) {
  uint8_t chunk[8];
  // The pad byte of an odd length may be missing in the last chunk.
  for (int n = 0; n < most_chunks && at < end; ++n) {
    if (source.read(at, chunk, 8) < 8 || !is_chunk_name(chunk)) return false;
    const uint64_t length = little(chunk + 4, 4);
    at += 8 + length;
    if (at == end) return true;
    at += length & 1;
  }
  return at == end;
}

/**
 * Where the chunks begin that fill the file up to `end`: at `from` or behind it. `end` where there are none. They are searched
 * in the last MiB, in a time that follows the number of its bytes alone.
 */
inline uint64_t last_chunks(ByteSource& source, uint64_t from, uint64_t end) {
  constexpr uint64_t most_bytes = 1 << 20;
  if (end <= from) return end;
  const uint64_t first = std::max(from, end - std::min(end, most_bytes));
  std::vector<uint8_t> bytes(end - first);
  if (source.read(first, bytes.data(), bytes.size()) < bytes.size()) return end;
  // From the end on: a chunk counts where the next one does.
  std::vector<bool> counts(bytes.size() + 2);
  counts[bytes.size()] = counts[bytes.size() + 1] = true;
  uint64_t found = bytes.size();
  for (size_t at = bytes.size() < 8 ? 0 : bytes.size() - 7; at-- > 0;) {
    const uint64_t next = at + 8 + little(bytes.data() + at + 4, 4);
    if (next > bytes.size() || !is_chunk_name(bytes.data() + at)) continue;
    counts[at] = next == bytes.size() || counts[next + (next - at) % 2];
    if (counts[at]) found = at;
  }
  return first + found;
}

}  // namespace rowdesk::sound
