// Strips whose sound a test makes, heard by a Howl without a mixer around it.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <vector>

#include "feedback/howl.h"
#include "rig.h"

namespace rowdesk {

class HowlStrip {
 public:
  explicit HowlStrip(double rate = 48000.0);

  uint32_t number(std::string_view path) const;
  void protect(HowlSettings settings, std::string_view path = "/channel/input/1");
  // A sample of a leg at a time in seconds since the strip began.
  using Tone = std::function<double(uint32_t leg, double time_s)>;
  // Plays to the strip, with a step every 10 ms or so; until `until` holds after a step, if there is one. Returns seconds.
  double play(double seconds, const Tone& tone, const std::function<bool()>& until = {});
  void begin_anew() { position_ = 0; }
  void leave_out(uint64_t frames) { position_ += frames; }
  HowlReport report() const { return howl.report(strip_); }
  const std::vector<Notch>& notches() { return sent[strip_]; }
  double time_s() const { return time_s_; }

 private:
  const Layout layout_;
  ProbeBoard board_;
  std::vector<std::array<float, sub_block_frames>> sound_;
  std::vector<float*> taps_;
  State state_{};
  const double rate_;
  uint64_t position_ = 0;
  double time_s_ = 0.0;
  uint32_t strip_ = 0;

 public:
  std::map<uint32_t, std::vector<Notch>> sent;
  bool is_full = false;  // what is sent is refused
  int calls = 0;
  Howl howl;
};

// A sine that grows from -70 dB by so many dB per second, up to full scale and its clipping at `most` of it.
HowlStrip::Tone growing(double frequency_hz, double db_s, double most = 1.0);

}  // namespace rowdesk
