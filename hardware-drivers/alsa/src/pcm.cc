#include "pcm.h"

#include <algorithm>
#include <cerrno>
#include <memory>

#include "card_error.h"

namespace rowdesk::alsa {
namespace {

struct Format {
  SampleFormat ours;
  snd_pcm_format_t theirs;
};
/** The one that keeps most bits comes first. */
constexpr Format formats[] = {{SampleFormat::s32, SND_PCM_FORMAT_S32_LE},
                              {SampleFormat::f32, SND_PCM_FORMAT_FLOAT_LE},
                              {SampleFormat::s24_3, SND_PCM_FORMAT_S24_3LE},
                              {SampleFormat::s16, SND_PCM_FORMAT_S16_LE}};
/** Channels in one piece are copied fastest. */
constexpr snd_pcm_access_t accesses[] = {SND_PCM_ACCESS_MMAP_NONINTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};

using HwParams = std::unique_ptr<snd_pcm_hw_params_t, decltype(&::snd_pcm_hw_params_free)>;
using SwParams = std::unique_ptr<snd_pcm_sw_params_t, decltype(&::snd_pcm_sw_params_free)>;

/** All that the card can do, without a resampler between it and us. */
HwParams any_of(const Library& library, snd_pcm_t* pcm, const std::string& name) {
  snd_pcm_hw_params_t* params = nullptr;
  checked(library.pcm_hw_params_malloc(&params), name);
  HwParams owned(params, library.pcm_hw_params_free);
  checked(library.pcm_hw_params_any(pcm, params), name + " says nothing of what it can do");
  library.pcm_hw_params_set_rate_resample(pcm, params, 0);
  return owned;
}

unsigned char* address(const snd_pcm_channel_area_t& area, snd_pcm_uframes_t offset) {
  return static_cast<unsigned char*>(area.addr) + (area.first + offset * area.step) / 8;
}

}  // namespace

Pcm::Pcm(const std::string& name, bool is_capture) : library_(library()), name_(name), is_capture_(is_capture) {
  const auto direction = is_capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK;
  checked(library_.pcm_open(&pcm_, name.c_str(), direction, SND_PCM_NONBLOCK), name + " can't be opened");
}

Pcm::~Pcm() { library_.pcm_close(pcm_); }

Abilities Pcm::abilities() {
  const HwParams params = any_of(library_, pcm_, name_);
  Abilities found;
  unsigned channels = 0;
  checked(library_.pcm_hw_params_get_channels_max(params.get(), &channels), name_);
  found.channels = std::min(channels, most_channels);
  for (const uint32_t rate_hz : known_rates_hz) {
    if (library_.pcm_hw_params_test_rate(pcm_, params.get(), rate_hz, 0) == 0) found.rates_hz.push_back(rate_hz);
  }
  return found;
}

/** The rate comes first: at high rates cards have fewer channels. */
void Pcm::configure(const PcmWish& wish) {
  const HwParams params = any_of(library_, pcm_, name_);
  snd_pcm_hw_params_t* hw = params.get();
  checked(library_.pcm_hw_params_set_rate(pcm_, hw, wish.rate_hz, 0),
          name_ + " does not run at " + std::to_string(wish.rate_hz) + " Hz");
  const auto is_accessed = [&](snd_pcm_access_t access) { return library_.pcm_hw_params_set_access(pcm_, hw, access) == 0; };
  if (std::none_of(std::begin(accesses), std::end(accesses), is_accessed)) {
    throw CardError(name_ + " has no buffer that can be mapped (mmap)", EINVAL);
  }
  const auto* format = std::find_if(std::begin(formats), std::end(formats), [&](const Format& each) {
    return library_.pcm_hw_params_set_format(pcm_, hw, each.theirs) == 0;
  });
  if (format == std::end(formats)) throw CardError(name_ + " takes none of S32_LE, FLOAT_LE, S24_3LE, S16_LE", EINVAL);
  unsigned channels = wish.channels;
  checked(library_.pcm_hw_params_set_channels_near(pcm_, hw, &channels), name_ + " gives no channels");
  // Some cards have periods of one size, or only some sizes of the buffer.
  library_.pcm_hw_params_set_periods_integer(pcm_, hw);
  snd_pcm_uframes_t period = wish.period_frames;
  int direction = 0;
  checked(library_.pcm_hw_params_set_period_size_near(pcm_, hw, &period, &direction), name_ + " gives no period");
  snd_pcm_uframes_t buffer = period * wish.periods;
  checked(library_.pcm_hw_params_set_buffer_size_near(pcm_, hw, &buffer), name_ + " gives no buffer");
  checked(library_.pcm_hw_params(pcm_, hw), name_ + " refuses what it said it could do");
  library_.pcm_hw_params_get_period_size(hw, &period, &direction);
  library_.pcm_hw_params_get_buffer_size(hw, &buffer);
  shape_ = {format->ours, channels, static_cast<uint32_t>(period), static_cast<uint32_t>(buffer)};
  descriptor_count_ = static_cast<uint32_t>(std::max(0, library_.pcm_poll_descriptors_count(pcm_)));
}

void Pcm::wake_at(uint32_t frames) {
  snd_pcm_sw_params_t* params = nullptr;
  checked(library_.pcm_sw_params_malloc(&params), name_);
  const SwParams owned(params, library_.pcm_sw_params_free);
  checked(library_.pcm_sw_params_current(pcm_, params), name_);
  snd_pcm_uframes_t boundary = 0;
  checked(library_.pcm_sw_params_get_boundary(params, &boundary), name_);
  library_.pcm_sw_params_set_start_threshold(pcm_, params, boundary);
  library_.pcm_sw_params_set_stop_threshold(pcm_, params, shape_.buffer_frames);
  library_.pcm_sw_params_set_avail_min(pcm_, params, frames);
  checked(library_.pcm_sw_params(pcm_, params), name_ + " refuses the fill at which it wakes the desk");
}

int64_t Pcm::available() {
  const snd_pcm_sframes_t frames = library_.pcm_avail(pcm_);
  return frames < 0 ? failure() : frames;
}

/** Cards that are gone report an xrun, and an error of their own, depending on what was going on. */
int Pcm::failure() { return is_gone() ? -ENODEV : library_.pcm_state(pcm_) == SND_PCM_STATE_SUSPENDED ? -ESTRPIPE : -EPIPE; }

template <typename Transfer>
int Pcm::transfer(uint32_t frames, Transfer copy) {
  for (uint32_t done = 0; done < frames;) {
    const snd_pcm_channel_area_t* areas = nullptr;
    snd_pcm_uframes_t offset = 0, count = frames - done;
    if (library_.pcm_mmap_begin(pcm_, &areas, &offset, &count) < 0 || count == 0) return failure();
    for (uint32_t n = 0; n < shape_.channels; ++n) {
      copy(n, address(areas[n], offset), areas[n].step / 8, done, static_cast<uint32_t>(count));
    }
    const snd_pcm_sframes_t committed = library_.pcm_mmap_commit(pcm_, offset, count);
    if (committed < 0 || static_cast<snd_pcm_uframes_t>(committed) != count) return failure();
    done += static_cast<uint32_t>(count);
  }
  return 0;
}

int Pcm::read(std::span<float* const> to, uint32_t frames) {
  return transfer(frames, [&](uint32_t n, unsigned char* at, size_t stride, uint32_t done, uint32_t count) {
    if (n < to.size()) read_samples(shape_.format, at, stride, to[n] + done, count);
  });
}

int Pcm::write(std::span<const float* const> from, uint32_t frames) {
  return transfer(frames, [&](uint32_t n, unsigned char* at, size_t stride, uint32_t done, uint32_t count) {
    if (n < from.size()) write_samples(shape_.format, from[n] + done, at, stride, count);
    else write_silence(shape_.format, at, stride, count);
  });
}

int Pcm::events(pollfd* entries) {
  unsigned short events = 0;
  const int error = library_.pcm_poll_descriptors_revents(pcm_, entries, descriptor_count_, &events);
  return error < 0 ? error : events;
}

}  // namespace rowdesk::alsa
