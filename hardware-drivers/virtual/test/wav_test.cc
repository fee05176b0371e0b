// WAV files in all encodings that can be played, damaged ones, and any bytes whatever.
#include <algorithm>
#include <cstring>
#include <random>

#include "../../lib/sound-files/src/wav_reader.h"
#include "../../lib/sound-files/src/wave_file.h"
#include "../src/decode.h"
#include "../../lib/sound-files/test/check.h"
#include "fixture.h"

using namespace rowdesk::sound;
using namespace rowdesk::stagebox;
using namespace rowdesk::stagebox::test;
using namespace rowdesk::test;

namespace {

class Memory : public ByteSource {
 public:
  explicit Memory(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}
  size_t read(uint64_t offset, void* into, size_t count) override {
    if (offset >= bytes_.size()) return 0;
    const size_t there = std::min<uint64_t>(count, bytes_.size() - offset);
    std::memcpy(into, bytes_.data() + offset, there);
    return there;
  }
  uint64_t size() const override { return bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
};

struct Bytes : std::vector<uint8_t> {
  Bytes& text(const char* four) { return insert(end(), four, four + 4), *this; }
  Bytes& number(uint64_t value, int count) {
    for (int n = 0; n < count; ++n) push_back(static_cast<uint8_t>(value >> (8 * n)));
    return *this;
  }
};

/** Two channels: `left` and its negative. */
Bytes wav(uint16_t format, uint16_t bits, bool extensible, const std::vector<double>& left) {
  Bytes data;
  for (const double value : left) {
    for (const double v : {value, -value}) {
      if (format == 1) {
        data.number(static_cast<uint64_t>(std::llround(v * (std::ldexp(1.0, bits - 1) - 1))), bits / 8);
      } else if (bits == 32) {
        const auto f = static_cast<float>(v);
        uint32_t raw;
        std::memcpy(&raw, &f, 4);
        data.number(raw, 4);
      } else {
        uint64_t raw;
        std::memcpy(&raw, &v, 8);
        data.number(raw, 8);
      }
    }
  }
  Bytes b;
  const uint32_t fmt = extensible ? 40 : 16;
  b.text("RIFF").number(4 + 8 + fmt + 8 + 3 + 1 + 8 + data.size(), 4).text("WAVE");
  b.text("fmt ").number(fmt, 4).number(extensible ? 0xfffe : format, 2).number(2, 2).number(48000, 4);
  b.number(48000 * 2 * bits / 8, 4).number(2 * bits / 8, 2).number(bits, 2);
  if (extensible) {
    b.number(22, 2).number(bits, 2).number(3, 4).number(format, 2);
    const uint8_t tail[] = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
    b.insert(b.end(), std::begin(tail), std::end(tail));
  }
  b.text("LIST").number(3, 4).number(0, 4);  // odd, and so padded
  b.text("data").number(data.size(), 4);
  b.insert(b.end(), data.begin(), data.end());
  return b;
}

std::string fault_of(std::vector<uint8_t> bytes) {
  try {
    Memory memory(std::move(bytes));
    WavReader reader(memory);
    reader.read_channel(1, 1000);
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

}  // namespace

TEST("every encoding gives the samples that were written, of either channel") {
  const std::vector<double> left = {0, 0.5, -0.25, 0.999, -0.999, 0.001};
  const struct {
    uint16_t format, bits;
    double tolerance;
  } encodings[] = {{1, 16, 1e-4}, {1, 24, 1e-6}, {1, 32, 1e-7}, {3, 32, 1e-7}, {3, 64, 1e-7}};
  for (const auto [format, bits, tolerance] : encodings) {
    for (const bool extensible : {false, true}) {
      Memory memory(wav(format, bits, extensible, left));
      WavReader reader(memory);
      CHECK(reader.channels() == 2 && reader.rate_hz() == 48000 && reader.frames() == left.size());
      const auto one = reader.read_channel(1, 100), two = reader.read_channel(2, 100);
      for (size_t n = 0; n < left.size(); ++n) {
        CHECK_NEAR(one[n], left[n], tolerance);
        CHECK_NEAR(two[n], -left[n], tolerance);
      }
    }
  }
}

TEST("what can't be played is refused in words") {
  const auto good = wav(1, 16, false, std::vector<double>(100, 0.1));
  CHECK(fault_of(good).empty());
  CHECK(fault_of({}) == "is not a WAV file");
  CHECK(fault_of({'O', 'g', 'g', 'S', 0, 0, 0, 0, 0, 0, 0, 0}) == "is not a WAV file");
  CHECK(fault_of(std::vector(good.begin(), good.begin() + 40)).find("no data chunk") != std::string::npos);
  CHECK(fault_of(wav(1, 16, false, {})).find("no sound") != std::string::npos);
  CHECK(fault_of(wav(1, 16, false, std::vector<double>(2000, 0.1))).find("2000 frames long") != std::string::npos);
  auto odd = good;
  odd[34] = 12;  // bits
  CHECK(fault_of(odd).find("12 bits") != std::string::npos);
  odd = good;
  odd[20] = 0x55;  // MP3 in a WAV
  CHECK(fault_of(odd).find("format 85") != std::string::npos);
}

TEST("a recording that was never finished is read as far as it goes") {
  auto cut = wav(3, 32, false, std::vector<double>(100, 0.25));
  cut.resize(cut.size() - 101);
  Memory memory(cut);
  WavReader reader(memory);
  CHECK(reader.frames() == 87);
  CHECK(reader.read_channel(2, 1000).size() == 87);
}

TEST("any bytes give samples or words, never a crash") {
  std::mt19937 random(1);
  const std::vector<double> some(50, 0.1), few(9, 1);
  const Bytes seeds[] = {wav(1, 16, false, some), wav(3, 64, true, some), wav(1, 24, true, few)};
  int readable = 0;
  const int rounds = 30000;
  for (int round = 0; round < rounds; ++round) {
    Bytes bytes = seeds[round % 3];
    const int changes = 1 + static_cast<int>(random() % 6);
    for (int c = 0; c < changes; ++c) {
      const auto place = random() % std::min<size_t>(bytes.size(), 90);
      bytes[place] = static_cast<uint8_t>(random() % 3 == 0 ? 0xff : random());
    }
    if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 1));
    readable += fault_of(bytes).empty();
  }
  CHECK(readable > rounds / 20 && readable < rounds);
}

TEST("names lead nowhere but into the folder, and to plain files") {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/etc/passwd", folder.path + "/link.wav");
  std::filesystem::create_directory(folder.path + "/folder.wav");
  for (const char* name :
       {"", ".", "..", "../x.wav", "a/b.wav", "/etc/passwd", "link.wav", "folder.wav", "none.wav", "a\nb"}) {
    bool refused = false;
    try {
      open_to_read(folder.path, name);
    } catch (const FileError&) {
      refused = true;
    }
    CHECK(refused);
  }
  bool refused = false;
  try {
    refused = !create_new(folder.path, "link.wav").is_open();
  } catch (const FileError&) {
    refused = true;
  }
  CHECK(refused);
}

// Full scale at its samples, 3 dB more between them: the worst that a sine can be.
TEST("a converter takes a full-scale file of another rate with the peaks that resampling finds between its samples") {
  TemporaryFolder folder;
  for (const float level : {1.0f, 2.0f}) {
    const std::string name = level == 1.0f ? "full.wav" : "over.wav";
    WaveFile writer(create_new(folder.path, name), name, {}, 1, 44100);
    std::vector<float> tone;
    for (int n = 0; n < 44100; ++n) tone.push_back(level * static_cast<float>(M_SQRT2 * std::sin(M_PI / 2 * n + M_PI / 4)));
    writer.append(tone);
    writer.renew();
    const auto clip = decode({.folder = folder.path, .name = name, .channel = 1, .rate_hz = 48000, .loops = true});
    CHECK_NEAR(clip->headroom, M_SQRT2, 0.001);
    Stagebox box(1, 1);
    PassThrough processor;
    auto setup = make_setup(1, 1, 1);
    setup->inputs[0] = {.signal = Signal::file, .clip = clip};
    setup->outputs[0].level_db = -12;
    box.setups().send(std::move(setup));
    box.prepare(processor.interface, 48000, 4096);
    const auto out = run(box, 48000, 64);
    if (level == 1.0f) {
      CHECK(box.clipped(0) == 0);
      CHECK_UNDER(fit_sine(out, 11025.0 / 48000).residual_db, -120);
    } else {
      CHECK(box.clipped(0) > 20000);
      CHECK_NEAR(db(*std::max_element(out.begin(), out.end())), 3.01 - 12, 0.02);
    }
    box.release();
  }
}

TEST("a file is decoded to the running rate, looped or once") {
  TemporaryFolder folder;
  WaveFile writer(create_new(folder.path, "tone.wav"), "tone.wav", {}, 1, 44100);
  std::vector<float> tone;
  for (int n = 0; n < 44100; ++n) tone.push_back(static_cast<float>(0.1 * std::sin(2 * M_PI * 1000 * n / 44100.0)));
  writer.append(tone);
  writer.renew();
  const auto loop = decode({.folder = folder.path, .name = "tone.wav", .channel = 1, .rate_hz = 48000, .loops = true});
  CHECK(loop->samples.size() == 48000);
  CHECK_UNDER(fit_sine(loop->samples, 1.0 / 48).residual_db, -125);
  const std::string path = folder.path + "/tone.wav";
  const auto once = decode({.folder = "", .name = path, .channel = 1, .rate_hz = 44100, .loops = false});
  CHECK(once->samples == tone && !once->loops);
}
