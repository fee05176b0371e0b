#include "ring_fixture.h"

namespace {

using namespace rowdesk::recorder;
using namespace rowdesk::recorder::test;

struct Read {
  std::vector<float> samples;
  std::vector<RingPiece> pieces;
};

/** All that is in the ring, of a channel; missing frames are zeros. */
void read_all(RingReader& reader, Read& into, uint32_t channel = 0) {
  for (;;) {
    const RingPiece piece = reader.next();
    if (piece.kind == RingPiece::nothing) return;
    if (piece.kind != RingPiece::sound) {
      into.pieces.push_back(piece);
      if (piece.kind != RingPiece::silent) into.samples.insert(into.samples.end(), piece.frames, 0.0f);
      continue;
    }
    const float* const from = reader.channel(channel) + piece.offset;
    into.samples.insert(into.samples.end(), from, from + piece.frames);
    CHECK(reader.advance(piece.frames));
  }
}

bool is_signal(const std::vector<float>& samples, uint64_t from, uint64_t frames, uint64_t clock, uint32_t channel) {
  for (uint64_t n = 0; n < frames; ++n) {
    if (samples[from + n] != sample_at(clock + n, channel)) return false;
  }
  return true;
}

std::string refusal(const std::string& folder) {
  try {
    const auto reader = RingReader::open(folder);
    return reader ? "" : "nothing";
  } catch (const RingError& error) {
    return error.what();
  }
}

TEST("frames are read in order, also over the end of the ring") {
  const Folder folder;
  FakeRing ring(folder.path, 2);
  const auto reader = RingReader::open(folder.path);
  Read read;
  for (int n = 0; n < 10; ++n) {
    ring.write(20000);
    read_all(*reader, read, 1);
  }
  CHECK(read.pieces.empty());
  CHECK(read.samples.size() == 200000);
  CHECK(is_signal(read.samples, 0, 200000, 0, 1));
}

TEST("frames that the mixer lost are missing where they were") {
  const Folder folder;
  FakeRing ring(folder.path, 1);
  const auto reader = RingReader::open(folder.path);
  ring.write(1000);
  ring.lose(640);
  ring.write(500);
  ring.lose(64);
  ring.lose(128);
  ring.write(100);
  Read read;
  read_all(*reader, read);
  CHECK(read.pieces.size() == 3);
  CHECK(read.samples.size() == 1000 + 640 + 500 + 192 + 100);
  CHECK(is_signal(read.samples, 0, 1000, 0, 0));
  CHECK(is_signal(read.samples, 1640, 500, 1640, 0));
  CHECK(is_signal(read.samples, 2332, 100, 2332, 0));
}

TEST("a reader that was late knows how many frames it lost, and goes on with the right one") {
  const Folder folder;
  FakeRing ring(folder.path, 1);
  const auto reader = RingReader::open(folder.path);
  Read read;
  ring.write(1000);
  read_all(*reader, read);
  for (int n = 0; n < 5; ++n) ring.write(40000);
  ring.lose(100);
  ring.write(700);
  read_all(*reader, read);
  CHECK(read.pieces.size() == 2);
  CHECK(read.pieces[0].kind == RingPiece::late);
  CHECK(read.samples.size() == 201800);
  const uint64_t lost = read.pieces[0].frames;
  CHECK(is_signal(read.samples, 1000 + lost, 200000 - lost, 1000 + lost, 0));
  CHECK(is_signal(read.samples, 201100, 700, 201100, 0));
}

TEST("frames that are overwritten while they are copied are lost, not torn") {
  const Folder folder;
  FakeRing ring(folder.path, 1);
  const auto reader = RingReader::open(folder.path);
  ring.write(30000);
  const RingPiece piece = reader->next();
  CHECK(piece.kind == RingPiece::sound && piece.frames == 30000);
  ring.write(36000);
  CHECK(!reader->advance(piece.frames));
}

TEST("silence without a clock is said once, however it grows") {
  const Folder folder;
  FakeRing ring(folder.path, 1);
  const auto reader = RingReader::open(folder.path);
  ring.write(1000);
  Read read;
  ring.note(64, RD_RECORD_GAP_SILENT);
  for (int n = 0; n < 10; ++n) {
    if (n > 0) ring.ring->gaps[0].frames += 64;
    ring.write(64, true);
    if (n % 3 == 0) read_all(*reader, read);
  }
  ring.write(500);
  read_all(*reader, read);
  uint64_t silent = 0;
  for (const RingPiece& piece : read.pieces) {
    CHECK(piece.kind == RingPiece::silent);
    silent += piece.frames;
  }
  CHECK(silent == 640);
  CHECK(read.samples.size() == 2140);
  CHECK(is_signal(read.samples, 1640, 500, 1640, 0));
  ring.lose(10);
  ring.write(10);
  read_all(*reader, read);
  CHECK(read.pieces.back().kind == RingPiece::xrun);
}

TEST("many gaps at once are told as far as the ring has them") {
  const Folder folder;
  FakeRing ring(folder.path, 1);
  const auto reader = RingReader::open(folder.path);
  for (int n = 0; n < 200; ++n) {
    ring.write(10);
    ring.lose(1);
  }
  Read read;
  read_all(*reader, read);
  CHECK(read.pieces.size() == RD_RECORD_GAPS - 1);
}

TEST("what is no ring is refused in words; what is not complete is no ring yet") {
  const Folder folder;
  CHECK(refusal(folder.path) == "nothing");
  FakeRing ring(folder.path, 3);
  CHECK(refusal(folder.path).empty());
  CHECK(RingReader::open(folder.path, 1) == nullptr);
  const auto refused = [&](auto& field, auto value, const char* words) {
    const auto before = field;
    field = value;
    CHECK(refusal(folder.path).find(words) != std::string::npos);
    field = before;
  };
  refused(ring.ring->version, 3u, "another version");
  refused(ring.ring->version, 0u, "another version");
  refused(ring.ring->bytes, uint64_t{12}, "as long as it says");
  refused(ring.ring->capacity_frames, 16383u, "length");
  refused(ring.ring->capacity_frames, 131072u, "shorter than its samples");
  refused(ring.ring->channels, 0u, "number of tracks");
  refused(ring.ring->tracks, 257u, "number of tracks");
  refused(ring.ring->rate, 0u, "rate");
  refused(ring.ring->track[2].first_channel, 3u, "without channels");
  refused(ring.ring->samples_offset, 16u, "shorter than its samples");
  ring.ring->magic = 0;
  CHECK(refusal(folder.path) == "nothing");
}

}  // namespace
