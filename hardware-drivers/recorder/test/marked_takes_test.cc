// Markers of a take in the files of its parts, and in those that are mended.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../../lib/sound-files/test/check.h"
#include "../../lib/sound-files/test/temporary_folder.h"
#include "../src/files/track_reader.h"
#include "../src/recording/mend.h"
#include "../src/recording/track_files.h"

using namespace rowdesk;
using namespace rowdesk::recorder;
using namespace rowdesk::test;

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/** Positions of a WAV's markers. */
std::vector<uint32_t> marks_of(const std::string& path) {
  const std::string bytes = bytes_of(path);
  std::vector<uint32_t> marks;
  const size_t cue = bytes.rfind("cue ");
  if (cue == std::string::npos) return marks;
  const auto number = [&](size_t at) {
    uint32_t value;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  for (uint32_t n = 0; n < number(cue + 8); ++n) marks.push_back(number(cue + 16 + 24 * n));
  return marks;
}

uint64_t frames_of(const std::string& path) { return TrackReader::open(path).frames(); }

void write(TrackFiles& files, uint64_t frames) {
  const std::vector<float> samples(frames, 0.25f);
  const float* const planes[] = {samples.data(), samples.data(), samples.data()};
  files.write(planes, frames);
}

TakePlace place_in(const std::string& folder) {
  TakePlace place{.folder = folder, .take_id = "take"};
  place.tracks = {{.stem = "01-Kick", .peaks = "01.peaks", .name = "Kick", .first_channel = 0, .channels = 1},
                  {.stem = "02-Keys", .peaks = "02.peaks", .name = "Keys", .first_channel = 1, .channels = 2}};
  return place;
}

}  // namespace

TEST("each part has the markers of its own frames, whichever part is complete at which moment") {
  TemporaryFolder folder;
  const TakePlace place = place_in(folder.path);
  TrackFiles files(place);
  files.begin_part({.number = 1, .at = 0, .at_ns = 1});
  write(files, 5000);
  place.markers->add({100, "One"});
  place.markers->add({5200, "Two"});
  files.begin_part({.number = 2, .at = 5000, .at_ns = 2});
  write(files, 3000);
  // A gap has no file, and so no marker.
  place.markers->add({8100, "Nowhere"});
  files.begin_part({.number = 3, .at = 9000, .at_ns = 3});
  write(files, 1000);
  place.markers->add({9000, "Three"});
  const TakeFiles::Closed closed = files.close();
  CHECK(closed.fault.empty() && closed.frames == 1000);
  for (const char* stem : {"/01-Kick", "/02-Keys"}) {
    CHECK(marks_of(folder.path + stem + ".wav") == std::vector<uint32_t>{100});
    CHECK(marks_of(folder.path + stem + ".2.wav") == std::vector<uint32_t>{200});
    CHECK(marks_of(folder.path + stem + ".3.wav") == std::vector<uint32_t>{0});
    CHECK(frames_of(folder.path + stem + ".wav") == 5000 && frames_of(folder.path + stem + ".3.wav") == 1000);
  }
  CHECK(bytes_of(folder.path + "/02-Keys.2.wav").find("<NAME>Keys L</NAME>") != std::string::npos);
}

TEST("a part that is mended has its markers, also one that was complete and one that was complete but for its markers") {
  TemporaryFolder folder;
  std::string killed;
  {
    const TakePlace place = place_in(folder.path);
    TrackFiles files(place);
    files.begin_part({.number = 1, .at = 48000, .at_ns = 1});
    write(files, 50000);
    files.renew();
    write(files, 5000);
    files.renew();
    killed = bytes_of(folder.path + "/01-Kick.wav");
    place.markers->add({49000, "Before"});
    files.close();
  }
  BrokenPart part{.rate_hz = 48000, .at = 48000};
  part.tracks = {{.file = folder.path + "/01-Kick.wav", .peaks = folder.path + "/01.peaks", .channels = 1},
                 {.file = folder.path + "/02-Keys.wav", .peaks = folder.path + "/02.peaks", .channels = 2}};
  part.markers = {{48000, "Begin"}, {49000, "Before"}, {110000, "Behind the end"}};
  const std::string complete = bytes_of(folder.path + "/01-Kick.wav");
  for (const std::string& bytes : {killed, complete, complete.substr(0, complete.size() - 7)}) {
    std::ofstream(folder.path + "/01-Kick.wav", std::ios::binary) << bytes;
    const MendedPart mended = mend(part);
    CHECK(mended.frames == 55000 && mended.faults.empty());
    for (const auto& track : part.tracks) {
      CHECK((marks_of(track.file) == std::vector<uint32_t>{0, 1000}));
      CHECK(frames_of(track.file) == 55000);
    }
  }
}
