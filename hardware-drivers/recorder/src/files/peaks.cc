#include "peaks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "../../../lib/sound-files/src/growing_file.h"
#include "../../../lib/sound-files/src/wav_reader.h"
#include "../../../lib/sound-files/src/wave_format.h"

namespace rowdesk::recorder {
namespace {

constexpr uint32_t head_bytes = 16;
constexpr uint16_t version = 1;
constexpr float full_scale = 32767;

struct Peak {
  int16_t low = 0, high = 0;
};
static_assert(sizeof(Peak) == 4);

/** The bounds of one channel within the present peak. */
struct Bounds {
  float low = 0, high = 0;
};

Peak rounded(const Bounds& bounds) {
  const auto whole = [](float value) { return static_cast<int16_t>(std::clamp(value, -full_scale, full_scale)); };
  return {whole(std::floor(bounds.low * full_scale)), whole(std::ceil(bounds.high * full_scale))};
}

/** A NaN counts for nothing. */
Bounds bounds_of(const float* samples, uint64_t count) {
  // Eight side by side: the compiler may not reorder one.
  constexpr int lanes = 8;
  float low[lanes], high[lanes];
  std::fill_n(low, lanes, INFINITY), std::fill_n(high, lanes, -INFINITY);
  uint64_t n = 0;
  for (; n + lanes <= count; n += lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
      const float sample = samples[n + static_cast<uint64_t>(lane)];
      low[lane] = sample < low[lane] ? sample : low[lane];
      high[lane] = sample > high[lane] ? sample : high[lane];
    }
  }
  for (; n < count; ++n) {
    low[0] = samples[n] < low[0] ? samples[n] : low[0];
    high[0] = samples[n] > high[0] ? samples[n] : high[0];
  }
  const Bounds bounds{*std::min_element(low, low + lanes), *std::max_element(high, high + lanes)};
  return bounds.low > bounds.high ? Bounds{} : bounds;
}

struct Head {
  uint32_t channels = 0, rate_hz = 0;
};

Head read_head(sound::FileBytes& bytes, const std::string& path) {
  uint8_t head[head_bytes];
  const bool is_known = bytes.read(0, head, head_bytes) == head_bytes && sound::is_chunk(head, "RDPK") &&
                        sound::little(head + 4, 2) == version && sound::little(head + 6, 2) > 0 &&
                        sound::little(head + 8, 4) == frames_per_peak;
  if (!is_known) throw sound::FileError(path + ": has no peaks that are known here");
  return {static_cast<uint32_t>(sound::little(head + 6, 2)), static_cast<uint32_t>(sound::little(head + 12, 4))};
}

}  // namespace

struct PeaksWriter::State {
  sound::GrowingFile file;
  uint32_t filled = 0;
  std::vector<Bounds> bounds;

  void add(uint32_t channel, const Bounds& more) {
    Bounds& so_far = bounds[channel];
    so_far = filled == 0 ? more : Bounds{std::min(so_far.low, more.low), std::max(so_far.high, more.high)};
  }
  void put() {
    for (const Bounds& each : bounds) {
      const Peak peak = rounded(each);
      file.append(&peak, sizeof(peak));
    }
    filled = 0;
  }
};

PeaksWriter::PeaksWriter() : state_(std::make_unique<State>()) {}
PeaksWriter::PeaksWriter(PeaksWriter&&) noexcept = default;

PeaksWriter& PeaksWriter::operator=(PeaksWriter&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

PeaksWriter::~PeaksWriter() {
  if (state_ == nullptr) return;
  try {
    close();
  } catch (const sound::FileError&) {
    // A waveform without its end is no loss of sound.
  }
}

PeaksWriter PeaksWriter::open(const std::string& path, uint32_t channels, uint32_t rate_hz, uint64_t from_frame) {
  const size_t slash = path.rfind('/');
  sound::File file = sound::create_new(slash == std::string::npos ? "." : path.substr(0, slash), path.substr(slash + 1));
  const bool is_new = file.is_open();
  if (!is_new) {
    sound::FileBytes bytes(sound::open_to_read("", path));
    const Head head = read_head(bytes, path);
    if (head.channels != channels || head.rate_hz != rate_hz) {
      throw sound::FileError(path + ": has peaks of another number of channels, or of another rate");
    }
    file = sound::open_to_change(path);
  }
  PeaksWriter writer;
  State& state = *writer.state_;
  state.file = sound::GrowingFile(std::move(file), path);
  state.bounds.resize(channels);
  if (is_new) {
    uint8_t head[head_bytes] = {'R', 'D', 'P', 'K'};
    const uint16_t shorts[] = {version, static_cast<uint16_t>(channels)};
    const uint32_t longs[] = {frames_per_peak, rate_hz};
    std::memcpy(head + 4, shorts, sizeof(shorts));
    std::memcpy(head + 8, longs, sizeof(longs));
    state.file.append(head, head_bytes);
    state.file.flush();
  }
  const uint64_t size = head_bytes + from_frame / frames_per_peak * channels * sizeof(Peak);
  state.file.resize_to(size);
  state.file.return_to(size);
  // The first frames of this peak were another writer's, and count as silence.
  state.filled = static_cast<uint32_t>(from_frame % frames_per_peak);
  return writer;
}

void PeaksWriter::write(const float* const* channels, uint64_t frames) {
  State& state = *state_;
  for (uint64_t done = 0; done < frames;) {
    const auto part = std::min<uint64_t>(frames - done, frames_per_peak - state.filled);
    for (uint32_t channel = 0; channel < state.bounds.size(); ++channel) {
      state.add(channel, channels[channel] == nullptr ? Bounds{} : bounds_of(channels[channel] + done, part));
    }
    state.filled += static_cast<uint32_t>(part);
    if (state.filled == frames_per_peak) state.put();
    done += part;
  }
}

void PeaksWriter::write_silence(uint64_t frames) {
  const std::vector<const float*> none(state_->bounds.size());
  write(none.data(), frames);
}

void PeaksWriter::renew() { state_->file.flush(); }

void PeaksWriter::close() {
  if (state_->filled > 0) state_->put();
  state_->file.flush();
}

}  // namespace rowdesk::recorder
