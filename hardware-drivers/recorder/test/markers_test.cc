// Markers and names in sound files of takes: they stand where the format has them, and the sound stays as it is.
#include <fstream>
#include <iterator>

#include "../../lib/sound-files/test/check.h"
#include "../../lib/sound-files/test/temporary_folder.h"
#include "../src/files/markers.h"
#include "../src/files/repair.h"
#include "../src/files/track_file.h"
#include "../src/files/track_reader.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;
using sound::Container, sound::Encoding;

namespace {

constexpr uint64_t frames = 9001;
const std::vector<Marker> markers{{0, "Intro"}, {4800, "Chorus <&> \xc3\xa4"}, {9000, ""}};

std::string create(const std::string& path, Container container, uint32_t channels) {
  const sound::BroadcastFacts facts{"Keys", "Rowdesk", "take-1", "2026-11-22", "20:15:00", 5'000'000'000, "Keys & <Pads>"};
  TrackFile track = TrackFile::create(path, {container, Encoding::int24, 48000, channels, 7}, facts);
  std::vector<float> samples;
  for (uint64_t n = 0; n < frames * channels; ++n) samples.push_back(static_cast<float>(n % 1000) / 2000);
  track.write(samples);
  track.close();
  return path;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<float> sound_of(const std::string& path) {
  TrackReader reader = TrackReader::open(path);
  std::vector<float> all(reader.frames() * reader.channels());
  std::vector<float*> planes;
  for (uint32_t c = 0; c < reader.channels(); ++c) planes.push_back(all.data() + c * reader.frames());
  CHECK(reader.read(planes.data(), reader.frames()) == reader.frames());
  return all;
}

bool has(const std::string& bytes, const std::string& part) { return bytes.find(part) != std::string::npos; }

std::string number(uint32_t value) {
  std::string bytes;
  for (int n = 0; n < 4; ++n) bytes += static_cast<char>(value >> (8 * n));
  return bytes;
}

}  // namespace

TEST("a WAV says its markers behind its sound, once, and its sound stays as it is") {
  TemporaryFolder folder;
  for (const uint32_t channels : {1u, 2u}) {
    const std::string path = create(folder.path + "/" + std::to_string(channels) + ".wav", Container::wav, channels);
    const auto before = sound_of(path);
    write_markers(path, {{1, "Wrong"}});
    write_markers(path, markers);
    CHECK(sound_of(path) == before);
    CHECK(!repair(path).has_changed);
    const std::string bytes = bytes_of(path);
    CHECK(bytes.substr(4, 4) == number(static_cast<uint32_t>(bytes.size() - 8)));
    CHECK(has(bytes, "cue " + number(4 + 3 * 24) + number(3)));
    CHECK(has(bytes, number(2) + number(4800) + "data" + number(0) + number(0) + number(4800)));
    CHECK(has(bytes, "labl" + number(10) + number(1) + "Intro") && has(bytes, number(2) + "Chorus <&> \xc3\xa4"));
    CHECK(!has(bytes, "Wrong"));
    CHECK(has(bytes, channels == 1 ? "<NAME>Keys &amp; &lt;Pads&gt;</NAME>" : "<NAME>Keys &amp; &lt;Pads&gt; R</NAME>"));
    CHECK(has(bytes, "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>1</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"));
    // A recorder that ends while it writes them: any part of them may be there, under a header with or without them.
    const size_t end = bytes.rfind("cue ");
    for (size_t size = end; size <= bytes.size(); ++size) {
      std::ofstream(path, std::ios::binary) << bytes.substr(0, size);
      CHECK(sound_of(path) == before);
      CHECK(repair(path).frames == frames && sound_of(path) == before);
    }
    auto killed = bytes;
    killed.replace(4, 4, number(static_cast<uint32_t>(end - 8)));
    std::ofstream(path, std::ios::binary) << killed;
    CHECK(sound_of(path) == before);
    CHECK(repair(path).frames == frames && sound_of(path) == before);
    // A cut ends with the sound.
    write_markers(path, markers);
    truncate_to(path, 5000);
    CHECK(!has(bytes_of(path), "labl") && sound_of(path).size() == 5000 * channels && !repair(path).has_changed);
  }
}

TEST("a FLAC says its markers as chapters in its reserve, as many as fit, and its sound stays as it is") {
  TemporaryFolder folder;
  const std::string path = create(folder.path + "/a.flac", Container::flac, 2);
  const auto before = sound_of(path);
  const size_t size = bytes_of(path).size();
  write_markers(path, {{1, "Wrong"}});
  write_markers(path, markers);
  std::string bytes = bytes_of(path);
  CHECK(bytes.size() == size && sound_of(path) == before && !repair(path).has_changed);
  CHECK(has(bytes, "CHAPTER001=00:00:00.000") && has(bytes, "CHAPTER001NAME=Intro") && has(bytes, "CHAPTER002=00:00:00.100"));
  CHECK(has(bytes, "TITLE=Keys & <Pads>") && has(bytes, "TIME_REFERENCE=5000000000") && !has(bytes, "Wrong"));
  std::vector<Marker> many;
  for (uint64_t n = 0; n < 1500; ++n) many.push_back({n, std::string(100, 'x')});
  write_markers(path, many);
  bytes = bytes_of(path);
  CHECK(bytes.size() == size && sound_of(path) == before && !repair(path).has_changed);
  CHECK(has(bytes, "CHAPTER200=") && !has(bytes, "CHAPTER999="));
}

TEST("a part has the markers of its own frames, from its own begin") {
  TakeMarkers of_take;
  for (const uint64_t at : {400, 100, 99, 200}) of_take.add({at, std::to_string(at)});
  const auto found = of_take.within(100, 100);
  CHECK(found.size() == 1 && found[0].at == 0 && found[0].label == "100");
  const auto all = of_take.within(0, 1000);
  CHECK(all.size() == 4 && all[0].at == 99 && all[3].at == 400);
}
