// Recording: what another process finds in the ring is the sound of the taps.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>

#include "record_reader.h"
#include "rig.h"
#include "scratch_folder.h"

namespace rowdesk {
namespace {

// Each sample of each channel differs.
float signal_at(uint32_t channel, uint64_t frame) {
  const uint32_t bits = static_cast<uint32_t>(frame * 10368889u + channel * 7700417u) & 0xffffffu;
  return static_cast<float>(static_cast<int32_t>(bits) - 0x800000) / 16777216.0f;
}
Sound signal() {
  return [](uint32_t channel, uint64_t frame) { return signal_at(channel, frame); };
}

uint32_t strip_of(const Rig& rig, std::string_view path) {
  const auto& strips = rig.mixer.layout().strips();
  for (uint32_t i = 0; i < strips.size(); ++i) {
    if (strips[i].path == path) return i;
  }
  CHECK(!"a strip");
  return 0;
}

struct Recorded {
  ScratchFolder folder;
  Rig rig{counts_of(4), "", 48000.0, {}, most_strips, folder.path()};

  RecordTrack track(std::string_view path, Tap tap, rd_record_role role = RD_RECORD_TRACK) {
    return {strip_of(rig, path), tap, role};
  }
  // Records from the next block on.
  uint32_t record(const std::vector<RecordTrack>& tracks) {
    const uint32_t number = rig.mixer.record(tracks);
    rig.mixer.flush();
    return number;
  }
  bool is_there() const {
    struct stat status {};
    return lstat((folder.path() + "/" RD_RECORD_RING_LINK).c_str(), &status) == 0;
  }
};

// Input 1 hears channel 1 with all its processors, hard left, into main/1 at 0 dB: what output 1 plays is its Post-Fader.
void play_input_1(Rig& rig) {
  const std::string chain = "/channel/input/1/chain/processors/";
  rig.patch("/channel/input/1", 0);
  rig.patch("/channel/aux/1", 4);
  rig.set_all({{"/channel/input/1", "levelDb", -7.3}, {"/channel/input/1", "pan", -100.0},
               {"/channel/input/1", "polarityInverted", 1.0}, {"/channel/main/1", "levelDb", 0.0},
               {chain + "hpf", "enabled", 1.0}, {chain + "eq", "enabled", 1.0}, {chain + "eq/values", "band2GainDb", 6.0},
               {chain + "comp", "enabled", 1.0}});
  rig.prepare();
}

std::vector<RecordTrack> all_taps(Recorded& desk) {
  return {desk.track("/channel/input/1", tap_top_of_channel), desk.track("/channel/aux/1", tap_top_of_channel),
          desk.track("/channel/input/1", tap_post_trim), desk.track("/channel/input/1", tap_post_fader),
          desk.track("/channel/main/1", tap_post_fader, RD_RECORD_PROGRAMME)};
}

TEST("the ring has the samples of the taps, bit by bit, at any block size and beyond its length") {
  for (const uint32_t block : {1u, 37u, 64u, 1000u, 4096u}) {
    Recorded desk;
    play_input_1(desk.rig);
    desk.record(all_taps(desk));
    // Beyond its length, at blocks that pay for it.
    const uint32_t frames = block < 4096 ? 2000 : 1'000'000, part = 250'000;
    Channels out(Rig::outputs);
    std::optional<RecordReader> reader;
    for (uint32_t done = 0; done < frames; done += part) {
      const Channels more = desk.rig.render(std::min(part, frames - done), signal(), block);
      for (uint32_t channel = 0; channel < Rig::outputs; ++channel) {
        out[channel].insert(out[channel].end(), more[channel].begin(), more[channel].end());
      }
      if (!reader) reader.emplace(desk.folder.path());
      reader->read();
    }
    const auto& sound = reader->sound();
    CHECK(reader->written() == frames);
    CHECK(sound.size() == 7);
    bool is_same = true;
    for (uint32_t frame = 0; frame < frames && is_same; ++frame) {
      is_same = sound[0][frame] == signal_at(0, frame) && sound[1][frame] == signal_at(4, frame) &&
                sound[2][frame] == signal_at(5, frame) && sound[3][frame] == -signal_at(0, frame) &&
                sound[4][frame] == out[0][frame] && sound[5][frame] == out[0][frame] && sound[6][frame] == out[1][frame];
    }
    CHECK(is_same);
    CHECK(sound[4] != sound[3]);
    CHECK(reader->gaps().empty());
  }
}

TEST("a ring says what it has, for this user alone") {
  Recorded desk;
  CHECK(!desk.is_there());
  desk.record(all_taps(desk));
  struct stat status {};
  CHECK(stat((desk.folder.path() + "/" RD_RECORD_RING_LINK).c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(status.st_blocks * 512 >= status.st_size);
  const RecordReader reader(desk.folder.path());
  const rd_record_ring& ring = reader.ring();
  CHECK(ring.version == RD_RECORD_RING_VERSION && ring.rate == 48000 && ring.capacity_frames == 20 * 48000);
  CHECK(ring.process_id == static_cast<uint32_t>(getpid()));
  CHECK(ring.tracks == 5 && ring.channels == 7);
  CHECK(ring.track[1].path == std::string("/channel/aux/1"));
  CHECK(ring.track[1].role == RD_RECORD_TRACK && ring.track[1].first_channel == 1 && ring.track[1].channels == 2);
  CHECK(ring.track[4].role == RD_RECORD_PROGRAMME && ring.track[4].first_channel == 5 && ring.track[4].channels == 2);
}

TEST("a choice is seen when the audio thread has it, and the same choice keeps its ring") {
  Recorded desk;
  CHECK(desk.rig.mixer.recorded().first == 0);
  const uint32_t number = desk.record(all_taps(desk));
  CHECK(desk.rig.mixer.recorded().first == 0);
  desk.rig.render(64, signal());
  CHECK(desk.rig.mixer.recorded().first == number);
  const RecordReader reader(desk.folder.path());
  CHECK(desk.record(all_taps(desk)) == number);
  desk.rig.render(64, signal());
  CHECK(reader.written() == 128 && !reader.has_ended());
}

TEST("tracks change while sound runs, and no sample is lost between two rings") {
  Recorded desk;
  play_input_1(desk.rig);
  desk.record(all_taps(desk));
  desk.rig.render(1000, signal(), 100);
  RecordReader first(desk.folder.path());
  const RecordTrack other = desk.track("/channel/aux/1", tap_post_trim);
  CHECK(desk.record({other}) == 2);
  CHECK(!first.has_ended());
  desk.rig.render(500, signal(), 100);
  desk.rig.mixer.recorded();
  RecordReader second(desk.folder.path());
  CHECK(first.has_ended() && !second.has_ended());
  CHECK(first.ring().epoch != second.ring().epoch);
  first.read();
  second.read();
  CHECK(first.written() + second.written() == 1500);
  CHECK(first.sound()[1].back() == signal_at(4, first.written() - 1));
  CHECK(second.sound()[0].front() == signal_at(4, first.written()));
  CHECK(second.gaps().empty());
  desk.record({});
  CHECK(desk.is_there());
  desk.rig.render(64, signal());
  desk.rig.mixer.recorded();
  CHECK(!desk.is_there());
  CHECK(second.has_ended());
}

TEST("an xrun is a gap where it was, of as many frames") {
  Recorded desk;
  desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  std::vector<float> in(64, 0.5f), out(64);
  const std::vector<const float*> ins(Rig::inputs, in.data());
  const std::vector<float*> outs(Rig::outputs, out.data());
  const auto call = [&](uint64_t position, uint32_t flags) {
    const rd_block_time time = {sizeof(rd_block_time), RD_ABI, position, 0, 0, flags, 0};
    desk.rig.mixer.processor()->process(desk.rig.mixer.processor()->self, ins.data(), outs.data(), 64, &time);
  };
  call(0, RD_BLOCK_OFFLINE);
  call(64, RD_BLOCK_OFFLINE);
  call(128 + 300, RD_BLOCK_OFFLINE | RD_BLOCK_XRUN);
  call(192 + 300, RD_BLOCK_OFFLINE);
  call(256 + 300, RD_BLOCK_OFFLINE | RD_BLOCK_XRUN);  // a driver that does not know how many
  const RecordReader reader(desk.folder.path());
  CHECK(reader.written() == 320);
  const auto gaps = reader.gaps();
  CHECK(gaps.size() == 2);
  CHECK(gaps[0].at == 128 && gaps[0].frames == 300 && gaps[0].kind == RD_RECORD_GAP_LOST);
  CHECK(gaps[1].at == 256 && gaps[1].frames == 0 && gaps[1].kind == RD_RECORD_GAP_LOST);
}

TEST("without a clock the ring has silence, and says how long it was silent and what was lost before and behind") {
  Recorded desk;
  play_input_1(desk.rig);
  desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  desk.rig.render(4800, signal(), 480, 0);
  desk.rig.now_ns += 490'000'000;  // behind a block of 10 ms
  for (int tick = 0; tick < 11; ++tick, desk.rig.now_ns += 10'000'000) desk.rig.mixer.tick(desk.rig.now_ns);
  desk.rig.now_ns += 20'000'000;
  desk.rig.render(480, signal(), 480, 0);
  RecordReader reader(desk.folder.path());
  reader.read();
  CHECK(reader.written() == 4800 + 4800 + 480);
  CHECK(reader.sound()[0][4799] == signal_at(4, 4799));
  for (uint32_t frame = 4800; frame < 9600; ++frame) CHECK(reader.sound()[0][frame] == 0.0f);
  CHECK(reader.sound()[0][9600 + 100] == signal_at(4, 4900));
  const auto gaps = reader.gaps();
  CHECK(gaps.size() == 3);
  CHECK(gaps[0].at == 4800 && gaps[0].frames == 490 * 48 && gaps[0].kind == RD_RECORD_GAP_LOST);
  CHECK(gaps[1].at == 4800 && gaps[1].frames == 4800 && gaps[1].kind == RD_RECORD_GAP_SILENT);
  CHECK(gaps[2].at == 9600 && gaps[2].frames == 30 * 48 && gaps[2].kind == RD_RECORD_GAP_LOST);
}

TEST("a device that is prepared anew goes on in the same ring, and says for how long there was none") {
  Recorded desk;
  desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  desk.rig.render(480, signal(), 480, 0);
  desk.rig.now_ns += 40'000'000;
  desk.rig.prepare();
  desk.rig.render(480, signal(), 480, 0);
  const RecordReader reader(desk.folder.path());
  CHECK(reader.written() == 960 && !reader.has_ended());
  const auto gaps = reader.gaps();
  CHECK(gaps.size() == 1);
  CHECK(gaps[0].at == 480 && gaps[0].frames == 40 * 48 && gaps[0].kind == RD_RECORD_GAP_LOST);
}

TEST("another rate is another ring") {
  Recorded desk;
  const uint32_t number = desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  desk.rig.render(64, signal());
  const RecordReader slow(desk.folder.path());
  const rd_processor* processor = desk.rig.mixer.processor();
  CHECK(processor->prepare(processor->self, 96000.0, 64, Rig::inputs, Rig::outputs) == 0);
  desk.rig.render(64, signal());
  CHECK(desk.rig.mixer.recorded() == std::pair(number, std::string()));
  const RecordReader fast(desk.folder.path());
  CHECK(slow.has_ended() && slow.written() == 64);
  CHECK(fast.ring().rate == 96000 && fast.ring().capacity_frames == 20 * 96000 && fast.written() == 64);
}

TEST("memory that can't be had is an error in words, and what is recorded goes on") {
  Recorded desk;
  desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  desk.rig.render(64, signal());
  const RecordReader reader(desk.folder.path());
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit least{4096, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &least);
  std::string words;
  try {
    desk.record(all_taps(desk));
  } catch (const std::system_error& error) {
    words = error.what();
  }
  CHECK(words.find("shared memory") != std::string::npos);
  desk.rig.render(64, signal());
  CHECK(reader.written() == 128 && !reader.has_ended());
  CHECK(desk.rig.mixer.recorded() == std::pair(1u, std::string()));
  // A rate whose ring does not fit leaves none; the same choice tries again.
  const rd_processor* processor = desk.rig.mixer.processor();
  CHECK(processor->prepare(processor->self, 96000.0, 64, Rig::inputs, Rig::outputs) == 0);
  CHECK(desk.rig.mixer.recorded().second.find("shared memory") != std::string::npos);
  CHECK(reader.has_ended() && !desk.is_there());
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, SIG_DFL);
  desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
  desk.rig.render(64, signal());
  CHECK(desk.rig.mixer.recorded() == std::pair(1u, std::string()));
  CHECK(RecordReader(desk.folder.path()).ring().rate == 96000);
}

TEST("without a runtime folder no ring is made") {
  Rig rig;
  const size_t before = static_cast<size_t>(std::distance(std::filesystem::directory_iterator("/dev/shm"), {}));
  CHECK(rig.mixer.record({{strip_of(rig, "/channel/aux/1"), tap_top_of_channel, RD_RECORD_TRACK}}) == 1);
  rig.mixer.flush();
  rig.render(64, signal());
  CHECK(rig.mixer.recorded() == std::pair(1u, std::string()));
  CHECK(static_cast<size_t>(std::distance(std::filesystem::directory_iterator("/dev/shm"), {})) == before);
}

TEST("recording that is over for good leaves nothing, although the mixer still computes") {
  for (const bool is_taken : {false, true}) {
    Recorded desk;
    desk.record({desk.track("/channel/aux/1", tap_top_of_channel)});
    if (is_taken) desk.rig.render(64, signal());
    const RecordReader reader(desk.folder.path());
    desk.rig.mixer.end_recording();
    CHECK(reader.has_ended() && !desk.is_there());
    desk.record({desk.track("/channel/aux/1", tap_post_trim)});
    desk.rig.render(64, signal());
    CHECK(!desk.is_there());
  }
}

TEST("a mixer removes its ring at its end, and at its start that of one that was killed") {
  const ScratchFolder folder;
  const std::string link = folder.path() + "/" RD_RECORD_RING_LINK, left = "/dev/shm/rowdesk-killed-" + std::to_string(getpid());
  std::filesystem::copy_file("/proc/self/comm", left);
  CHECK(symlink(left.c_str(), link.c_str()) == 0);
  std::optional<RecordReader> reader;
  {
    Rig rig(counts_of(4), "", 48000.0, {}, most_strips, folder.path());
    CHECK(!std::filesystem::exists(left) && !std::filesystem::exists(std::filesystem::symlink_status(link)));
    rig.mixer.record({{0, tap_top_of_channel, RD_RECORD_TRACK}});
    rig.mixer.flush();
    rig.render(64, signal());
    reader.emplace(folder.path());
  }
  CHECK(reader->has_ended());
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace rowdesk
