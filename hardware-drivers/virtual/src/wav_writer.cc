#include "wav_writer.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

namespace rowdesk::stagebox {
namespace {

static_assert(std::endian::native == std::endian::little, "RIFF is little-endian");

// Offsets in the header; the layout is that of Microsoft's "New Multimedia Data Types and Data Techniques" (1994).
constexpr size_t riff_length_at = 4;
constexpr size_t fact_frames_at = 46;
constexpr size_t data_length_at = 54;
constexpr uint16_t format_real = 3;

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
  h.text("fmt "), h.u32(18);
  h.u16(format_real), h.u16(static_cast<uint16_t>(channels)), h.u32(rate_hz), h.u32(rate_hz * channels * 4);
  h.u16(static_cast<uint16_t>(channels * 4)), h.u16(32), h.u16(0);
  h.text("fact"), h.u32(4), h.u32(0);
  h.text("data"), h.u32(0);
  overwrite(0, h.data.data(), h.size);
}

void WavWriter::append(std::span<const float> samples) {
  const size_t written = write_at(header_bytes + data_bytes_, samples.data(), samples.size_bytes());
  const int error = errno;
  data_bytes_ += written - written % (4 * channels_);
  if (written < samples.size_bytes()) fail(error);
}

void WavWriter::patch_header() {
  const uint32_t frames32 = static_cast<uint32_t>(frames());
  const uint32_t data = static_cast<uint32_t>(data_bytes_);
  const uint32_t riff = data + header_bytes - 8;
  overwrite(riff_length_at, &riff, 4);
  overwrite(fact_frames_at, &frames32, 4);
  overwrite(data_length_at, &data, 4);
}

size_t WavWriter::write_at(uint64_t offset, const void* bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    const auto* from = static_cast<const uint8_t*>(bytes) + done;
    const ssize_t written = pwrite(file_.descriptor(), from, count - done, static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<size_t>(written);
  }
  return done;
}

void WavWriter::overwrite(uint64_t offset, const void* bytes, size_t count) {
  if (write_at(offset, bytes, count) < count) fail(errno);
}

void WavWriter::fail(int error) const {
  throw FileError(name_ + ": " + (error == ENOSPC ? "the disk is full" : std::strerror(error)));
}

}  // namespace rowdesk::stagebox
