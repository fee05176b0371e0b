// Sound files: whole numbers with dither, lengths beyond 4 GiB, and a library that may be missing.
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "../src/flac_library.h"
#include "../src/quantiser.h"
#include "../src/wav_reader.h"
#include "../src/wave_file.h"
#include "check.h"
#include "temporary_folder.h"

using namespace rowdesk::sound;
using namespace rowdesk::test;

namespace {

struct Moments {
  double mean = 0, power = 0;
};

/** The error of quantising one value many times, in steps. */
Moments error_of(double steps, int bits) {
  Quantiser quantiser(bits);
  const double scale = std::ldexp(1.0, bits - 1);
  constexpr int count = 400'000;
  Moments found;
  for (int n = 0; n < count; ++n) {
    const double error = quantiser.next(static_cast<float>(steps / scale)) - steps;
    found.mean += error / count;
    found.power += error * error / count;
  }
  return found;
}

std::vector<uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename Number>
Number at(const std::vector<uint8_t>& bytes, size_t offset) {
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof(number));
  return number;
}

bool begins(const std::vector<uint8_t>& bytes, size_t offset, const char* four) {
  return std::memcmp(bytes.data() + offset, four, 4) == 0;
}

}  // namespace

TEST("dithered whole numbers have an error whose mean and power do not depend on the signal") {
  for (const double steps : {0.0, 0.1, 0.25, 0.5, 0.75, -3.4, 100.9}) {
    const Moments error = error_of(steps, 16);
    CHECK_NEAR(error.mean, 0, 0.005);
    // Of triangular dither of two steps, 1/6, and of rounding, 1/12.
    CHECK_NEAR(error.power, 0.25, 0.005);
  }
}

TEST("the error of dithered whole numbers follows neither the signal nor the error of another seed") {
  constexpr int count = 400'000;
  Quantiser one(24, 1), two(24, 2);
  double with_signal = 0, with_two = 0, power = 0, signal_power = 0;
  for (int n = 0; n < count; ++n) {
    // A quiet tone of three steps, which rounding alone would distort.
    const double steps = 3 * std::sin(n * 0.0701);
    const auto sample = static_cast<float>(std::ldexp(steps, -23));
    const double error = one.next(sample) - std::ldexp(static_cast<double>(sample), 23);
    const double other = two.next(sample) - std::ldexp(static_cast<double>(sample), 23);
    with_signal += error * steps, with_two += error * other, power += error * error, signal_power += steps * steps;
  }
  CHECK_NEAR(with_signal / std::sqrt(power * signal_power), 0, 0.01);
  CHECK_NEAR(with_two / power, 0, 0.01);
}

TEST("a sample beyond full scale becomes the largest number, and what is none becomes silence") {
  Quantiser quantiser(24);
  CHECK(quantiser.next(2) == 8388607 && quantiser.next(-2) == -8388608);
  CHECK(std::abs(quantiser.next(NAN)) <= 1);
}

TEST("a WAV that outgrows its lengths becomes an RF64, and one that does not stays what it is") {
  TemporaryFolder folder;
  const std::vector<float> samples(301, 0.5f);
  for (const uint64_t most : {uint64_t{100'000}, uint64_t{900}}) {
    const std::string path = folder.path + "/mix.wav";
    WaveFile file(create_or_replace(path), path, {Container::wav, Encoding::int24}, 1, 48000, most);
    file.append(samples);
    file.finish();
    const auto bytes = bytes_of(path);
    // 903 bytes of sound, and one that makes their number even.
    CHECK(bytes.size() % 2 == 0);
    const bool is_big = most == 900;
    CHECK(begins(bytes, 0, is_big ? "RF64" : "RIFF") && begins(bytes, 12, is_big ? "ds64" : "JUNK"));
    CHECK(at<uint32_t>(bytes, 4) == (is_big ? 0xffffffffu : bytes.size() - 8));
    CHECK(at<uint32_t>(bytes, bytes.size() - 908) == (is_big ? 0xffffffffu : 903u));
    if (!is_big) continue;
    CHECK(at<uint64_t>(bytes, 20) == bytes.size() - 8 && at<uint64_t>(bytes, 28) == 903 && at<uint64_t>(bytes, 36) == 301);
  }
}

TEST("a WAV becomes an RF64 at the renewal after it has outgrown its lengths, and is readable before and after") {
  TemporaryFolder folder;
  const std::string path = folder.path + "/mix.wav";
  WaveFile file(create_or_replace(path), path, {}, 1, 48000, 1000);
  const std::vector<float> samples(100, 0.5f);
  for (int n = 1; n <= 5; ++n) {
    file.append(samples);
    const auto before = bytes_of(path);
    CHECK(at<uint32_t>(before, 4) == 0xffffffff || at<uint32_t>(before, 4) == before.size() - 8);
    file.renew();
    const auto bytes = bytes_of(path);
    CHECK(bytes.size() == file.bytes() && file.frames() == 100u * static_cast<unsigned>(n));
    CHECK(begins(bytes, 0, bytes.size() > 1000 ? "RF64" : "RIFF"));
    FileBytes source(open_to_read("", path));
    WavReader reader(source);
    CHECK(reader.frames() == file.frames() && reader.read_channel(1, 1000).back() == 0.5f);
  }
}

TEST("a library that is not installed is said with what installs it") {
  std::string words;
  try {
    FlacLibrary library({"libFLAC-of-nobody.so.1"});
  } catch (const FileError& error) {
    words = error.what();
  }
  CHECK(words.find("apt install flac") != std::string::npos && words.find(".wav") != std::string::npos);
}
