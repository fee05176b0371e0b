// The comments of a FLAC (RFC 9639, 8.6; xiph.org/vorbis/doc/v-comment.html), with a block of padding behind them in which they
// may grow.
#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "flac_stream.h"

namespace rowdesk::sound {

class VorbisComments {
 public:
  /** For later comments. */
  static constexpr size_t reserve_bytes = 32 << 10;

  explicit VorbisComments(std::vector<std::string> comments) : comments_(std::move(comments)) {
    room_ = block_bytes() + 4 + reserve_bytes;
  }

  /** Those of a file, which has them behind its STREAMINFO, and padding behind them alone. Throws FileError. */
  static VorbisComments read(ByteSource& source, const FlacStream& stream) {
    constexpr uint64_t at = flac_stream_info_at + 34;
    constexpr uint64_t most_bytes = 1 << 20;
    const uint64_t room = stream.first_block_at - std::min(stream.first_block_at, at);
    std::vector<uint8_t> bytes(std::min(room, most_bytes));
    const bool has_all = room <= most_bytes && source.read(at, bytes.data(), bytes.size()) == bytes.size();
    const auto big = [&](size_t from) { return static_cast<size_t>(bytes[from] << 16 | bytes[from + 1] << 8 | bytes[from + 2]); };
    const bool has_comments = has_all && bytes.size() >= 8 && (bytes[0] & 0x7f) == block_of_comments;
    const size_t end = has_comments ? 4 + big(1) : 0;
    const bool has_padding = end >= 12 && end + 4 <= bytes.size() && bytes[end] == (last_block | block_of_padding) &&
                             end + 4 + big(end + 1) == bytes.size();
    if (!has_padding) throw FileError("has no room for markers in its header");
    VorbisComments found;
    found.room_ = bytes.size();
    size_t from = 4;
    const auto number = [&]() -> size_t {
      if (from + 4 > end) throw FileError("is damaged: its comments are cut");
      from += 4;
      return bytes[from - 4] | bytes[from - 3] << 8 | bytes[from - 2] << 16 | static_cast<size_t>(bytes[from - 1]) << 24;
    };
    const auto text = [&] {
      const size_t length = number();
      if (length > end - from) throw FileError("is damaged: its comments are cut");
      from += length;
      return std::string(bytes.begin() + static_cast<long>(from - length), bytes.begin() + static_cast<long>(from));
    };
    text();
    for (size_t left = number(); left > 0; --left) found.comments_.push_back(text());
    return found;
  }

  /** Removes those whose name begins so. */
  void remove(const std::string& name) {
    std::erase_if(comments_, [&](const std::string& each) { return each.starts_with(name); });
  }
  /** Adds all of them. False: there is no room, and none is added. */
  bool add(std::initializer_list<std::string> more) {
    const size_t before = comments_.size();
    comments_.insert(comments_.end(), more);
    if (block_bytes() + 4 <= room_) return true;
    comments_.resize(before);
    return false;
  }

  /** Where the blocks stand in a file. */
  static constexpr uint64_t at() { return flac_stream_info_at + 34; }
  /** The two blocks, which are always of one length. The second is the last before the sound. */
  std::vector<uint8_t> blocks() const {
    std::vector<uint8_t> block;
    const auto number = [&](size_t value) {
      for (int n = 0; n < 4; ++n) block.push_back(static_cast<uint8_t>(value >> (8 * n)));
    };
    const auto head = [&](uint8_t kind, size_t length) {
      block.push_back(kind);
      for (int n = 0; n < 3; ++n) block.push_back(static_cast<uint8_t>(length >> (16 - 8 * n)));
    };
    const auto text = [&](const std::string& words) {
      number(words.size());
      block.insert(block.end(), words.begin(), words.end());
    };
    head(block_of_comments, block_bytes() - 4);
    text(vendor);
    number(comments_.size());
    for (const std::string& comment : comments_) text(comment);
    head(last_block | block_of_padding, room_ - block.size() - 4);
    block.resize(room_);
    return block;
  }

 private:
  static constexpr uint8_t last_block = 0x80, block_of_padding = 1, block_of_comments = 4;
  static constexpr const char* vendor = "rowdesk";

  VorbisComments() = default;
  size_t block_bytes() const {
    size_t bytes = 4 + 4 + std::string(vendor).size() + 4;
    for (const std::string& comment : comments_) bytes += 4 + comment.size();
    return bytes;
  }

  std::vector<std::string> comments_;
  /** Of both blocks. */
  size_t room_ = 0;
};

}  // namespace rowdesk::sound
