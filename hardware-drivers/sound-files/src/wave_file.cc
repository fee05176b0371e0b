#include "wave_file.h"

#include "riff_header.h"

namespace rowdesk::sound {
namespace {

constexpr uint16_t format_whole = 1, format_real = 3;
/** The chunk `ds64` without a table: lengths of the file, of the data, and the frames. */
constexpr uint32_t ds64_bytes = 28;
constexpr uint64_t ds64_at = 12;

constexpr uint32_t bits_of(Encoding encoding) {
  return encoding == Encoding::int16 ? 16 : encoding == Encoding::int24 ? 24 : 32;
}

}  // namespace

WaveFile::WaveFile(const std::string& path, const SoundFormat& format, uint32_t channels, uint32_t rate_hz,
                   uint64_t most_bytes)
    : file_(create_or_replace(path), path),
      format_(format),
      bytes_per_frame_(channels * bits_of(format.encoding) / 8),
      most_bytes_(most_bytes),
      quantiser_(static_cast<int>(bits_of(format.encoding))) {
  const bool is_real = format.encoding == Encoding::float32;
  RiffHeader h;
  h.text("RIFF"), h.u32(0), h.text("WAVE");
  h.text("JUNK"), h.u32(ds64_bytes), h.zeros(ds64_bytes);
  h.text("fmt "), h.u32(is_real ? 18 : 16);
  h.u16(is_real ? format_real : format_whole), h.u16(static_cast<uint16_t>(channels)), h.u32(rate_hz);
  h.u32(rate_hz * bytes_per_frame_), h.u16(static_cast<uint16_t>(bytes_per_frame_));
  h.u16(static_cast<uint16_t>(bits_of(format.encoding)));
  if (is_real) {
    h.u16(0), h.text("fact"), h.u32(4);
    fact_at_ = h.size;
    h.u32(0);
  }
  h.text("data"), h.u32(0);
  header_bytes_ = h.size;
  file_.write(0, h.data.data(), h.size);
}

void WaveFile::append(std::span<const float> samples) {
  const uint64_t at = header_bytes_ + data_bytes_;
  if (format_.encoding == Encoding::float32) {
    file_.write(at, samples.data(), samples.size_bytes());
    data_bytes_ += samples.size_bytes();
    return;
  }
  const uint32_t bytes = bits_of(format_.encoding) / 8;
  waiting_.clear();
  for (const float sample : samples) {
    const int32_t number = quantiser_.next(sample);
    for (uint32_t n = 0; n < bytes; ++n) waiting_.push_back(static_cast<uint8_t>(number >> (8 * n)));
  }
  file_.write(at, waiting_.data(), waiting_.size());
  data_bytes_ += waiting_.size();
}

void WaveFile::finish() {
  // Chunks begin at even offsets.
  if (data_bytes_ % 2 == 1) file_.write(header_bytes_ + data_bytes_, "", 1);
  const uint64_t riff_bytes = header_bytes_ - 8 + data_bytes_ + data_bytes_ % 2;
  const uint64_t frames = data_bytes_ / bytes_per_frame_;
  const bool is_big = format_.container == Container::rf64 || riff_bytes + 8 > most_bytes_;
  const auto length = [is_big](uint64_t bytes) { return is_big ? 0xffffffffu : static_cast<uint32_t>(bytes); };
  RiffHeader h;
  h.text(is_big ? "RF64" : "RIFF"), h.u32(length(riff_bytes));
  file_.write(0, h.data.data(), h.size);
  if (is_big) {
    RiffHeader ds64;
    ds64.text("ds64"), ds64.u32(ds64_bytes), ds64.u64(riff_bytes), ds64.u64(data_bytes_), ds64.u64(frames), ds64.u32(0);
    file_.write(ds64_at, ds64.data.data(), ds64.size);
  }
  const uint32_t data = length(data_bytes_), fact = length(frames);
  file_.write(header_bytes_ - 4, &data, 4);
  if (fact_at_ != 0) file_.write(fact_at_, &fact, 4);
}

}  // namespace rowdesk::sound
