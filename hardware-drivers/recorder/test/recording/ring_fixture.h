// A record ring made by the test, its follower, and files that are lists of samples.
#pragma once
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "../../../lib/sound-files/src/folder.h"
#include "../../../lib/sound-files/test/check.h"
#include "../../src/recording/ring_follower.h"
#include "../../src/recording/take_files.h"
#include "rowdesk/record_ring.h"

namespace rowdesk::recorder::test {

using namespace rowdesk::test;

/** The sample of a channel at a frame of the clock: no two neighbours are alike. */
inline float sample_at(uint64_t frame, uint32_t channel) {
  return static_cast<float>(((frame * 40503 + channel * 7919) & 0xffff) + 1) / 65537;
}

struct Folder {
  std::string path;
  Folder() {
    char name[] = "/tmp/rowdesk-tape-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() {
    unlink((path + "/" RD_RECORD_RING_LINK).c_str());
    rmdir(path.c_str());
  }
};

/** Its clock is frames of the signal: lost ones are frames that no ring has. */
class FakeRing {
 public:
  static constexpr uint32_t capacity = 65536;
  uint64_t clock = 0;
  uint32_t rate;

  FakeRing(const std::string& folder, uint32_t channels, uint32_t rate_hz = 48000, uint64_t epoch = 1) : rate(rate_hz) {
    const size_t offset = (sizeof(rd_record_ring) + 4095) / 4096 * 4096;
    bytes_ = offset + size_t{channels} * capacity * sizeof(float);
    const std::string link = folder + "/" RD_RECORD_RING_LINK, made = link + ".new";
    const int file = open(made.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (ftruncate(file, static_cast<off_t>(bytes_)) != 0) abort();
    ring = static_cast<rd_record_ring*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
    ring->version = RD_RECORD_RING_VERSION;
    ring->bytes = bytes_;
    ring->epoch = epoch;
    ring->process_id = static_cast<uint32_t>(getpid());
    ring->rate = rate_hz;
    ring->capacity_frames = capacity;
    ring->channels = ring->tracks = channels;
    ring->samples_offset = static_cast<uint32_t>(offset);
    for (uint32_t c = 0; c < channels; ++c) {
      snprintf(ring->track[c].path, sizeof ring->track[c].path, "/channel/input/%u", c + 1);
      ring->track[c].role = RD_RECORD_TRACK;
      ring->track[c].first_channel = c;
      ring->track[c].channels = 1;
    }
    ring->magic = RD_RECORD_RING_MAGIC;
    rename(made.c_str(), link.c_str());
  }
  ~FakeRing() { munmap(ring, bytes_); }

  float* channel(uint32_t c) {
    return reinterpret_cast<float*>(reinterpret_cast<char*>(ring) + ring->samples_offset) + size_t{c} * capacity;
  }
  void write(uint64_t frames, bool is_silent = false) {
    for (uint32_t c = 0; c < ring->channels; ++c) {
      for (uint64_t n = 0; n < frames; ++n) {
        channel(c)[(ring->written + n) % capacity] = is_silent ? 0 : sample_at(clock + n, c);
      }
    }
    clock += frames;
    ring->written_ns = now_ns();
    ring->written += frames;
  }
  void lose(uint64_t frames) {
    note(frames, RD_RECORD_GAP_LOST);
    clock += frames;
  }
  void note(uint64_t frames, uint32_t kind) {
    ring->gaps[ring->gap_count % RD_RECORD_GAPS] = {ring->written, frames, kind, 0};
    ++ring->gap_count;
  }
  /** The time of the clock. */
  uint64_t now_ns() const { return 1'000'000'000 + clock * 1'000'000'000 / rate; }

  rd_record_ring* ring;

 private:
  size_t bytes_;
};

/** What a disk has; it fails where it is told to. */
struct FakeDisk {
  struct Part {
    TakeFiles::Part order;
    std::vector<std::vector<float>> channels;
  };
  std::vector<Part> parts;
  std::vector<std::pair<uint64_t, RingPlace>> places;
  bool is_closed = false;
  uint32_t renewals = 0;
  std::string fails_with;
  std::function<void()> before_write = [] {};
};

class FakeFiles : public TakeFiles {
 public:
  FakeFiles(FakeDisk& disk, uint32_t channels) : disk_(disk), channels_(channels) {}
  Begun begin_part(const Part& part) override {
    fail();
    disk_.parts.push_back({part, std::vector<std::vector<float>>(channels_)});
    return {};
  }
  void note_place(uint64_t at, const RingPlace& place) override { disk_.places.emplace_back(at, place); }
  void write(const float* const* channels, uint64_t frames) override {
    disk_.before_write();
    fail();
    for (uint32_t c = 0; c < channels_; ++c) {
      auto& to = disk_.parts.back().channels[c];
      if (channels == nullptr) to.insert(to.end(), frames, 0.0f);
      else to.insert(to.end(), channels[c], channels[c] + frames);
    }
  }
  void renew() override {
    fail();
    ++disk_.renewals;
  }
  Closed close() override {
    disk_.is_closed = true;
    return {.frames = disk_.parts.empty() ? 0 : disk_.parts.back().channels[0].size()};
  }

 private:
  void fail() const {
    if (!disk_.fails_with.empty()) throw sound::FileError(disk_.fails_with);
  }
  FakeDisk& disk_;
  const uint32_t channels_;
};

}  // namespace rowdesk::recorder::test
