// The player against a double of the mixer. Each sample of the takes says its own position, so that any lost, doubled or
// displaced frame shows.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "../../../lib/sound-files/test/check.h"
#include "../../src/playing/player.h"
#include "ring_owner.h"

namespace rowdesk::playing::test {
namespace {

constexpr uint32_t rate_hz = 48000;
constexpr uint32_t fade = RingOwner::fade_frames;
/** Sample p of track t is `(p + 1 + t * most_frames) * step`: exact in 32-bit float. */
constexpr float step = 0x1p-24f;
constexpr int64_t most_frames = int64_t{1} << 21;

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/rowdesk-player-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write_wav(const std::string& path, int64_t from, int64_t frames, uint32_t channels, int64_t track) {
  std::ofstream file(path, std::ios::binary);
  const auto u32 = [&](uint32_t n) { file.write(reinterpret_cast<const char*>(&n), 4); };
  const auto u16 = [&](uint16_t n) { file.write(reinterpret_cast<const char*>(&n), 2); };
  const auto data = static_cast<uint32_t>(frames) * channels * 4;
  file << "RIFF", u32(36 + data), file << "WAVEfmt ", u32(16), u16(3), u16(static_cast<uint16_t>(channels)), u32(rate_hz);
  u32(rate_hz * channels * 4), u16(static_cast<uint16_t>(channels * 4)), u16(32), file << "data", u32(data);
  for (int64_t n = 0; n < frames; ++n) {
    for (uint32_t c = 0; c < channels; ++c) {
      const float sample = static_cast<float>(from + n + 1 + (track + c) * most_frames) * step;
      file.write(reinterpret_cast<const char*>(&sample), 4);
    }
  }
}

/** A take whose tracks have these channels, with parts of these lengths, and a gap before each but the first. */
std::shared_ptr<const Take> make_take(const Folder& folder, const std::vector<int64_t>& parts, int64_t gap = 0,
                                      const std::vector<uint32_t>& tracks = {1}) {
  auto take = std::make_shared<Take>();
  take->rate_hz = rate_hz;
  for (const int64_t frames : parts) take->parts.push_back({parts.front() == frames ? 0 : take->frames() + gap, frames});
  int64_t channel = 0;
  for (const uint32_t channels : tracks) {
    PlayedTrack track{channels, {}};
    for (size_t p = 0; p < parts.size(); ++p) {
      track.files.push_back(folder.path() + "/" + std::to_string(channel) + "." + std::to_string(p) + ".wav");
      write_wav(track.files.back(), take->parts[p].at, parts[p], channels, channel);
    }
    channel += channels;
    take->tracks.push_back(track);
  }
  return take;
}

/** The frame of the take that this sample is, on this channel. */
int64_t frame_of(float sample, int64_t channel = 0) { return std::lround(sample / step) - 1 - channel * most_frames; }

bool eventually(const std::function<bool()>& holds) {
  for (int waits = 0; waits < 10000 && !holds(); ++waits) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return holds();
}

/** The mixer's blocks go on until `done`; while the take plays it has frames for each of them. */
bool play_until(RingOwner& owner, const std::function<bool()>& done) {
  for (int waits = 0; waits < 10000;) {
    if (done()) return true;
    if (!owner.ring().is_playing || owner.available() >= 512) owner.block(64);
    else ++waits, std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!owner.ring().is_playing) ++waits, std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

bool play_frames(RingOwner& owner, uint64_t frames) {
  const size_t until = owner.heard[0].size() + frames;
  return play_until(owner, [&] { return owner.heard[0].size() >= until; });
}

/** Where the take is heard for the first time, in what was heard. */
size_t first_sound(const std::vector<float>& heard) {
  size_t at = 0;
  while (at < heard.size() && heard[at] == 0) ++at;
  return at;
}

/** So many frames from `at` on are those of the take from `position` on, bit by bit. */
bool is_exact(const std::vector<float>& heard, size_t at, int64_t position, size_t frames, int64_t channel = 0) {
  if (at + frames > heard.size()) return false;
  for (size_t n = 0; n < frames; ++n) {
    const float wanted = static_cast<float>(position + static_cast<int64_t>(n) + 1 + channel * most_frames) * step;
    if (std::memcmp(&heard[at + n], &wanted, sizeof wanted) != 0) return false;
  }
  return true;
}

struct Rig {
  explicit Rig(RingFacts facts = {}) : owner(std::make_unique<RingOwner>(folder.path(), facts)), player(folder.path()) {}
  Folder folder;
  std::unique_ptr<RingOwner> owner;
  Player player;

  bool wait(const std::function<bool(const Player::State&)>& holds) {
    return play_until(*owner, [&] { return holds(player.state()); });
  }
  void load(std::shared_ptr<const Take> take) {
    player.load(std::move(take));
    CHECK(wait([](const auto& state) { return state.has_ring; }));
  }
  /** Plays, and stands after so many frames that sounded. */
  void play(uint64_t frames) {
    player.transport(Transport::play);
    CHECK(play_until(*owner, [&] { return owner->ring().is_sounding != 0; }));
    CHECK(play_frames(*owner, frames));
  }
};

TEST("a take is played from its first frame to its last, and stops at the first") {
  Rig rig;
  rig.load(make_take(rig.folder, {30000, 20000}));
  rig.player.transport(Transport::play);
  CHECK(rig.wait([](const auto& state) { return state.transport == Transport::stop && !state.is_sounding; }));
  const auto& heard = rig.owner->heard[0];
  const size_t begin = first_sound(heard);
  CHECK(is_exact(heard, begin + fade, fade, 50000 - 2 * fade));
  CHECK(rig.owner->ring().underruns == 0);
  CHECK(rig.player.state().position == 0);
  CHECK(rig.player.state().fault.empty());
}

TEST("a take fades out at its end") {
  Rig rig;
  rig.load(make_take(rig.folder, {20000}));
  rig.player.transport(Transport::play);
  CHECK(rig.wait([](const auto& state) { return state.transport == Transport::stop && !state.is_sounding; }));
  const auto& heard = rig.owner->heard[0];
  const size_t end = first_sound(heard) + 20000;
  CHECK(heard[end - 1] < 20000 * step * 0.001f);
  for (size_t n = end; n < heard.size(); ++n) CHECK(heard[n] == 0);
}

TEST("a gap between parts is as long as it was, and faded at both ends") {
  Rig rig;
  rig.load(make_take(rig.folder, {30000, 20000}, 5000));
  rig.player.transport(Transport::play);
  CHECK(rig.wait([](const auto& state) { return state.transport == Transport::stop && !state.is_sounding; }));
  const auto& heard = rig.owner->heard[0];
  const size_t begin = first_sound(heard);
  CHECK(is_exact(heard, begin + 30000 - 2 * fade, 30000 - 2 * fade, fade));
  for (size_t n = begin + 30000; n < begin + 35000; ++n) CHECK(heard[n] == 0);
  CHECK(heard[begin + 29999] < 30000 * step * 0.001f);
  CHECK(heard[begin + 35000] < 35000 * step * 0.001f);
  CHECK(is_exact(heard, begin + 35000 + fade, 35000 + fade, 10000));
}

TEST("each channel of each track has its channel of the ring; one too many is silent, one too few isn't read") {
  for (const uint32_t channels : {5u, 2u}) {
    Rig rig({.channels = channels});
    rig.load(make_take(rig.folder, {30000}, 0, {1, 2, 1}));
    rig.play(4000);
    const size_t begin = first_sound(rig.owner->heard[0]);
    for (uint32_t c = 0; c < std::min(channels, 4u); ++c) CHECK(is_exact(rig.owner->heard[c], begin + fade, fade, 2000, c));
    if (channels == 5) CHECK(first_sound(rig.owner->heard[4]) == rig.owner->heard[4].size());
  }
}

TEST("after a seek the sample at its position is the right one, at once") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}));
  rig.play(20000);
  rig.player.seek(300000);
  CHECK(rig.player.state().position == 300000);
  const size_t asked = rig.owner->heard[0].size();
  CHECK(eventually([&] { return rig.owner->ring().jump_to > 0; }));
  CHECK(play_frames(*rig.owner, 10000));
  const auto& heard = rig.owner->heard[0];
  size_t at = asked;
  while (at < heard.size() && frame_of(heard[at]) < 300000) ++at;
  CHECK(frame_of(heard[at]) == 300000 + int64_t{fade});
  CHECK(is_exact(heard, at, 300000 + fade, 5000));
  // until the crossfade the old place plays on, bit by bit
  CHECK(is_exact(heard, at - fade - 500, frame_of(heard[at - fade - 500]), 500));
  const int64_t now = rig.player.state().position;
  CHECK(rig.wait([&](const auto& state) { return state.position != now; }));
}

