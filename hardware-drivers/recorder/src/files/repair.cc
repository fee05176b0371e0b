#include "repair.h"

#include <algorithm>
#include <vector>

#include "../../../lib/sound-files/src/flac_reader.h"
#include "../../../lib/sound-files/src/output_file.h"
#include "../../../lib/sound-files/src/wav_reader.h"
#include "../../../lib/sound-files/src/wave_format.h"
#include "../../../lib/sound-files/src/wave_header.h"

namespace rowdesk::recorder {
namespace {

using sound::FileBytes, sound::FlacBlock, sound::FlacStream, sound::OutputFile, sound::WaveHeader, sound::WavReader;

constexpr uint64_t most_head_bytes = 1 << 20;

/** Names the file in what goes wrong with its contents. */
template <typename Work>
auto naming(const std::string& path, Work work) {
  try {
    return work();
  } catch (const sound::FileError& error) {
    const std::string words = error.what();
    throw sound::FileError(words.starts_with(path) ? words : path + ": " + words);
  }
}

bool is_flac(FileBytes& bytes) {
  char four[4] = {};
  return bytes.read(0, four, 4) == 4 && std::equal(four, four + 4, "fLaC");
}

class WavMender {
 public:
  WavMender(FileBytes& bytes, const std::string& path)
      : path_(path), reader_(bytes), header_(head_of(bytes, reader_.data_offset())) {}

  Repaired repair() {
    const bool is_whole = reader_.is_whole();
    const uint64_t there = reader_.sound_end() - reader_.data_offset();
    const uint64_t frames = is_whole ? reader_.frames() : there / header_.bytes_per_frame();
    if (!is_whole) resize(frames, frames);
    return {frames, reader_.channels(), reader_.rate_hz(), !is_whole};
  }

  void resize(uint64_t frames) { resize(frames, reader_.frames()); }

 private:
  static std::vector<uint8_t> head_of(FileBytes& bytes, uint64_t count) {
    if (count > most_head_bytes) throw sound::FileError("is damaged: its sound begins too late");
    std::vector<uint8_t> head(count);
    bytes.read(0, head.data(), head.size());
    return head;
  }
  /** The first `kept` frames stay, or fewer. */
  void resize(uint64_t frames, uint64_t kept) {
    const uint64_t kept_bytes = std::min(frames, kept) * header_.bytes_per_frame();
    const uint64_t data_bytes = frames * header_.bytes_per_frame();
    OutputFile file(sound::open_to_change(path_), path_);
    // Shortened first, so that all that is added is zeros.
    file.resize(reader_.data_offset() + kept_bytes);
    file.resize(reader_.data_offset() + data_bytes + data_bytes % 2);
    header_.set_lengths(data_bytes, true);
    file.write(0, header_.bytes().data(), header_.bytes().size());
  }
  const std::string& path_;
  WavReader reader_;
  WaveHeader header_;
};

class FlacMender {
 public:
  FlacMender(FileBytes& bytes, const std::string& path)
      : bytes_(bytes), path_(path), stream_(sound::read_flac_stream(bytes)), last_(sound::last_flac_block(bytes, stream_)) {}

  Repaired repair() {
    const uint64_t frames = last_.first_frame + last_.frames;
    const bool is_whole = stream_.frames == frames && last_.end == bytes_.size();
    if (!is_whole) {
      OutputFile file(sound::open_to_change(path_), path_);
      file.resize(last_.end);
      write_info(file, frames);
    }
    return {frames, stream_.channels, stream_.rate_hz, !is_whole};
  }

  void resize(uint64_t frames) {
    const uint64_t there = last_.first_frame + last_.frames;
    if (frames == there) return;
    // The block at the seam, and where it is: every block before it is full.
    const uint64_t kept = std::min(frames, there);
    const uint64_t number = kept / stream_.block_frames;
    std::vector<int32_t> seam(stream_.block_frames * stream_.channels);
    const uint64_t first = number * stream_.block_frames;
    uint64_t end = last_.end;
    if (kept > first || frames < there) {
      end = find_block(first);
      if (kept > first) sound::FlacReader(bytes_, sound::FlacLibrary::loaded()).read(first, kept - first, seam.data());
    }
    OutputFile file(sound::open_to_change(path_), path_);
    file.resize(end);
    for (uint64_t n = number, left = frames - first; left > 0; ++n) {
      const auto part = static_cast<uint32_t>(std::min<uint64_t>(left, stream_.block_frames));
      const auto block = sound::flac_block(stream_, n, seam.data(), part);
      file.write(end, block.data(), block.size());
      end += block.size();
      left -= part;
      std::fill(seam.begin(), seam.end(), 0);
    }
    write_info(file, frames);
  }

 private:
  /** Where the block with this first frame begins. */
  uint64_t find_block(uint64_t first_frame) {
    // Blocks are found from the end on: the end of one is the end of the file for the next.
    FlacBlock block = last_;
    while (block.first_frame > first_frame) {
      CutBytes before(bytes_, block.at);
      block = sound::last_flac_block(before, stream_);
    }
    // Where a block is damaged, the next one follows the last whole one.
    return block.first_frame == first_frame ? block.at : block.end;
  }

  /** A file as if it ended earlier. */
  class CutBytes : public sound::ByteSource {
   public:
    CutBytes(FileBytes& whole, uint64_t size) : whole_(whole), size_(size) {}
    size_t read(uint64_t offset, void* into, size_t count) override {
      return offset >= size_ ? 0 : whole_.read(offset, into, std::min<uint64_t>(count, size_ - offset));
    }
    uint64_t size() const override { return size_; }

   private:
    FileBytes& whole_;
    uint64_t size_;
  };

  void write_info(OutputFile& file, uint64_t frames) {
    stream_.frames = frames;
    const auto info = sound::flac_stream_info(stream_);
    file.write(sound::flac_stream_info_at, info.data(), info.size());
  }

  FileBytes& bytes_;
  const std::string& path_;
  FlacStream stream_;
  FlacBlock last_;
};

}  // namespace

Repaired repair(const std::string& path) {
  return naming(path, [&] {
    FileBytes bytes(sound::open_to_read("", path));
    return is_flac(bytes) ? FlacMender(bytes, path).repair() : WavMender(bytes, path).repair();
  });
}

void truncate_to(const std::string& path, uint64_t frames) {
  repair(path);
  naming(path, [&] {
    FileBytes bytes(sound::open_to_read("", path));
    if (is_flac(bytes)) {
      FlacMender(bytes, path).resize(frames);
    } else {
      WavMender(bytes, path).resize(frames);
    }
  });
}

}  // namespace rowdesk::recorder
