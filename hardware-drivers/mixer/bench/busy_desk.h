// Inputs on pink noise, sent to mixes and the main; blocks of 64 frames at 48 kHz, offline, computed by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "control/mixer.h"

namespace rowdesk {

inline constexpr uint32_t block_frames = 64;
inline constexpr double block_rate = 48000.0;
inline constexpr double block_us = block_frames / block_rate * 1e6;

class BusyDesk {
 public:
  struct Content {
    uint32_t inputs;
    bool has_processors = true;  // high-pass, gate, four EQ bands, compressor and align delay on
    bool has_sends = true;       // of each input to each mix
    uint32_t mixes = 16;
    bool has_pairs = false;      // mixes are linked in pairs: a send has a pan
    std::string runtime_folder = {};  // of a record ring, or a play ring
  };

  BusyDesk(const Kernel& kernel, const Content& content);

  // Processor time of the thread in us per block, the mean of `blocks`.
  double run(uint32_t blocks);
  // The median of many runs over 64 blocks.
  double median();

  // Commits, made by another thread, as in the desk: its work leaves the caches of the audio thread alone. One at a time.
  // Of everything that the desk was made of; db: what each level of an input or send is.
  void recall(double db, float fade_ms);
  // Of all levels of sends, or of all their pans (-100 to 100).
  void set_sends(double db, float fade_ms);
  void set_pans(double pan);
  // All inputs at Top-Of-Ch.
  void record_inputs();
  // All inputs hear a channel of a play ring each.
  void play_inputs();
  // All inputs have twelve notches.
  void notch_inputs();
  // Runs blocks until one begins to apply the commit. Returns what that one took, in us.
  double run_to_commit();
  bool has_applied() const { return mixer_.revision() == revision_; }

 private:
  void set(const std::string& path, const std::string& field, double value);
  void arrange(const std::string& strip, uint32_t n, const Content& content);
  void make_noise();
  void commit(const std::vector<Slot>& slots, std::vector<double> values, float fade_ms);

  Mixer mixer_;
  double revision_ = 1;
  std::vector<Slot> slots_, send_levels_, send_pans_;
  std::vector<double> values_;
  uint32_t inputs_;
  std::vector<size_t> levels_;  // places in slots_
  std::vector<float> noise_ = std::vector<float>(48000);
  float out_[2 * block_frames];
  std::jthread committer_;
};

}  // namespace rowdesk
