#include "wav_reader.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "wave_format.h"

namespace rowdesk::sound {
namespace {

constexpr uint32_t unknown_length = 0xffffffff;
constexpr size_t piece_bytes = 1 << 20;
constexpr int most_chunks = 4096;

}  // namespace

FileBytes::FileBytes(File file) : file_(std::move(file)) {
  struct stat facts;
  if (fstat(file_.descriptor(), &facts) == 0) size_ = static_cast<uint64_t>(facts.st_size);
}

size_t FileBytes::read(uint64_t offset, void* into, size_t count) {
  size_t got = 0;
  while (got < count) {
    const ssize_t n = pread(file_.descriptor(), static_cast<uint8_t*>(into) + got, count - got,
                            static_cast<off_t>(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw FileError(std::string("can't be read: ") + std::strerror(errno));
    if (n == 0) break;
    got += static_cast<size_t>(n);
  }
  return got;
}

WavReader::WavReader(ByteSource& source) : source_(source) {
  uint8_t head[12];
  if (source.read(0, head, 12) < 12 || !(is_chunk(head, "RIFF") || is_chunk(head, "RF64") || is_chunk(head, "BW64")) ||
      !is_chunk(head + 8, "WAVE")) {
    throw FileError("is not a WAV file");
  }
  uint64_t long_data_bytes = 0;
  uint64_t offset = 12;
  uint8_t chunk[8];
  for (int n = 0; data_offset_ == 0; ++n) {
    if (n == most_chunks || source.read(offset, chunk, 8) < 8) throw FileError("has no sound in it (no data chunk)");
    uint64_t length = little(chunk + 4, 4);
    offset += 8;
    if (is_chunk(chunk, "ds64")) {
      uint8_t lengths[16];
      if (length < 16 || source.read(offset, lengths, 16) < 16) throw FileError("is damaged: its ds64 chunk is short");
      long_data_bytes = little(lengths + 8, 8);
    } else if (is_chunk(chunk, "fmt ")) {
      read_format(offset, length);
    } else if (is_chunk(chunk, "data")) {
      if (channels_ == 0) throw FileError("is damaged: no format before its data");
      const uint64_t there = source.size() > offset ? source.size() - offset : 0;
      if (length == unknown_length && long_data_bytes > 0) length = long_data_bytes;
      // The header of an unfinished recording has 0 or too large a length; then the length of the file counts.
      data_bytes_ = length == 0 || length > there ? there : length;
      data_offset_ = offset;
    }
    offset += length + (length & 1);
  }
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
  const bool is_integer = format == wave_format_integer && (bits == 16 || bits == 24 || bits == 32);
  const bool is_real = format == wave_format_real && (bits == 32 || bits == 64);
  if (!is_integer && !is_real) {
    throw FileError("holds sound as format " + std::to_string(format) + " with " + std::to_string(bits) +
                    " bits; 16, 24 or 32-bit integers and 32 or 64-bit float can be played");
  }
  if (channels_ == 0 || channels_ > 256) throw FileError("says it has " + std::to_string(channels_) + " channels");
  if (rate_hz_ < 4000 || rate_hz_ > 768000) throw FileError("says it runs at " + std::to_string(rate_hz_) + " Hz");
  encoding_ = is_integer ? Encoding::integer : Encoding::real;
  sample_bytes_ = static_cast<uint32_t>(bits / 8);
  if (block != frame_bytes()) throw FileError("is damaged: its block size does not fit its channels");
}

std::vector<float> WavReader::read_channel(uint32_t channel, uint64_t most_frames) {
  if (channel < 1 || channel > channels_) {
    throw FileError("has " + std::to_string(channels_) + " channels, no channel " + std::to_string(channel));
  }
  if (frames() == 0) throw FileError("has no sound in it");
  if (frames() > most_frames) {
    throw FileError("is " + std::to_string(frames()) + " frames long, more than the " + std::to_string(most_frames) +
                    " that can be held");
  }
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
  // Shifted up to 32 bits, a sample of any width has its sign in the highest bit.
  const auto raw = static_cast<uint32_t>(little(bytes, static_cast<int>(sample_bytes_)));
  return static_cast<float>(static_cast<int32_t>(raw << (32 - 8 * sample_bytes_)) / 2147483648.0);
}

}  // namespace rowdesk::sound
