#include "decode.h"

#include <algorithm>
#include <cmath>

#include "resampler.h"
#include "../../lib/sound-files/src/sound_reader.h"

namespace rowdesk::stagebox {
namespace {

/** Names the file in what goes wrong with its contents. */
template <typename Work>
auto naming(const std::string& name, Work work) {
  try {
    return work();
  } catch (const sound::FileError& error) {
    throw sound::FileError(name + ": " + error.what());
  }
}

/** The largest sample, at least full scale; what isn't finite doesn't count. */
float peak_of(const std::vector<float>& samples) {
  float peak = 1;
  for (const float sample : samples) {
    if (std::isfinite(sample)) peak = std::max(peak, std::fabs(sample));
  }
  return peak;
}

}  // namespace

std::shared_ptr<const Clip> decode(const DecodeOrder& order) {
  sound::FileBytes bytes(sound::open_to_read(order.folder, order.name));
  return naming(order.name, [&] {
    const auto reader = sound::open_sound(bytes);
    auto clip = std::make_shared<Clip>();
    clip->name = order.name;
    clip->loops = order.loops;
    const uint64_t in_frames = reader->frames();
    const uint64_t scaled = in_frames * order.rate_hz;
    const uint64_t out_frames = order.loops ? (scaled + reader->rate_hz() / 2) / reader->rate_hz()
                                            : (scaled + reader->rate_hz() - 1) / reader->rate_hz();
    if (out_frames > most_clip_frames) {
      throw sound::FileError("is too long: " + std::to_string(most_clip_frames / order.rate_hz) + " s can be held at " +
                      std::to_string(order.rate_hz) + " Hz");
    }
    clip->samples = reader->read_channel(order.channel, most_clip_frames);
    if (reader->rate_hz() != order.rate_hz) {
      const float peak = peak_of(clip->samples);
      clip->samples = order.loops && out_frames > 0
                          ? resample(clip->samples, out_frames, in_frames, out_frames, true)
                          : resample(clip->samples, out_frames, reader->rate_hz(), order.rate_hz, false);
      clip->headroom = std::max(1.0f, peak_of(clip->samples) / peak);
    }
    clip->lock = PageLock(clip->samples.data(), clip->samples.size() * sizeof(float));
    return std::shared_ptr<const Clip>(clip);
  });
}

SoundFacts look_at(const std::string& folder, const std::string& name) {
  sound::FileBytes bytes(sound::open_to_read(folder, name));
  return naming(name, [&] {
    const auto reader = sound::open_sound(bytes);
    if (reader->frames() == 0) throw sound::FileError("has no sound in it");
    return SoundFacts{reader->channels(), reader->rate_hz(), reader->frames()};
  });
}

}  // namespace rowdesk::stagebox
