#include "flac_reader.h"

#include <algorithm>

namespace rowdesk::sound {
namespace {

constexpr int read_goes_on = 0, read_is_end = 1, read_has_failed = 2;
// FLAC__StreamDecoderState: from here on there is nothing more to be decoded.
constexpr int state_end_of_stream = 4;

void ignore_metadata(const void*, const void*, void*) {}
// Frames of a damaged block are missing between two others, and are read as silence.
void ignore_error(const void*, int, void*) {}

}  // namespace

FlacReader::FlacReader(ByteSource& source, const FlacLibrary& library)
    : source_(source), library_(library), decoder_(nullptr, library.destroy_decoder) {
  stream_ = read_flac_stream(source);
  if (stream_.frames == 0 || stream_.has_equal_blocks) {
    const FlacBlock last = last_flac_block(source, stream_);
    const uint64_t there = last.first_frame + last.frames;
    // Behind the last block that is known to be whole by the next one's head may be one more, and one that is cut.
    if (stream_.frames == 0 || stream_.frames > there + 2 * stream_.block_frames) stream_.frames = there;
  }
  decoder_.reset(library.create_decoder());
  const bool is_open = decoder_ != nullptr && library.init_decoder(decoder_.get(), give, seek, tell, length, is_end, take,
                                                                   ignore_metadata, ignore_error, this) == init_ok;
  if (!is_open) throw FileError("can't be opened by libFLAC");
}

int FlacReader::give(const void*, uint8_t* into, size_t* count, void* self) {
  auto& reader = *static_cast<FlacReader*>(self);
  try {
    *count = reader.source_.read(reader.at_, into, *count);
    reader.at_ += *count;
    return *count == 0 ? read_is_end : read_goes_on;
  } catch (const std::exception& error) {
    // Not through libFLAC, which is written in C.
    reader.fault_ = error.what();
    return read_has_failed;
  }
}

int FlacReader::seek(const void*, uint64_t offset, void* self) {
  static_cast<FlacReader*>(self)->at_ = offset;
  return callback_ok;
}

int FlacReader::tell(const void*, uint64_t* offset, void* self) {
  *offset = static_cast<FlacReader*>(self)->at_;
  return callback_ok;
}

int FlacReader::length(const void*, uint64_t* bytes, void* self) {
  *bytes = static_cast<FlacReader*>(self)->source_.size();
  return callback_ok;
}

int FlacReader::is_end(const void*, void* self) {
  const auto& reader = *static_cast<FlacReader*>(self);
  return reader.at_ >= reader.source_.size();
}

uint64_t FlacReader::read(uint64_t from_frame, uint64_t frames, int32_t* into) {
  if (from_frame >= stream_.frames) return 0;
  frames = std::min(frames, stream_.frames - from_frame);
  const uint64_t next = first_frame_ + waiting_frames();
  if (from_frame < first_frame_ || from_frame > next + stream_.block_frames) {
    waiting_.clear();
    first_frame_ = from_frame;
    if (!library_.seek_absolute(decoder_.get(), from_frame)) {
      library_.flush_decoder(decoder_.get());
      throw FileError("can't be read from frame " + std::to_string(from_frame) + " on");
    }
  }
  uint64_t done = 0;
  while (done < frames) {
    const uint64_t at = from_frame + done;
    if (at >= first_frame_ + waiting_frames()) {
      if (!decode()) break;
      continue;
    }
    const bool is_missing = at < first_frame_;
    const uint64_t there = is_missing ? first_frame_ - at : first_frame_ + waiting_frames() - at;
    const uint64_t part = std::min(frames - done, there);
    int32_t* to = into + done * stream_.channels;
    if (is_missing) {
      std::fill_n(to, part * stream_.channels, 0);
    } else {
      std::copy_n(waiting_.data() + (at - first_frame_) * stream_.channels, part * stream_.channels, to);
    }
    done += part;
  }
  return done;
}

bool FlacReader::decode() {
  first_frame_ += waiting_frames();
  waiting_.clear();
  while (waiting_.empty()) {
    if (library_.decoder_state(decoder_.get()) >= state_end_of_stream) return false;
    if (!library_.process_single(decoder_.get())) return false;
    if (!fault_.empty()) throw FileError(fault_);
  }
  return true;
}

int FlacReader::take(const void*, const FlacLibrary::BlockHead* head, const int32_t* const* samples, void* self) {
  auto& reader = *static_cast<FlacReader*>(self);
  const uint32_t channels = reader.stream_.channels;
  // Their samples would have another level, pitch or place.
  if (head->channels != channels || head->bits != reader.stream_.bits || head->rate_hz != reader.stream_.rate_hz) {
    reader.fault_ = "is damaged: its blocks have other channels, bits or rate than its header says";
    return callback_ok;
  }
  reader.first_frame_ = head->first_frame;
  reader.waiting_.resize(static_cast<size_t>(head->frames) * channels);
  for (uint32_t channel = 0; channel < channels; ++channel) {
    for (uint32_t n = 0; n < head->frames; ++n) reader.waiting_[n * channels + channel] = samples[channel][n];
  }
  return callback_ok;
}

}  // namespace rowdesk::sound
