#include "markers.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>

#include "../../../lib/sound-files/src/flac_stream.h"
#include "../../../lib/sound-files/src/output_file.h"
#include "../../../lib/sound-files/src/vorbis_comments.h"
#include "../../../lib/sound-files/src/wav_reader.h"
#include "../../../lib/sound-files/src/wave_header.h"

namespace rowdesk::recorder {
namespace {

constexpr uint64_t most_header_bytes = 1 << 20;
/** The numbers of chapters have three digits. */
constexpr size_t most_chapters = 999;

class Chunks {
 public:
  void number(uint64_t value) {
    for (int n = 0; n < 4; ++n) bytes.push_back(static_cast<uint8_t>(value >> (8 * n)));
  }
  void text(const std::string& words) { bytes.insert(bytes.end(), words.begin(), words.end()); }
  /** Returns where the length stands that `end` sets. */
  size_t begin(const char* name) {
    text(name);
    number(0);
    return bytes.size();
  }
  void end(size_t begun) {
    const size_t length = bytes.size() - begun;
    for (size_t n = 0; n < 4; ++n) bytes[begun - 4 + n] = static_cast<uint8_t>(length >> (8 * n));
    if (length % 2 != 0) bytes.push_back(0);
  }
  std::vector<uint8_t> bytes;
};

std::vector<uint8_t> chunks_of(const std::vector<Marker>& markers) {
  Chunks to;
  const size_t cue = to.begin("cue ");
  to.number(markers.size());
  for (size_t n = 0; n < markers.size(); ++n) {
    to.number(n + 1), to.number(markers[n].at), to.text("data"), to.number(0), to.number(0), to.number(markers[n].at);
  }
  to.end(cue);
  const size_t list = to.begin("LIST");
  to.text("adtl");
  for (size_t n = 0; n < markers.size(); ++n) {
    const size_t label = to.begin("labl");
    to.number(n + 1);
    to.text(markers[n].label);
    to.bytes.push_back(0);
    to.end(label);
  }
  to.end(list);
  return std::move(to.bytes);
}

void write_to_wav(const std::string& path, sound::FileBytes& bytes, std::vector<Marker> markers) {
  const sound::WavReader reader(bytes);
  if (!reader.is_whole() || reader.data_offset() > most_header_bytes) throw sound::FileError("is not complete");
  std::vector<uint8_t> head(reader.data_offset());
  bytes.read(0, head.data(), head.size());
  sound::WaveHeader header(std::move(head));
  // A position has 32 bits.
  std::erase_if(markers, [](const Marker& each) { return each.at > std::numeric_limits<uint32_t>::max(); });
  const std::vector<uint8_t> chunks = chunks_of(markers);
  const uint64_t data_bytes = reader.frames() * header.bytes_per_frame();
  const uint64_t end = reader.data_offset() + data_bytes + data_bytes % 2;
  sound::OutputFile file(sound::open_to_change(path), path);
  // The header first: it says where the sound ends, should the recorder end before all chunks are written.
  file.resize(end);
  header.set_lengths(data_bytes, true, sound::WaveHeader::most_wav_bytes, chunks.size());
  file.write(0, header.bytes().data(), header.bytes().size());
  file.write(end, chunks.data(), chunks.size());
}

std::string time_of(uint64_t frame, uint32_t rate_hz) {
  const uint64_t ms = frame * 1000 / rate_hz;
  char text[32];
  std::snprintf(text, sizeof(text), "%02llu:%02llu:%02llu.%03llu", static_cast<unsigned long long>(ms / 3'600'000),
                static_cast<unsigned long long>(ms / 60'000 % 60), static_cast<unsigned long long>(ms / 1000 % 60),
                static_cast<unsigned long long>(ms % 1000));
  return text;
}

void write_to_flac(const std::string& path, sound::FileBytes& bytes, const std::vector<Marker>& markers) {
  const sound::FlacStream stream = sound::read_flac_stream(bytes);
  sound::VorbisComments comments = sound::VorbisComments::read(bytes, stream);
  comments.remove("CHAPTER");
  for (size_t n = 0; n < std::min(markers.size(), most_chapters); ++n) {
    char name[16];
    std::snprintf(name, sizeof(name), "CHAPTER%03zu", n + 1);
    const std::string time = std::string(name) + "=" + time_of(markers[n].at, stream.rate_hz);
    const std::string label = std::string(name) + "NAME=" + markers[n].label;
    if (!comments.add({time, label})) break;
  }
  const auto blocks = comments.blocks();
  sound::OutputFile file(sound::open_to_change(path), path);
  file.write(comments.at(), blocks.data(), blocks.size());
}

}  // namespace

std::vector<Marker> markers_within(const std::vector<Marker>& all, uint64_t from, uint64_t frames) {
  std::vector<Marker> found;
  for (const Marker& each : all) {
    if (each.at >= from && each.at - from < frames) found.push_back({each.at - from, each.label});
  }
  std::stable_sort(found.begin(), found.end(), [](const Marker& one, const Marker& other) { return one.at < other.at; });
  return found;
}

std::vector<Marker> TakeMarkers::within(uint64_t from, uint64_t frames) const {
  const std::lock_guard lock(guard_);
  return markers_within(markers_, from, frames);
}

void write_markers(const std::string& path, const std::vector<Marker>& markers) {
  if (markers.empty()) return;
  try {
    sound::FileBytes bytes(sound::open_to_read("", path));
    char four[4] = {};
    bytes.read(0, four, 4);
    if (std::memcmp(four, "fLaC", 4) == 0) {
      write_to_flac(path, bytes, markers);
    } else {
      write_to_wav(path, bytes, markers);
    }
  } catch (const sound::FileError& error) {
    const std::string words = error.what();
    throw sound::FileError(words.starts_with(path) ? words : path + ": " + words);
  }
}

}  // namespace rowdesk::recorder
