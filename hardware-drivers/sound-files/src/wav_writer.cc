#include "wav_writer.h"

#include <cerrno>

#include "riff_header.h"

namespace rowdesk::sound {
namespace {

// Offsets in the header; the layout is that of Microsoft's "New Multimedia Data Types and Data Techniques" (1994).
constexpr size_t riff_length_at = 4;
constexpr size_t fact_frames_at = 46;
constexpr size_t data_length_at = 54;
constexpr uint16_t format_real = 3;

}  // namespace

WavWriter::WavWriter(File file, std::string name, uint32_t channels, uint32_t rate_hz)
    : file_(std::move(file), std::move(name)), channels_(channels) {
  RiffHeader h;
  h.text("RIFF"), h.u32(header_bytes - 8), h.text("WAVE");
  h.text("fmt "), h.u32(18);
  h.u16(format_real), h.u16(static_cast<uint16_t>(channels)), h.u32(rate_hz), h.u32(rate_hz * channels * 4);
  h.u16(static_cast<uint16_t>(channels * 4)), h.u16(32), h.u16(0);
  h.text("fact"), h.u32(4), h.u32(0);
  h.text("data"), h.u32(0);
  file_.write(0, h.data.data(), h.size);
}

void WavWriter::append(std::span<const float> samples) {
  const size_t written = file_.write_some(header_bytes + data_bytes_, samples.data(), samples.size_bytes());
  const int error = errno;
  data_bytes_ += written - written % (4 * channels_);
  if (written < samples.size_bytes()) file_.fail(error);
}

void WavWriter::patch_header() {
  const uint32_t frames32 = static_cast<uint32_t>(frames());
  const uint32_t data = static_cast<uint32_t>(data_bytes_);
  const uint32_t riff = data + header_bytes - 8;
  file_.write(riff_length_at, &riff, 4);
  file_.write(fact_frames_at, &frames32, 4);
  file_.write(data_length_at, &data, 4);
}

}  // namespace rowdesk::sound
