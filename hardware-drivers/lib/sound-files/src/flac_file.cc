#include "flac_file.h"

#include "vorbis_comments.h"

namespace rowdesk::sound {
namespace {

constexpr uint32_t compression_level = 5;
constexpr int callback_failed = 1;
constexpr uint8_t block_of_comments = 4;

/** The last metadata blocks: comments, and room for markers. */
std::vector<uint8_t> comments_of(const BroadcastFacts& facts) {
  std::vector<std::string> comments{
      "DESCRIPTION=" + facts.description,
      "ENCODED-BY=" + facts.originator,
      "ORIGINATOR_REFERENCE=" + facts.originator_reference,
      "DATE=" + facts.date,
      "TIME=" + facts.time,
      "TIME_REFERENCE=" + std::to_string(facts.time_reference),
  };
  if (!facts.track_name.empty()) comments.push_back("TITLE=" + facts.track_name);
  return VorbisComments(std::move(comments)).blocks();
}

}  // namespace

FlacFile::FlacFile(File file, const std::string& name, const FlacLibrary& library, const SoundFormat& format,
                   uint32_t channels, uint32_t rate_hz)
    : file_(std::move(file), name),
      library_(library),
      encoder_(nullptr, library.destroy),
      channels_(channels),
      quantiser_(bits_of(format.encoding), format.dither_seed) {
  if (format.facts != nullptr) comments_ = comments_of(*format.facts);
  encoder_.reset(library.create());
  void* encoder = encoder_.get();
  const bool is_set = encoder != nullptr && library.set_channels(encoder, channels) &&
                      library.set_bits_per_sample(encoder, bits_of(format.encoding)) &&
                      library.set_sample_rate(encoder, rate_hz) &&
                      library.set_compression_level(encoder, compression_level);
  check(is_set && library.init_stream(encoder, write, seek, tell, nullptr, this) == init_ok);
  comments_.clear();
  file_.flush();
}

void FlacFile::append(std::span<const float> samples) {
  waiting_.clear();
  for (const float sample : samples) waiting_.push_back(quantiser_.next(sample));
  const auto frames = static_cast<uint32_t>(waiting_.size() / channels_);
  check(library_.process_interleaved(encoder_.get(), waiting_.data(), frames));
  frames_ += frames;
}

void FlacFile::finish() {
  // An encoder that has failed says that it ends well.
  check(library_.finish(encoder_.get()) && fault_.empty());
  file_.flush();
}

int FlacFile::write(const void*, const uint8_t* bytes, size_t count, uint32_t, uint32_t, void* self) {
  auto& file = *static_cast<FlacFile*>(self);
  try {
    const bool is_replaced = !file.comments_.empty() && count >= 4 && bytes[0] == (last_block_flag | block_of_comments);
    if (is_replaced) {
      file.put(file.comments_.data(), file.comments_.size());
    } else {
      file.put(bytes, count);
    }
    return callback_ok;
  } catch (const std::exception& error) {
    // Not through libFLAC, which is written in C.
    file.fault_ = error.what();
    return callback_failed;
  }
}

void FlacFile::put(const uint8_t* bytes, size_t count) {
  if (at_ == file_.size()) {
    file_.append(bytes, count);
  } else {
    file_.flush();
    file_.overwrite(at_, bytes, count);
  }
  at_ += count;
}

/** At the end the encoder goes back and writes lengths and the checksum into the header. */
int FlacFile::seek(const void*, uint64_t offset, void* self) {
  static_cast<FlacFile*>(self)->at_ = offset;
  return callback_ok;
}

int FlacFile::tell(const void*, uint64_t* offset, void* self) {
  *offset = static_cast<FlacFile*>(self)->at_;
  return callback_ok;
}

void FlacFile::check(bool is_done) const {
  if (is_done) return;
  throw FileError(fault_.empty() ? file_.name() + ": libFLAC can't encode this" : fault_);
}

}  // namespace rowdesk::sound
