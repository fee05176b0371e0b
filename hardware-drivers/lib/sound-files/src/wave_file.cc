#include "wave_file.h"

#include <algorithm>
#include <optional>

namespace rowdesk::sound {

WaveFile::WaveFile(File file, const std::string& name, const SoundFormat& format, uint32_t channels, uint32_t rate_hz,
                   uint64_t most_bytes)
    : file_(std::move(file), name),
      encoding_(format.encoding),
      most_bytes_(format.container == Container::rf64 ? 0 : most_bytes),
      header_(format, channels, rate_hz),
      quantiser_(bits_of(format.encoding), format.dither_seed) {
  header_.set_lengths(0, false, most_bytes_);
  file_.append(header_.bytes().data(), header_.bytes().size());
  file_.flush();
}

/** After a failed write the file ends with its last whole frame. */
template <typename Work>
void WaveFile::keep_whole_frames(Work work) {
  try {
    work();
  } catch (const FileError&) {
    file_.return_to(file_.size() - data_bytes() % header_.bytes_per_frame());
    throw;
  }
}

void WaveFile::append(std::span<const float> samples) {
  keep_whole_frames([&] {
    if (encoding_ == Encoding::float32) {
      file_.append(samples.data(), samples.size_bytes());
      return;
    }
    constexpr size_t part_samples = 1024;
    uint8_t bytes[3 * part_samples];
    const uint32_t width = bits_of(encoding_) / 8;
    for (; !samples.empty(); samples = samples.subspan(std::min(part_samples, samples.size()))) {
      uint8_t* at = bytes;
      for (const float sample : samples.first(std::min(part_samples, samples.size()))) {
        const int32_t number = quantiser_.next(sample);
        for (uint32_t n = 0; n < width; ++n) *at++ = static_cast<uint8_t>(number >> (8 * n));
      }
      file_.append(bytes, static_cast<size_t>(at - bytes));
    }
  });
}

void WaveFile::write_header(bool is_complete) {
  keep_whole_frames([&] { file_.flush(); });
  header_.set_lengths(data_bytes(), is_complete, most_bytes_);
  file_.overwrite(0, header_.bytes().data(), header_.bytes().size());
}

void WaveFile::finish() {
  std::optional<FileError> fault;
  try {
    keep_whole_frames([&] { file_.flush(); });
  } catch (const FileError& error) {
    // The header still says what is there.
    fault = error;
  }
  // Chunks begin at even offsets. What a failed write has left behind the last frame is cut off.
  file_.resize_to(file_.size() + data_bytes() % 2);
  write_header(true);
  if (fault) throw *fault;
}

}  // namespace rowdesk::sound