TEST("after a pause what faded out is played again, to the sample") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}));
  rig.play(20000);
  rig.player.transport(Transport::pause);
  CHECK(play_until(*rig.owner, [&] { return rig.owner->ring().is_sounding == 0; }));
  const auto& heard = rig.owner->heard[0];
  size_t last = heard.size() - 1;
  while (heard[last] == 0) --last;
  // The last frame that sounded in full: the position is the one after it.
  size_t full = last;
  const size_t begin = first_sound(heard);
  while (!is_exact(heard, full, static_cast<int64_t>(full - begin), 1)) --full;
  const auto position = static_cast<int64_t>(full - begin) + 1;
  CHECK(rig.wait([&](const auto& state) { return state.position == position; }));
  const size_t resumed = heard.size();
  rig.play(5000);
  const auto& after = rig.owner->heard[0];
  size_t again = resumed;
  while (after[again] == 0) ++again;
  CHECK(is_exact(after, again + fade, position + fade, 3000));
}

TEST("a stop goes to the first frame, and a seek after it counts") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}));
  rig.play(20000);
  rig.player.transport(Transport::stop);
  CHECK(rig.player.state().position == 0);
  rig.player.seek(1000);
  CHECK(rig.player.state().position == 1000);
  CHECK(play_until(*rig.owner, [&] { return rig.owner->ring().is_sounding == 0; }));
  const size_t stopped = rig.owner->heard[0].size();
  CHECK(play_frames(*rig.owner, 4000));
  rig.play(4000);
  const auto& heard = rig.owner->heard[0];
  size_t begin = stopped;
  while (heard[begin] == 0) ++begin;
  CHECK(is_exact(heard, begin + fade, 1000 + fade, 2000));
}

