#include "wav_reader.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "wave_chunks.h"

namespace rowdesk::sound {
namespace {

constexpr uint32_t unknown_length = 0xffffffff;
constexpr size_t piece_bytes = 1 << 20;
/** Longer than any file; what a header may say by accident is no length. */
constexpr uint64_t most_bytes = 1ull << 62;

}  // namespace

WavReader::WavReader(ByteSource& source) : source_(source) {
  uint8_t head[12];
  if (source.read(0, head, 12) < 12 || !(is_chunk(head, "RIFF") || is_chunk(head, "RF64") || is_chunk(head, "BW64")) ||
      !is_chunk(head + 8, "WAVE")) {
    throw FileError("is not a WAV file");
  }
  Lengths said, long_lengths;
  const auto known = [](uint64_t length, const std::optional<uint64_t>& otherwise) {
    return length == unknown_length ? otherwise : std::optional(length);
  };
  uint64_t offset = 12;
  uint8_t chunk[8];
  for (int n = 0; data_offset_ == 0; ++n) {
    if (n == most_chunks || source.read(offset, chunk, 8) < 8 || !is_chunk_name(chunk)) {
      throw FileError("has no sound in it (no data chunk)");
    }
    const uint64_t length = little(chunk + 4, 4);
    offset += 8;
    if (is_chunk(chunk, "ds64")) {
      uint8_t lengths[16];
      if (length < 16 || source.read(offset, lengths, 16) < 16) throw FileError("is damaged: its ds64 chunk is short");
      const auto plausible = [](uint64_t bytes) { return bytes < most_bytes ? std::optional(bytes) : std::nullopt; };
      long_lengths = {plausible(little(lengths, 8)), plausible(little(lengths + 8, 8))};
    } else if (is_chunk(chunk, "fmt ")) {
      read_format(offset, length);
    } else if (is_chunk(chunk, "data")) {
      if (channels_ == 0) throw FileError("is damaged: no format before its data");
      said.riff = known(little(head + 4, 4), long_lengths.riff);
      said.data = known(length, long_lengths.data);
      find_sound(offset, said);
    }
    offset += length + (length & 1);
  }
}

/**
 * A recorder that was killed leaves lengths of 0, of its last renewal, or unknown ones: then the file says how much sound there
 * is. What follows the sound, notes and markers, is never part of it.
 */
void WavReader::find_sound(uint64_t offset, const Lengths& said) {
  data_offset_ = offset;
  const uint64_t size = std::max(source_.size(), offset);
  const uint64_t riff_end = said.riff.value_or(0) == 0 ? 0 : *said.riff + 8;
  const uint64_t end = offset + said.data.value_or(0);
  const auto is_filled_from = [&](uint64_t at) {
    return chunks_fill(source_, at, size) || (riff_end < size && riff_end >= at && chunks_fill(source_, at, riff_end));
  };
  const auto is_end = [&] { return is_filled_from(end) || is_filled_from(end + (end - offset) % 2); };
  says_end_ = said.data && end <= size && riff_end > end + 1;
  if (said.data == 0 && (riff_end > offset || riff_end == size)) {
    is_whole_ = riff_end == size;
  } else if (said.data.value_or(0) > 0 && end <= size && is_end()) {
    data_bytes_ = end - offset;
    is_whole_ = riff_end == size && data_bytes_ % frame_bytes() == 0;
  } else {
    const uint64_t chunks = last_chunks(source_, offset, size);
    data_bytes_ = (end > offset ? std::min(end, chunks) : chunks) - offset;
  }
}

uint64_t WavReader::sound_end() const {
  if (says_end_) return data_offset_ + data_bytes_;
  return last_chunks(source_, data_offset_, std::max(source_.size(), data_offset_));
}

void WavReader::read_format(uint64_t offset, uint64_t length) {
  uint8_t f[40] = {};
  if (length < 16 || source_.read(offset, f, std::min<uint64_t>(length, 40)) < std::min<uint64_t>(length, 40)) {
    throw FileError("is damaged: its format chunk is short");
  }
  uint64_t format = little(f, 2);
  channels_ = static_cast<uint32_t>(little(f + 2, 2));
  rate_hz_ = static_cast<uint32_t>(little(f + 4, 4));
  const uint64_t block = little(f + 12, 2);
  const uint64_t bits = little(f + 14, 2);
  if (format == wave_format_extensible) {
    if (length < 40 || std::memcmp(f + 26, wave_subtype_tail.data(), wave_subtype_tail.size()) != 0) {
      throw FileError("holds sound in a format that is not known here");
    }
    format = little(f + 24, 2);
  }
  const bool is_integer = format == wave_format_integer && (bits == 8 || bits == 16 || bits == 20 || bits == 24 || bits == 32);
  const bool is_real = format == wave_format_real && (bits == 32 || bits == 64);
  if (!is_integer && !is_real) {
    throw FileError("holds sound as format " + std::to_string(format) + " with " + std::to_string(bits) +
                    " bits; 8, 16, 20, 24 or 32-bit integers and 32 or 64-bit float can be played");
  }
  if (channels_ == 0 || channels_ > 256) throw FileError("says it has " + std::to_string(channels_) + " channels");
  if (rate_hz_ < 4000 || rate_hz_ > 768000) throw FileError("says it runs at " + std::to_string(rate_hz_) + " Hz");
  encoding_ = bits == 8 ? Encoding::unsigned_byte : is_integer ? Encoding::integer : Encoding::real;
  // Fewer bits than the container has stand at its upper end, zeros below them: 20 in 24, or 24 in 32.
  sample_bytes_ = static_cast<uint32_t>((bits + 7) / 8);
  if (block != frame_bytes()) throw FileError("is damaged: its block size does not fit its channels");
}

std::vector<float> WavReader::read_channel(uint32_t channel, uint64_t most_frames) {
  check_channel(channel, most_frames);
  std::vector<float> samples;
  samples.reserve(frames());
  const uint64_t within = (channel - 1) * static_cast<uint64_t>(sample_bytes_);
  const uint64_t done = pieces(0, frames(), [&](const uint8_t* bytes, uint64_t count) {
    for (uint64_t n = 0; n < count; ++n) samples.push_back(sample_at(bytes + n * frame_bytes() + within));
  });
  if (done < frames()) throw FileError("became shorter while it was read");
  return samples;
}

uint64_t WavReader::read(uint64_t from_frame, uint64_t frames, float* into) {
  return pieces(from_frame, frames, [&](const uint8_t* bytes, uint64_t count) {
    const uint64_t samples = count * channels_;
    if (encoding_ == Encoding::real && sample_bytes_ == 4) {
      std::memcpy(into, bytes, samples * 4);
    } else {
      for (uint64_t n = 0; n < samples; ++n) into[n] = sample_at(bytes + n * sample_bytes_);
    }
    into += samples;
  });
}

template <typename Take>
uint64_t WavReader::pieces(uint64_t from_frame, uint64_t frames, Take take) {
  if (from_frame >= this->frames()) return 0;
  frames = std::min(frames, this->frames() - from_frame);
  const uint64_t most = std::max<uint64_t>(1, piece_bytes / frame_bytes());
  piece_.resize(std::min(most, frames) * frame_bytes());
  uint64_t done = 0;
  while (done < frames) {
    const uint64_t want = std::min(most, frames - done);
    const uint64_t offset = data_offset_ + (from_frame + done) * frame_bytes();
    const uint64_t whole = source_.read(offset, piece_.data(), want * frame_bytes()) / frame_bytes();
    if (whole == 0) break;
    take(piece_.data(), whole);
    done += whole;
  }
  return done;
}

float WavReader::sample_at(const uint8_t* bytes) const {
  if (encoding_ == Encoding::real) {
    if (sample_bytes_ == 4) {
      float value;
      std::memcpy(&value, bytes, 4);
      return value;
    }
    double value;
    std::memcpy(&value, bytes, 8);
    return static_cast<float>(value);
  }
  if (encoding_ == Encoding::unsigned_byte) return static_cast<float>(bytes[0] - 128) / 128.0f;
  // Shifted up to 32 bits, a sample of any width has its sign in the highest bit.
  const auto raw = static_cast<uint32_t>(little(bytes, static_cast<int>(sample_bytes_)));
  return static_cast<float>(static_cast<int32_t>(raw << (32 - 8 * sample_bytes_)) / 2147483648.0);
}

}  // namespace rowdesk::sound
