// Files of a take: what is written is read, at any moment and after any end.
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "../../lib/sound-files/test/check.h"
#include "../../lib/sound-files/test/temporary_folder.h"
#include "../src/files/repair.h"
#include "../src/files/track_file.h"
#include "../src/files/track_reader.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;
using sound::Container, sound::Encoding;

namespace {

const sound::BroadcastFacts facts{"Band: Voice", "Rowdesk", "take-1", "2026-11-22", "20:15:00", 3'499'200'000};

struct Kind {
  const char* name;
  Container container;
  Encoding encoding;
  /** The largest error of a sample that was written. */
  double tolerance;
};
const Kind kinds[] = {
    {"float", Container::wav, Encoding::float32, 0},
    {"int24", Container::wav, Encoding::int24, 1.5 * 0x1p-23},
    {"int16", Container::wav, Encoding::int16, 1.5 * 0x1p-15},
    {"flac24", Container::flac, Encoding::int24, 1.5 * 0x1p-23},
    {"flac16", Container::flac, Encoding::int16, 1.5 * 0x1p-15},
};

std::string path_of(const TemporaryFolder& folder, const Kind& kind) {
  return folder.path + "/" + kind.name + (kind.container == Container::flac ? ".flac" : ".wav");
}

TrackFile create(const std::string& path, const Kind& kind, uint32_t channels) {
  return TrackFile::create(path, {kind.container, kind.encoding, 48000, channels, 7}, facts);
}

/** Sample `frame` of a channel: a tone, and noise that no other frame has. */
float sample_of(uint64_t frame, uint32_t channel) {
  const auto noise = static_cast<uint32_t>((frame + 1) * 2654435761u + channel * 40503u);
  const double tone = std::sin(static_cast<double>(frame) * (0.031 + 0.01 * channel));
  return static_cast<float>(0.5 * tone + 0.1 * (noise / 4294967296.0 - 0.5));
}

std::vector<std::vector<float>> planes(uint64_t from, uint64_t frames, uint32_t channels) {
  std::vector<std::vector<float>> all(channels);
  for (uint32_t channel = 0; channel < channels; ++channel) {
    for (uint64_t n = 0; n < frames; ++n) all[channel].push_back(sample_of(from + n, channel));
  }
  return all;
}

void write(TrackFile& track, uint64_t from, uint64_t frames, uint32_t channels) {
  const auto all = planes(from, frames, channels);
  std::vector<const float*> pointers;
  for (const auto& plane : all) pointers.push_back(plane.data());
  track.write(pointers.data(), frames);
}

/** The largest error of `frames` frames from `at` on. 1000 if there are fewer. */
double error_of(TrackReader& reader, uint64_t at, uint64_t frames) {
  std::vector<std::vector<float>> got(reader.channels(), std::vector<float>(frames));
  std::vector<float*> pointers;
  for (auto& plane : got) pointers.push_back(plane.data());
  reader.seek(at);
  if (reader.read(pointers.data(), frames) < frames) return 1000;
  double error = 0;
  for (uint32_t channel = 0; channel < reader.channels(); ++channel) {
    for (uint64_t n = 0; n < frames; ++n) {
      error = std::max<double>(error, std::fabs(got[channel][n] - sample_of(at + n, channel)));
    }
  }
  return error;
}

std::vector<uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void put_bytes(const std::string& path, const std::vector<uint8_t>& bytes) {
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
}

template <typename Work>
std::string words_of(Work work) {
  try {
    work();
  } catch (const sound::FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST("what is written in parts of any length is read from any frame on, of every kind") {
  TemporaryFolder folder;
  std::mt19937 random(1);
  for (const Kind& kind : kinds) {
    for (const uint32_t channels : {1u, 2u, 3u}) {
      const std::string path = path_of(folder, kind);
      std::filesystem::remove(path);
      TrackFile track = create(path, kind, channels);
      uint64_t frames = 0;
      while (frames < 100'000) {
        const uint64_t part = 1 + random() % 9000;
        write(track, frames, part, channels);
        frames += part;
        if (random() % 4 == 0) track.renew();
      }
      CHECK(track.frames() == frames);
      track.close();
      CHECK(std::filesystem::file_size(path) - track.bytes() <= 1);
      TrackReader reader = TrackReader::open(path);
      CHECK(reader.frames() == frames && reader.channels() == channels && reader.rate_hz() == 48000);
      for (int n = 0; n < 30; ++n) {
        const uint64_t at = random() % (frames - 5000);
        CHECK_UNDER(error_of(reader, at, 1 + random() % 5000), kind.tolerance);
      }
      CHECK_UNDER(error_of(reader, 0, frames), kind.tolerance);
      reader.seek(frames + 5);
      float sample;
      float* into[] = {&sample, nullptr, nullptr};
      CHECK(reader.position() == frames && reader.read(into, 1) == 0);
      CHECK(!repair(path).has_changed);
    }
  }
}

TEST("the same samples and seed give the same file, and another seed another noise") {
  TemporaryFolder folder;
  std::vector<std::vector<uint8_t>> files;
  for (const uint64_t seed : {1, 1, 2}) {
    const std::string path = folder.path + "/" + std::to_string(files.size()) + ".wav";
    TrackFile track = TrackFile::create(path, {Container::wav, Encoding::int24, 48000, 1, seed}, facts);
    track.write_silence(48000);
    track.close();
    files.push_back(bytes_of(path));
  }
  CHECK(files[0] == files[1]);
  size_t differing = 0;
  for (size_t n = 0; n < files[0].size(); ++n) differing += files[0][n] != files[2][n];
  CHECK(differing > 10'000);
}

TEST("a file that is cut anywhere behind its renewed part has all frames of that part, and repair finds the rest") {
  TemporaryFolder folder;
  std::mt19937 random(2);
  constexpr uint64_t renewed = 40'000, later = 33'333;
  for (const Kind& kind : kinds) {
    for (const uint32_t channels : {1u, 2u}) {
      const std::string path = path_of(folder, kind), cut_path = path + ".cut";
      std::filesystem::remove(path);
      std::vector<uint8_t> whole;
      uint64_t renewed_bytes = 0;
      {
        TrackFile track = create(path, kind, channels);
        write(track, 0, renewed, channels);
        track.renew();
        renewed_bytes = std::filesystem::file_size(path);
        write(track, renewed, later, channels);
        // What is gathered is written, and the header is as it was: a kill before its renewal.
        const auto head = bytes_of(path);
        track.renew();
        whole = bytes_of(path);
        if (kind.container == Container::wav) std::copy_n(head.begin(), 800, whole.begin());
      }
      const uint64_t block = kind.container == Container::flac ? 4096 : 1;
      const uint64_t least = renewed / block * block;
      const double frame_bytes = static_cast<double>(whole.size() - renewed_bytes) / later;
      for (int n = 0; n < 12; ++n) {
        const uint64_t size = n == 0 ? whole.size() : renewed_bytes + random() % (whole.size() - renewed_bytes);
        put_bytes(cut_path, {whole.begin(), whole.begin() + static_cast<long>(size)});
        {
          TrackReader reader = TrackReader::open(cut_path);
          CHECK(reader.frames() >= least);
          CHECK_UNDER(error_of(reader, 0, least), kind.tolerance);
        }
        const Repaired repaired = repair(cut_path);
        CHECK(repaired.channels == channels && repaired.rate_hz == 48000);
        CHECK(repaired.frames >= least);
        if (kind.container == Container::wav) {
          CHECK(repaired.frames == renewed + static_cast<uint64_t>(static_cast<double>(size - renewed_bytes) / frame_bytes + 1e-6));
        }
        TrackReader reader = TrackReader::open(cut_path);
        CHECK(reader.frames() == repaired.frames);
        CHECK_UNDER(error_of(reader, 0, repaired.frames), kind.tolerance);
        CHECK(!repair(cut_path).has_changed);
      }
      put_bytes(cut_path, whole);
      CHECK(repair(cut_path).frames >= (renewed + later) / block * block - (block == 1 ? 0 : block));
    }
  }
}

TEST("a track is cut or filled with silence to any length, and the frames that stay are the same") {
  TemporaryFolder folder;
  constexpr uint64_t frames = 20'000;
  for (const Kind& kind : kinds) {
    for (const uint64_t length : {uint64_t{0}, uint64_t{1}, uint64_t{4096}, uint64_t{8191}, frames - 1, frames, frames + 1,
                                  uint64_t{20'480}, uint64_t{50'001}}) {
      const std::string path = path_of(folder, kind);
      std::filesystem::remove(path);
      TrackFile track = create(path, kind, 2);
      write(track, 0, frames, 2);
      track.close();
      truncate_to(path, length);
      TrackReader reader = TrackReader::open(path);
      CHECK(reader.frames() == length);
      CHECK_UNDER(error_of(reader, 0, std::min(length, frames)), kind.tolerance);
      std::vector<float> left(length), right(length);
      float* into[] = {left.data(), right.data()};
      reader.seek(0);
      CHECK(reader.read(into, length) == length);
      for (uint64_t n = frames; n < length; ++n) CHECK(left[n] == 0 && right[n] == 0);
      CHECK(!repair(path).has_changed);
    }
  }
}

TEST("a disk that is full ends in words, with all earlier frames readable") {
  TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  for (const Kind& kind : kinds) {
    const std::string path = path_of(folder, kind);
    TrackFile track = create(path, kind, 2);
    write(track, 0, 10'000, 2);
    track.renew();
    rlimit small = before;
    small.rlim_cur = std::filesystem::file_size(path) + 100'001;
    setrlimit(RLIMIT_FSIZE, &small);
    uint64_t at = 10'000;
    const std::string words = words_of([&] {
      for (; at < 500'000; at += 1000) write(track, at, 1000, 2);
    });
    CHECK(words.find(path) != std::string::npos && words.find("too large") != std::string::npos);
    // Of a FLAC, whose encoder has stopped, closing counts them.
    CHECK((words_of([&] { track.close(); }) == words) == (kind.container == Container::flac));
    const uint64_t held = track.frames();
    setrlimit(RLIMIT_FSIZE, &before);
    TrackReader reader = TrackReader::open(path);
    CHECK(reader.frames() > 10'000 && reader.frames() <= at + 1000);
    CHECK(reader.frames() == held);
    CHECK_UNDER(error_of(reader, 0, reader.frames()), kind.tolerance);
    CHECK(!repair(path).has_changed);
  }
}

TEST("a file that finds no room for its last frames says what it holds") {
  TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  for (const Kind& kind : kinds) {
    const std::string path = path_of(folder, kind);
    TrackFile track = create(path, kind, 2);
    write(track, 0, 10'000, 2);
    track.renew();
    // What is written now is gathered, and meets the disk at the end alone.
    write(track, 10'000, 5'000, 2);
    rlimit small = before;
    small.rlim_cur = std::filesystem::file_size(path) + 7'001;
    setrlimit(RLIMIT_FSIZE, &small);
    CHECK(words_of([&] { track.close(); }).find("too large") != std::string::npos);
    const uint64_t held = track.frames();
    setrlimit(RLIMIT_FSIZE, &before);
    TrackReader reader = TrackReader::open(path);
    CHECK(reader.frames() == held && held < 15'000);
    CHECK(held > 5'000);
    CHECK_UNDER(error_of(reader, 0, held), kind.tolerance);
    CHECK(!repair(path).has_changed);
  }
}

TEST("floats are the same bit by bit, and whole numbers clip at full scale") {
  TemporaryFolder folder;
  const std::vector<float> odd{0.0f, -0.0f, 1.5f, -1.5f, 1.0f, -1.0f, 1e-40f, -1e-45f, INFINITY, -INFINITY, NAN, 0x1p-149f};
  for (const Kind& kind : kinds) {
    const std::string path = path_of(folder, kind);
    TrackFile track = create(path, kind, 1);
    track.write(odd);
    track.close();
    TrackReader reader = TrackReader::open(path);
    std::vector<float> got(odd.size());
    float* into[] = {got.data()};
    CHECK(reader.read(into, odd.size()) == odd.size());
    if (kind.encoding == Encoding::float32) {
      CHECK(std::memcmp(got.data(), odd.data(), odd.size() * sizeof(float)) == 0);
      continue;
    }
    const float step = kind.encoding == Encoding::int24 ? 0x1p-23f : 0x1p-15f;
    CHECK(got[2] == 1 - step && got[3] == -1 && got[8] == 1 - step && got[9] == -1 && std::fabs(got[10]) <= step);
    CHECK(got[4] >= 1 - 3 * step && got[5] <= -1 + 2 * step);
  }
}

TEST("what can't be created is refused in words, and nothing is overwritten") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/a.wav";
  create(path, kinds[0], 1).close();
  CHECK(words_of([&] { create(path, kinds[0], 1); }).find("exists already") != std::string::npos);
  CHECK(words_of([&] { create(folder.path + "/none/a.wav", kinds[0], 1); }).find("no such file") != std::string::npos);
  CHECK(words_of([&] { create(folder.path + "/b.wav", kinds[0], 9); }).find("1 to 8 channels") != std::string::npos);
  const Kind impossible{"x", Container::flac, Encoding::float32, 0};
  CHECK(words_of([&] { create(folder.path + "/b.flac", impossible, 1); }).find("no float") != std::string::npos);
  CHECK(!std::filesystem::exists(folder.path + "/b.flac") && !std::filesystem::exists(folder.path + "/b.wav"));
  CHECK(words_of([&] { TrackReader::open(folder.path); }).find("not a regular file") != std::string::npos);
  put_bytes(folder.path + "/c.wav", {'R', 'I', 'F', 'F', 1, 2, 3});
  CHECK(words_of([&] { repair(folder.path + "/c.wav"); }).find("c.wav: is not a WAV file") != std::string::npos);
}

TEST("any bytes are read and mended, or refused in words") {
  TemporaryFolder folder;
  std::mt19937 random(5);
  int readable = 0, rounds = 0;
  for (const Kind& kind : kinds) {
    const std::string path = path_of(folder, kind);
    {
      TrackFile track = create(path, kind, 2);
      write(track, 0, 9000, 2);
    }
    const auto whole = bytes_of(path);
    for (int n = 0; n < 300; ++n, ++rounds) {
      auto bytes = whole;
      for (int change = 0; change < 4; ++change) {
        const size_t place = random() % (random() % 2 == 0 ? 800 : bytes.size());
        bytes[place] = static_cast<uint8_t>(random() % 3 == 0 ? 0xff : random());
      }
      if (random() % 3 == 0) bytes.resize(random() % (bytes.size() + 1));
      put_bytes(path, bytes);
      const auto read = [&] {
        TrackReader reader = TrackReader::open(path);
        std::vector<float> into(4096);
        const std::vector<float*> channels(reader.channels(), into.data());
        reader.seek(random() % 10'000);
        while (reader.position() < 20'000 && reader.read(channels.data(), into.size()) > 0) continue;
      };
      readable += words_of(read).empty();
      const std::string words = words_of([&] { repair(path); });
      if (words.empty()) CHECK(!repair(path).has_changed);
      CHECK(words.empty() || words.starts_with(path + ": "));
      if (random() % 4 == 0) words_of([&] { truncate_to(path, random() % 20'000); });
    }
  }
  CHECK(readable > rounds / 4 && readable < rounds);
}

TEST("a file beyond 4 GiB is an RF64 from its next renewal on, and its last frames are the right ones") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/long.wav";
  {
    TrackFile track = create(path, kinds[0], 1);
    write(track, 0, 1000, 1);
    track.close();
  }
  constexpr uint64_t frames = (1ull << 30) + 12'345;
  truncate_to(path, frames);
  const auto head = [&] {
    char four[4];
    std::ifstream(path, std::ios::binary).read(four, 4);
    return std::string(four, 4);
  };
  CHECK(head() == "RF64");
  TrackReader reader = TrackReader::open(path);
  CHECK(reader.frames() == frames);
  CHECK_UNDER(error_of(reader, 0, 1000), 0);
  std::vector<float> last(100, 1);
  float* into[] = {last.data()};
  reader.seek(frames - 50);
  CHECK(reader.read(into, 100) == 50 && last[49] == 0 && last[50] == 1);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 6);
  const Repaired repaired = repair(path);
  CHECK(repaired.has_changed && repaired.frames == frames - 2);
  truncate_to(path, 1000);
  CHECK(head() == "RIFF");
}
