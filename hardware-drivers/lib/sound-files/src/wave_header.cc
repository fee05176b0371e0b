#include "wave_header.h"

#include <bit>
#include <cstring>

#include "ixml.h"
#include "wave_format.h"

namespace rowdesk::sound {
namespace {

static_assert(std::endian::native == std::endian::little, "RIFF is little-endian");

/** The chunk `ds64` without a table: lengths of the file, of the data, the frames, and the length of the table. */
constexpr uint32_t ds64_bytes = 28;
constexpr uint32_t bext_bytes = 602;
constexpr uint32_t speaker_front_left_right = 3, speaker_front_centre = 4;

class Builder {
 public:
  explicit Builder(std::vector<uint8_t>& into) : into_(into) {}
  void text(const char* four) { bytes(four, 4); }
  /** So many bytes, the rest of them zeros. */
  void text(const std::string& words, size_t count) {
    const size_t part = std::min(words.size(), count);
    bytes(words.data(), part);
    zeros(count - part);
  }
  void u16(uint32_t value) { bytes(&value, 2); }
  void u32(uint32_t value) { bytes(&value, 4); }
  void u64(uint64_t value) { bytes(&value, 8); }
  void zeros(size_t count) { into_.resize(into_.size() + count); }
  void bytes(const void* from, size_t count) {
    const auto* first = static_cast<const uint8_t*>(from);
    into_.insert(into_.end(), first, first + count);
  }

 private:
  std::vector<uint8_t>& into_;
};

void add_bext(Builder& h, const BroadcastFacts& facts) {
  h.text("bext"), h.u32(bext_bytes);
  h.text(facts.description, 256), h.text(facts.originator, 32), h.text(facts.originator_reference, 32);
  h.text(facts.date, 10), h.text(facts.time, 8), h.u64(facts.time_reference);
  // Version 1: an empty UMID of 64 bytes, then 190 reserved ones; no coding history.
  h.u16(1), h.zeros(64 + 190);
}

}  // namespace

WaveHeader::WaveHeader(const SoundFormat& format, uint32_t channels, uint32_t rate_hz) {
  const uint32_t bits = bits_of(format.encoding);
  const bool is_real = format.encoding == Encoding::float32;
  // Asked for by more than two channels and by whole numbers of more than 16 bits.
  const bool is_extensible = channels > 2 || (!is_real && bits > 16);
  bytes_per_frame_ = channels * bits / 8;
  Builder h(bytes_);
  h.text("RIFF"), h.u32(0), h.text("WAVE");
  h.text("JUNK"), h.u32(ds64_bytes);
  ds64_at_ = bytes_.size();
  h.zeros(ds64_bytes);
  if (format.facts != nullptr) add_bext(h, *format.facts);
  if (format.facts != nullptr && !format.facts->track_name.empty()) {
    const std::string ixml = ixml_of(format, channels, rate_hz);
    h.text("iXML"), h.u32(static_cast<uint32_t>(ixml.size()));
    h.bytes(ixml.data(), ixml.size());
    h.zeros(ixml.size() % 2);
  }
  const uint32_t kind = is_real ? wave_format_real : wave_format_integer;
  h.text("fmt "), h.u32(is_extensible ? 40 : is_real ? 18 : 16);
  h.u16(is_extensible ? wave_format_extensible : kind), h.u16(channels), h.u32(rate_hz);
  h.u32(rate_hz * bytes_per_frame_), h.u16(bytes_per_frame_), h.u16(bits);
  if (is_extensible) {
    h.u16(22), h.u16(bits);
    h.u32(channels == 1 ? speaker_front_centre : channels == 2 ? speaker_front_left_right : 0);
    h.u16(kind), h.bytes(wave_subtype_tail.data(), wave_subtype_tail.size());
  } else if (is_real) {
    h.u16(0);
  }
  if (is_real) {
    h.text("fact"), h.u32(4);
    fact_at_ = bytes_.size();
    h.u32(0);
  }
  h.text("data"), h.u32(0);
  set_lengths(0, false);
}

WaveHeader::WaveHeader(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {
  const auto number = [this](size_t at, int count) { return little(bytes_.data() + at, count); };
  for (size_t at = 12; at + 8 <= bytes_.size();) {
    const uint8_t* name = bytes_.data() + at;
    const uint64_t length = number(at + 4, 4);
    at += 8;
    if (is_chunk(name, "data") && at == bytes_.size() && bytes_per_frame_ > 0) return;
    if (length > bytes_.size() - at) break;
    if ((is_chunk(name, "JUNK") || is_chunk(name, "ds64")) && at == 20 && length >= ds64_bytes) ds64_at_ = at;
    if (is_chunk(name, "fact") && length >= 4) fact_at_ = at;
    if (is_chunk(name, "fmt ") && length >= 16) bytes_per_frame_ = static_cast<uint32_t>(number(at + 12, 2));
    at += length + (length & 1);
  }
  throw FileError("is damaged: its header can't be read");
}

void WaveHeader::set_lengths(uint64_t data_bytes, bool is_padded, uint64_t most_bytes, uint64_t bytes_behind) {
  const uint64_t riff_bytes = bytes_.size() - 8 + data_bytes + (is_padded ? data_bytes % 2 : 0) + bytes_behind;
  const uint64_t frames = data_bytes / bytes_per_frame_;
  const bool is_big = riff_bytes + 8 > most_bytes;
  if (is_big && ds64_at_ == 0) throw FileError("has no room in its header for lengths beyond 4 GiB");
  const auto put = [this](size_t at, const void* from, size_t count) { std::memcpy(bytes_.data() + at, from, count); };
  const auto put32 = [&](size_t at, uint64_t value) {
    const uint32_t number = is_big ? 0xffffffffu : static_cast<uint32_t>(value);
    put(at, &number, 4);
  };
  put(0, is_big ? "RF64" : "RIFF", 4);
  put32(4, riff_bytes);
  put32(bytes_.size() - 4, data_bytes);
  if (fact_at_ != 0) put32(fact_at_, frames);
  if (ds64_at_ == 0) return;
  const uint64_t lengths[3] = {riff_bytes, data_bytes, frames};
  put(ds64_at_ - 8, is_big ? "ds64" : "JUNK", 4);
  std::memset(bytes_.data() + ds64_at_, 0, ds64_bytes);
  if (is_big) put(ds64_at_, lengths, sizeof(lengths));
}

}  // namespace rowdesk::sound
