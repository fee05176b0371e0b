// Files whose lengths say 0, -1 or too much: what is not sound is never read as sound.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>

#include "../src/flac_library.h"
#include "../src/quantiser.h"
#include "../src/sound_file.h"
#include "../src/sound_reader.h"
#include "check.h"
#include "memory_source.h"
#include "temporary_folder.h"

using namespace rowdesk::sound;
using namespace rowdesk::test;

namespace {

constexpr uint64_t unknown = 0xffffffff;
/** Of 16 bits and one channel; every sample has this level, which no note has. */
constexpr uint16_t level = 0x1234;
constexpr uint64_t frames = 500;

/** Lengths as a header says them; none is the right one. */
struct Said {
  std::optional<uint64_t> riff, data;
};

/** `notes`: what stands behind the sound. */
struct File {
  uint64_t frames = ::frames;
  std::string notes;
  bool is_rf64 = false;
};

std::string chunk(const std::string& name, const std::string& text) {
  Bytes bytes;
  bytes.text(name).number(text.size(), 4).text(text);
  if (text.size() % 2 != 0) bytes.push_back(0);
  return {bytes.begin(), bytes.end()};
}

const std::string ixml = chunk("iXML", "<BWFXML>" + std::string(901, 'x') + "</BWFXML>");
const std::string list = chunk("LIST", "INFO" + chunk("ICMT", std::string(700, 'y')));
/** Numbers, of which no byte need be a character. */
const std::string cue = chunk("cue ", std::string("\1\0\0\0", 4) + std::string(20, '\x7f'));

Bytes wav(const File& file, const Said& said) {
  const uint64_t data = file.frames * 2;
  Bytes b;
  b.text(file.is_rf64 ? "RF64" : "RIFF").number(0, 4).text("WAVE");
  size_t ds64_at = 0;
  if (file.is_rf64) {
    b.text("ds64").number(28, 4);
    ds64_at = b.size();
    b.number(0, 8).number(0, 8).number(0, 8).number(0, 4);
  }
  b.text("fmt ").number(16, 4).number(1, 2).number(1, 2).number(48000, 4).number(96000, 4).number(2, 2).number(16, 2);
  b.text("data").number(0, 4);
  const size_t data_at = b.size();
  for (uint64_t n = 0; n < file.frames; ++n) b.number(level, 2);
  b.text(file.notes);
  const uint64_t riff = said.riff.value_or(b.size() - 8), bytes = said.data.value_or(data);
  b.put(4, file.is_rf64 ? unknown : riff, 4);
  b.put(data_at - 4, file.is_rf64 ? unknown : bytes, 4);
  if (file.is_rf64) b.put(ds64_at, riff, 8), b.put(ds64_at + 8, bytes, 8);
  return b;
}

struct Read {
  std::string words;
  uint64_t frames = 0;
  bool is_sound = true;
};

Read read(std::vector<uint8_t> bytes, float expected = level / 32768.0f) {
  Read found;
  try {
    Memory memory(std::move(bytes));
    const auto reader = open_sound(memory);
    const auto samples = reader->read_channel(1, 1 << 20);
    found.frames = samples.size();
    found.is_sound = std::all_of(samples.begin(), samples.end(), [&](float each) { return each == expected; });
  } catch (const FileError& error) {
    found.words = error.what();
  }
  return found;
}

std::vector<uint8_t> flac(uint64_t count) {
  TemporaryFolder folder;
  const std::string path = folder.path + "/x.flac";
  auto file = create_sound_file(path, {Container::flac, Encoding::int16, no_dither}, 1, 48000);
  file->append(std::vector<float>(count, level / 32768.0f));
  file->finish();
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has_flac() {
  try {
    FlacLibrary::loaded();
    return true;
  } catch (const FileError& error) {
    std::printf("  without FLAC: %s\n", error.what());
    return false;
  }
}

}  // namespace

TEST("whatever the lengths of a WAV say, notes behind its sound are no sound") {
  const uint64_t whole = frames;
  const std::optional<uint64_t> right;
  // `frames`: what is read; an empty sound is said so.
  const struct {
    const char* name;
    uint64_t there;
    std::string notes;
    Said said;
    uint64_t frames;
  } table[] = {
      {"all right", whole, "", {right, right}, whole},
      {"with notes", whole, ixml + list, {right, right}, whole},
      {"empty", 0, "", {right, right}, 0},
      {"empty, with notes", 0, ixml, {right, right}, 0},
      {"empty, with a list and points", 0, list + cue, {right, right}, 0},
      {"empty, notes of unknown length", 0, ixml, {unknown, right}, 0},
      {"empty, notes of no length", 0, ixml + list, {0, right}, 0},
      {"empty, all unknown", 0, ixml, {unknown, unknown}, 0},
      {"empty, too long, with notes", 0, ixml, {right, 100'000}, 0},
      {"empty, as long as its notes", 0, ixml + list, {right, ixml.size() + list.size() - 100}, 0},
      {"killed: both 0", whole, "", {0, 0}, whole},
      {"killed: the RIFF ends with the header", whole, "", {36, 0}, whole},
      {"killed: renewed at 100 frames", whole, "", {36 + 200, 200}, 100},
      {"a pipe: both unknown", whole, "", {unknown, unknown}, whole},
      {"a pipe: the data unknown", whole, "", {right, unknown}, whole},
      {"a pipe of sox", whole, "", {0x7ffff024, 0x7ffff000}, whole},
      {"both unknown, with notes", whole, ixml + list + cue, {unknown, unknown}, whole},
      {"both 0, with notes", whole, ixml, {0, 0}, whole},
      {"data unknown, with notes", whole, list, {right, unknown}, whole},
      {"data too long, with notes", whole, ixml, {right, 1'000'000}, whole},
      {"data into its notes", whole, ixml, {right, whole * 2 + 100}, whole},
      {"data 0, RIFF right", whole, "", {right, 0}, 0},
      {"data too short, with notes", whole, ixml, {right, 300}, 150},
      {"RIFF 0", whole, ixml, {0, right}, whole},
      {"RIFF unknown", whole, ixml, {unknown, right}, whole},
      {"RIFF too long", whole, ixml, {1'000'000, right}, whole},
      {"RIFF too short", whole, ixml, {50, right}, whole},
  };
  for (const auto& [name, there, notes, said, expected] : table) {
    for (const bool is_rf64 : {false, true}) {
      const Said of_kind = is_rf64 && said.riff && *said.riff == 36 ? Said{36 + 36, said.data}
                           : is_rf64 && said.riff && *said.riff == 236 ? Said{236 + 36, said.data}
                                                                         : said;
      const Read found = read(wav({there, notes, is_rf64}, of_kind));
      const bool fits = found.frames == expected && found.is_sound &&
                        found.words == (expected == 0 ? "has no sound in it" : "");
      if (!fits) std::printf("  %s%s: %d frames, %s\n", is_rf64 ? "RF64, " : "", name, int(found.frames), found.words.c_str());
      CHECK(fits);
    }
  }
}

TEST("a chunk before the sound that says 0, unknown or too much is refused in words") {
  for (const uint64_t length : {uint64_t{0}, uint64_t{1}, uint64_t{15}, uint64_t{17}, uint64_t{2000}, unknown - 1, unknown}) {
    Bytes file = wav({}, {});
    file.put(16, length, 4);
    CHECK(!read(file).words.empty());
    file = wav({.is_rf64 = true}, {});
    file.put(16, length, 4);
    CHECK(!read(file).words.empty());
  }
  // The whole file in front of the sound.
  Bytes file = wav({}, {});
  Bytes junk;
  junk.text("JUNK").number(unknown, 4).number(0, 8);
  file.insert(file.begin() + 12, junk.begin(), junk.end());
  CHECK(read(file).words.find("no data chunk") != std::string::npos);
  // An RF64 whose long lengths are missing is an unfinished one.
  file = wav({.notes = ixml, .is_rf64 = true}, {});
  file.erase(file.begin() + 12, file.begin() + 48);
  CHECK(read(file).frames == frames && read(file).is_sound);
}

TEST("a tail that is made to be searched long costs as much as any other") {
  // A hundred thousand chunks of no length, and one byte that no chunk has.
  Bytes file = wav({.frames = 0}, {});
  for (int n = 0; n < 130'000; ++n) file.text("AAAA").number(0, 4);
  file.push_back(1);
  file.put(4, unknown, 4);
  file.put(40, unknown, 4);
  CHECK(read(file).words.empty());
}

TEST("20 bits in 24, 24 in 32 and 8 bits have the level that was written") {
  const auto of = [](uint16_t bits, uint16_t valid, uint16_t width, uint32_t sample, bool is_extensible) {
    Bytes b;
    b.text("RIFF").number(0, 4).text("WAVE").text("fmt ").number(is_extensible ? 40 : 16, 4);
    b.number(is_extensible ? 0xfffe : 1, 2).number(1, 2).number(48000, 4).number(48000 * width, 4);
    b.number(width, 2).number(bits, 2);
    if (is_extensible) {
      b.number(22, 2).number(valid, 2).number(4, 4).number(1, 2);
      for (const int each : {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71}) b.number(static_cast<uint64_t>(each), 1);
    }
    b.text("data").number(4 * width, 4);
    for (int n = 0; n < 4; ++n) b.number(sample, width);
    b.put(4, b.size() - 8, 4);
    return b;
  };
  CHECK(read(of(20, 20, 3, 0x400000, false), 0.5f).is_sound);
  CHECK(read(of(20, 20, 3, 0xc00000, false), -0.5f).is_sound);
  CHECK(read(of(24, 20, 3, 0x400000, true), 0.5f).is_sound);
  CHECK(read(of(32, 24, 4, 0x40000000, true), 0.5f).is_sound);
  CHECK(read(of(16, 12, 2, 0xc000, true), -0.5f).is_sound);
  for (const auto& [byte, expected] : {std::pair{0x80u, 0.0f}, {0xffu, 127 / 128.0f}, {0u, -1.0f}, {0x40u, -0.5f}}) {
    const Read found = read(of(8, 8, 1, byte, false), expected);
    CHECK(found.is_sound && found.frames == 4);
  }
  CHECK(read(of(12, 12, 2, 1, false)).words.find("12 bits") != std::string::npos);
  CHECK(read(of(24, 24, 4, 1, false)).words.find("block size") != std::string::npos);
}

TEST("a FLAC whose length is 0 or too much has the frames of its blocks") {
  if (!has_flac()) return;
  constexpr uint64_t count = 10'000;
  const auto good = flac(count);
  CHECK(read(good).frames == count && read(good).is_sound);
  const auto said = [&](uint64_t length) {
    auto bytes = good;
    bytes[21] = static_cast<uint8_t>((bytes[21] & 0xf0) | length >> 32);
    for (int n = 0; n < 4; ++n) bytes[22 + static_cast<size_t>(n)] = static_cast<uint8_t>(length >> (24 - 8 * n));
    return bytes;
  };
  for (const uint64_t length : {uint64_t{0}, count + 50'000, uint64_t{0xfffffffff}}) {
    CHECK(read(said(length)).frames == count && read(said(length)).is_sound);
  }
  CHECK(read(said(7000)).frames == 7000);
  CHECK(read(flac(0)).words == "has no sound in it");
  // Blocks of metadata that say 0 or too much.
  for (const size_t at : {size_t{5}, size_t{43}}) {
    for (const uint8_t byte : {0x00, 0x10, 0xff}) {
      auto bytes = good;
      if (at + 3 > bytes.size()) continue;
      std::fill_n(bytes.begin() + static_cast<long>(at), 3, byte);
      const Read found = read(bytes);
      CHECK(!found.words.empty() || found.is_sound);
    }
  }
  // Another width in the header than in the blocks would be another level.
  auto bytes = good;
  bytes[20] ^= 1, bytes[21] ^= 0x80;
  CHECK(read(bytes).words.find("than its header says") != std::string::npos);
  // Cut within its last block: all before it, and silence.
  bytes = good;
  bytes.resize(bytes.size() - 5);
  CHECK(read(bytes).frames >= 8192);
}

TEST("a FLAC whose header is changed at any place gives its own samples, silence, or words") {
  if (!has_flac()) return;
  constexpr uint64_t count = 10'000;
  const auto good = flac(count);
  std::mt19937 random(12);
  int readable = 0;
  constexpr int rounds = 3000;
  for (int round = 0; round < rounds; ++round) {
    auto bytes = good;
    for (int change = 0; change < 1 + round % 3; ++change) {
      bytes[4 + random() % 50] = static_cast<uint8_t>(random() % 3 == 0 ? 0xff : random());
    }
    try {
      Memory memory(std::move(bytes));
      const auto reader = open_sound(memory);
      const auto samples = reader->read_channel(1, 1 << 20);
      const bool is_own = std::all_of(samples.begin(), samples.end(), [](float each) { return each == 0 || each == level / 32768.0f; });
      CHECK(is_own && samples.size() <= count + 2 * 65535);
      ++readable;
    } catch (const FileError&) {
    }
  }
  CHECK(readable > rounds / 20 && readable < rounds);
}

TEST("a header changed at any place never makes sound of what is none") {
  std::mt19937 random(11);
  const Bytes seeds[] = {wav({.notes = ixml + cue}, {}), wav({.frames = 0, .notes = ixml + list}, {}),
                         wav({.notes = list, .is_rf64 = true}, {}), wav({.frames = 0, .notes = cue + ixml, .is_rf64 = true}, {})};
  const auto lengths_of = [](const Bytes& file) {
    std::vector<size_t> places{4, 16};
    for (size_t at = 12; at + 8 <= 100 && at + 8 <= file.size(); ++at) {
      if (std::string(file.begin() + static_cast<long>(at), file.begin() + static_cast<long>(at) + 4) == "data") places.push_back(at + 4);
    }
    if (file[1] == 'F') places.insert(places.end(), {20, 28});
    return places;
  };
  int readable = 0;
  constexpr int rounds = 20'000;
  for (int round = 0; round < rounds; ++round) {
    Bytes file = seeds[round % 4];
    const auto places = lengths_of(file);
    // Lengths within the file end where no note does: one that did would be true.
    for (int change = 0; change < 1 + round % 3; ++change) {
      const uint32_t odd[] = {0, 1, 2, 0x7fffffff, 0xfffffffe, 0xffffffff, static_cast<uint32_t>(file.size()), static_cast<uint32_t>(random()),
                              static_cast<uint32_t>(random() % 800 | 33)};
      file.put(places[random() % places.size()], odd[random() % std::size(odd)], 4);
    }
    if (random() % 4 == 0) file.resize(random() % (file.size() + 1));
    const Read found = read(file);
    const bool is_true = !found.words.empty() || (found.is_sound && found.frames <= (round % 2 == 0 ? frames : 0));
    // A note that is cut has no end to be found by.
    if (!is_true && file.size() == seeds[round % 4].size()) {
      CHECK(is_true);
      std::printf("  round %d: %d frames\n", round, int(found.frames));
    }
    readable += found.words.empty();
  }
  CHECK(readable > rounds / 20 && readable < rounds);
}
