// One direction of a card: a PCM of ALSA, whose buffer is read or written in place.
#pragma once
#include <poll.h>

#include <span>
#include <string>
#include <vector>

#include "library.h"
#include "sample_format.h"

namespace rowdesk::alsa {

constexpr uint32_t most_channels = 128;

/** What a direction can do, found without starting it. */
struct Abilities {
  /** Up to most_channels. */
  uint32_t channels = 0;
  /** Hz, ascending: those of the rates below that the card takes. */
  std::vector<uint32_t> rates_hz;
};

/** The rates that a mixer runs at, Hz. */
constexpr uint32_t known_rates_hz[] = {44100, 48000, 88200, 96000, 176400, 192000};

/** What is asked of a direction. The card gives the nearest. */
struct PcmWish {
  uint32_t rate_hz, channels, period_frames;
  /** Whole periods; at least 2. */
  uint32_t periods;
};

/** What the card gives. */
struct PcmShape {
  SampleFormat format;
  uint32_t channels, period_frames, buffer_frames;
};

class Pcm {
 public:
  /** Opens the PCM of this name, without waiting for another program. Throws CardError. */
  Pcm(const std::string& name, bool is_capture);
  ~Pcm();
  Pcm(const Pcm&) = delete;
  Pcm& operator=(const Pcm&) = delete;

  // Off the audio thread.
  Abilities abilities();
  /** Throws CardError. */
  void configure(const PcmWish& wish);
  /** Wakes poll() at so many frames that can be read or written. The direction starts by hand alone. Throws CardError. */
  void wake_at(uint32_t frames);
  /** Both directions start and stop together. False where the card can't. */
  bool link(Pcm& other) { return library_.pcm_link(pcm_, other.pcm_) == 0; }
  const PcmShape& shape() const { return shape_; }
  const std::string& name() const { return name_; }

  // On the audio thread. Negative results are of errno.
  int prepare() { return library_.pcm_prepare(pcm_); }
  int start() { return library_.pcm_start(pcm_); }
  void drop() { library_.pcm_drop(pcm_); }
  bool is_gone() { return library_.pcm_state(pcm_) == SND_PCM_STATE_DISCONNECTED; }
  /** The frames that can be read or written now. */
  int64_t available();
  /** Copies the next frames of the first `to.size()` channels; planes beyond those of the card stay as they are. */
  int read(std::span<float* const> to, uint32_t frames);
  /** The next frames of the first `from.size()` channels; channels of the card beyond are silent. */
  int write(std::span<const float* const> from, uint32_t frames);
  uint32_t descriptor_count() const { return descriptor_count_; }
  /** Fills descriptor_count() entries for poll(). */
  void fill(pollfd* entries) { library_.pcm_poll_descriptors(pcm_, entries, descriptor_count_); }
  /** The events of those entries after poll(). */
  int events(pollfd* entries);

 private:
  template <typename Transfer>
  int transfer(uint32_t frames, Transfer copy);
  int failure();

  const Library& library_;
  const std::string name_;
  const bool is_capture_;
  snd_pcm_t* pcm_ = nullptr;
  PcmShape shape_{};
  uint32_t descriptor_count_ = 0;
};

}  // namespace rowdesk::alsa