TEST("a loop goes from its last frame to its first, without a step") {
  for (const Loop loop : {Loop{10000, 30000}, Loop{0, 20000}, Loop{30000, 400000}}) {
    Rig rig;
    rig.load(make_take(rig.folder, {400000}));
    rig.player.loop(loop);
    rig.player.seek(loop.to - 8000);
    CHECK(rig.wait([&](const auto& state) { return state.position == loop.to - 8000; }));
    rig.play(8000 + 16000);
    const auto& heard = rig.owner->heard[0];
    const size_t begin = first_sound(heard);
    const size_t joint = begin + 8000;
    CHECK(is_exact(heard, begin + fade, loop.to - 8000 + fade, 8000 - 2 * fade));
    CHECK(is_exact(heard, joint + fade, loop.from + fade, 10000));
    if (loop.from > 0) CHECK(is_exact(heard, joint, loop.from, fade));
    // No step is larger than the fade spreads the difference over.
    const float most = static_cast<float>(loop.to - loop.from) * step * 4 / fade;
    for (size_t n = joint - fade; n < joint + fade; ++n) CHECK(std::fabs(heard[n] - heard[n - 1]) <= most);
    CHECK(rig.owner->ring().underruns == 0);
  }
}

TEST("a loop that the position is outside of begins at its begin") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}));
  rig.player.loop({100000, 200000});
  CHECK(rig.wait([](const auto& state) { return state.position == 100000; }));
}

