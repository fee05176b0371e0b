#include "wav_writer.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

namespace rowdesk::stagebox {
namespace {

static_assert(std::endian::native == std::endian::little, "RIFF is little-endian");

// Offsets in the header; the layout is that of Microsoft's "Multiple channel audio data and WAVE files" (2007).
constexpr size_t riff_length_at = 4;
constexpr size_t fact_frames_at = 68;
constexpr size_t data_length_at = 76;
// KSDATAFORMAT_SUBTYPE_IEEE_FLOAT
constexpr std::array<uint8_t, 16> float_subtype = {3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};

class Header {
 public:
  void text(const char* four) { bytes(four, 4); }
  void u16(uint16_t value) { bytes(&value, 2); }
  void u32(uint32_t value) { bytes(&value, 4); }
  void bytes(const void* from, size_t count) {
    std::memcpy(data.data() + size, from, count);
    size += count;
  }
  std::array<uint8_t, WavWriter::header_bytes> data{};
  size_t size = 0;
};

}  // namespace

WavWriter::WavWriter(File file, std::string name, uint32_t channels, uint32_t rate_hz)
    : file_(std::move(file)), name_(std::move(name)), channels_(channels) {
  Header h;
  h.text("RIFF"), h.u32(header_bytes - 8), h.text("WAVE");
  h.text("fmt "), h.u32(40);
  h.u16(0xfffe), h.u16(static_cast<uint16_t>(channels)), h.u32(rate_hz), h.u32(rate_hz * channels * 4);
  h.u16(static_cast<uint16_t>(channels * 4)), h.u16(32), h.u16(22), h.u16(32);
  h.u32(channels == 1 ? 4 : channels == 2 ? 3 : 0);  // front centre; left and right; no speakers in particular
  h.bytes(float_subtype.data(), float_subtype.size());
  h.text("fact"), h.u32(4), h.u32(0);
  h.text("data"), h.u32(0);
  write_at(0, h.data.data(), h.size);
}

void WavWriter::append(std::span<const float> samples) {
  write_at(header_bytes + data_bytes_, samples.data(), samples.size_bytes());
  data_bytes_ += samples.size_bytes();
}

void WavWriter::patch_header() {
  const uint32_t frames32 = static_cast<uint32_t>(frames());
  const uint32_t data = static_cast<uint32_t>(data_bytes_);
  const uint32_t riff = data + header_bytes - 8;
  write_at(riff_length_at, &riff, 4);
  write_at(fact_frames_at, &frames32, 4);
  write_at(data_length_at, &data, 4);
}

void WavWriter::write_at(uint64_t offset, const void* bytes, size_t count) {
  const auto* from = static_cast<const uint8_t*>(bytes);
  while (count > 0) {
    const ssize_t written = pwrite(file_.descriptor(), from, count, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      throw FileError(name_ + ": " + (written == 0 || errno == ENOSPC ? "the disk is full" : std::strerror(errno)));
    }
    from += written;
    offset += static_cast<uint64_t>(written);
    count -= static_cast<size_t>(written);
  }
}

}  // namespace rowdesk::stagebox
