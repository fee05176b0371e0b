#include "rate_conversion.h"

#include <dlfcn.h>

#include <algorithm>

#include "../../../lib/sound-files/src/folder.h"

namespace rowdesk::recorder {
namespace {

/** SOXR_FLOAT32_S: one array for each channel. */
constexpr int float32_split = 4;
/** SOXR_VHQ, 28 bits: aliases below -168 dB. */
constexpr unsigned long very_high_quality = 6;
constexpr size_t converted_frames = 8192;

template <typename Function>
void find(void* library, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  if (function == nullptr) throw sound::FileError(std::string("libsoxr is of another kind: it has no ") + symbol);
}

void check(const char* error) {
  if (error != nullptr) throw sound::FileError(std::string("the rate can't be converted: ") + error);
}

}  // namespace

const SoxrLibrary& SoxrLibrary::loaded() {
  static const SoxrLibrary library("libsoxr.so.0");
  return library;
}

SoxrLibrary::SoxrLibrary(const std::string& name) {
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw sound::FileError("another rate needs libsoxr, which is not installed: sudo apt install libsoxr0");
  }
  find(library, "soxr_create", create), find(library, "soxr_process", process);
  find(library, "soxr_delete", destroy), find(library, "soxr_quality_spec", quality_spec);
}

RateConversion::RateConversion(uint32_t in_rate_hz, uint32_t out_rate_hz, uint32_t channels)
    : in_rate_hz_(in_rate_hz), out_rate_hz_(out_rate_hz), converter_(nullptr, [](void*) {}), out_(channels) {
  if (in_rate_hz == 0 || out_rate_hz == 0) throw sound::FileError("the rate can't be converted: 0 Hz is none");
  if (in_rate_hz == out_rate_hz) return;
  const SoxrLibrary& library = SoxrLibrary::loaded();
  const SoxrLibrary::IoSpec types{float32_split, float32_split, 1, nullptr, 0};
  const SoxrLibrary::QualitySpec quality = library.quality_spec(very_high_quality, 0);
  const char* error = nullptr;
  converter_ = {library.create(in_rate_hz, out_rate_hz, channels, &error, &types, &quality, nullptr), library.destroy};
  check(error);
}

RateConversion::~RateConversion() = default;

uint64_t RateConversion::frames_for(uint64_t in_frames) const {
  return static_cast<uint64_t>((static_cast<unsigned __int128>(in_frames) * out_rate_hz_ + in_rate_hz_ - 1) / in_rate_hz_);
}

RateConversion::Converted RateConversion::convert(const float* const* channels, uint64_t frames) {
  in_frames_ += frames;
  for (auto& plane : out_) plane.clear();
  if (converter_ != nullptr) {
    if (frames > 0) run(channels, frames);
  } else {
    for (size_t channel = 0; channel < out_.size(); ++channel) {
      out_[channel].assign(channels[channel], channels[channel] + frames);
    }
  }
  return converted();
}

RateConversion::Converted RateConversion::finish() {
  for (auto& plane : out_) plane.clear();
  if (converter_ != nullptr) {
    run(nullptr, 0);
    // libsoxr rounds to the nearest frame, and so may give one less.
    const uint64_t left = frames_for(in_frames_) - std::min(frames_for(in_frames_), out_frames_);
    for (auto& plane : out_) plane.resize(left);
  }
  return converted();
}

/** Without frames: the end. */
void RateConversion::run(const float* const* channels, uint64_t frames) {
  const SoxrLibrary& library = SoxrLibrary::loaded();
  std::vector<const float*> from(out_.size());
  std::vector<float*> to(out_.size());
  uint64_t done = 0;
  while (true) {
    const size_t before = out_[0].size();
    for (size_t channel = 0; channel < out_.size(); ++channel) {
      out_[channel].resize(before + converted_frames);
      to[channel] = out_[channel].data() + before;
      if (channels != nullptr) from[channel] = channels[channel] + done;
    }
    size_t taken = 0, given = 0;
    const size_t in_frames = frames - done;
    const void* in = channels == nullptr ? nullptr : from.data();
    check(library.process(converter_.get(), in, in_frames, &taken, to.data(), converted_frames, &given));
    for (auto& plane : out_) plane.resize(before + given);
    done += taken;
    if (given < converted_frames && done == frames) break;
  }
}

RateConversion::Converted RateConversion::converted() {
  pointers_.clear();
  for (const auto& plane : out_) pointers_.push_back(plane.data());
  const uint64_t frames = out_.empty() ? 0 : out_[0].size();
  out_frames_ += frames;
  return {pointers_.data(), frames};
}

}  // namespace rowdesk::recorder