TEST("another ring goes on where the last one was") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}, 0, {1, 1}));
  rig.play(30000);
  CHECK(first_sound(rig.owner->heard[0]) < rig.owner->heard[0].size());
  const auto frames = static_cast<int64_t>(rig.owner->ring().played);
  rig.owner = std::make_unique<RingOwner>(rig.folder.path(), RingFacts{.channels = 2});
  CHECK(play_until(*rig.owner, [&] { return rig.owner->ring().is_sounding != 0; }));
  CHECK(play_frames(*rig.owner, 4000));
  const auto& heard = rig.owner->heard[1];
  CHECK(is_exact(heard, first_sound(heard) + fade, frames + fade, 2000, 1));
}

TEST("without a ring the take is paused where it was") {
  Rig rig;
  rig.load(make_take(rig.folder, {400000}));
  rig.play(30000);
  const auto frames = static_cast<int64_t>(rig.owner->ring().played);
  rig.owner->end();
  CHECK(eventually([&] { return rig.player.state().transport == Transport::pause; }));
  CHECK(!rig.player.state().has_ring);
  CHECK(rig.player.state().position == frames);
}

TEST("a ring that a dead player left playing is stopped, and taken over") {
  Rig rig;
  rd_play_ring& ring = rig.owner->ring();
  rig.load(make_take(rig.folder, {400000}));
  rig.play(10000);
  {
    Player second(rig.folder.path());
    CHECK(play_until(*rig.owner, [&] { return ring.is_playing == 0; }));
  }
}

TEST("a take of another rate than the ring's isn't played") {
  Rig rig({.rate_hz = 96000});
  rig.player.load(make_take(rig.folder, {20000}));
  rig.player.transport(Transport::play);
  CHECK(rig.wait([](const auto& state) { return state.ring_rate_hz == 96000; }));
  CHECK(play_frames(*rig.owner, 4000));
  CHECK(!rig.player.state().has_ring);
  CHECK(rig.owner->ring().written == 0);
}

TEST("a track without its file is silent, and the fault has its name") {
  Rig rig({.channels = 2});
  auto take = std::make_shared<Take>(*make_take(rig.folder, {30000}, 0, {1, 1}));
  std::filesystem::remove(take->tracks[0].files[0]);
  rig.load(take);
  rig.play(4000);
  CHECK(first_sound(rig.owner->heard[0]) == rig.owner->heard[0].size());
  CHECK(is_exact(rig.owner->heard[1], first_sound(rig.owner->heard[1]) + fade, fade, 2000, 1));
  CHECK(rig.player.state().fault.find("0.0.wav") != std::string::npos);
}

TEST("underruns of the mixer are counted") {
  Rig rig;
  rig.load(make_take(rig.folder, {30000}));
  __atomic_fetch_add(&rig.owner->ring().underruns, 3, __ATOMIC_RELAXED);
  CHECK(rig.wait([](const auto& state) { return state.underruns == 3; }));
}

TEST("five seconds are read ahead of a take, within 256 MiB") {
  CHECK(ReadAhead::buffer_frames(64, 48000) == 240000);
  CHECK(ReadAhead::buffer_frames(512, 96000) * 512 * 4 <= int64_t{256} << 20);
  Folder folder;
  ReadAhead ahead;
  ahead.start({make_take(folder, {400000}), 1, 1000, {}, fade});
  std::vector<float> out(1 << 20);
  float* channel = out.data();
  const auto taken = [&] { return ahead.take(0, &channel, 0, 1 << 20).position == 1000; };
  CHECK(eventually(taken));
  // what is not taken waits
  int64_t frames = 0;
  for (int waits = 0; waits < 10000 && frames < 390000; ++waits) {
    const auto run = ahead.take(1 << 20, &channel, static_cast<uint64_t>(frames), 1 << 20);
    if (run.frames == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    else CHECK(run.position == 1000 + frames);
    frames += run.frames;
  }
  CHECK(is_exact(out, 0, 1000, 390000));
}

}  // namespace
}  // namespace rowdesk::playing::test
