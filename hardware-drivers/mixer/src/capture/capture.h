// Captures the taps of several strips into a file, sample for sample together, with a stimulus if one is ordered: the audio
// thread copies the taps (analysis_probe.h), a thread of its own writes them. One capture at a time.
//
// Frame 0 of the file is the stimulus' first frame. The file has one channel per leg, in the order of the tracks, each
// frame of all at the same position of the sound; frames that the device or a full ring lost are silence, and counted.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "analysis/analysis_probe.h"
#include "capture/capture_file.h"
#include "capture/stimulus.h"
#include "control/layout.h"
#include "engine/engine.h"

namespace rowdesk {

inline constexpr uint32_t most_capture_tracks = 8;
inline constexpr double longest_capture_s = 60.0;
// A capture that report() is not asked about for so long ends.
inline constexpr double capture_lease_s = 3.0;

struct CaptureOrder {
  std::string file;  // absolute path; an existing file is replaced
  double seconds = 0.0;
  uint64_t frames = 0;  // 0: `seconds`
  std::vector<CaptureTrack> tracks;
  std::optional<StimulusOrder> stimulus;
};

enum class CaptureState : uint32_t { running, done, failed };

struct CaptureReport {
  CaptureState state = CaptureState::running;
  uint64_t frames = 0, total = 0;  // in the file, and what it will have
  uint64_t dropouts = 0;           // gaps of the device, and of a track that came too late
  std::string reason;              // why it failed; of another one, why the stimulus was not heard
  std::vector<float> peaks;        // of each track, linear
};

class Capture {
 public:
  // Sends the stimulus, null for none, to the audio thread with a block, and takes it. False: not yet, the ring is full.
  using Send = std::function<bool(std::unique_ptr<Stimulus>&)>;

  // layout and engine must outlive it. Without a thread the caller calls step().
  Capture(const Layout& layout, Engine& engine, Send send, bool has_thread);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // Returns the number of the capture. rate: Hz. Throws std::invalid_argument in words that name the value and its range,
  // std::runtime_error while another capture runs or panic is on.
  uint32_t start(const CaptureOrder& order, double rate);
  // Renews the lease. Nothing for another number than that of the last capture.
  std::optional<CaptureReport> report(uint32_t number);
  // A running capture fails, its stimulus fades out.
  void end(uint32_t number);
  // A running capture fails: the positions of the sound count from 0 again.
  void device_began();
  void step();

 private:
  struct Run;

  void renew_lease();
  void end_for(const char* reason);
  void run();
  void go_on(Run& run);
  void prepare(Run& run);
  bool sends(Run& run);
  void take_stimulus_back();
  void publish(const Run& run);
  void finish(CaptureState state, const std::string& reason);

  const Layout& layout_;
  Engine& engine_;
  const Send send_;
  const bool has_thread_;

  std::mutex mutex_;  // of what follows, up to wake_
  uint32_t number_ = 0;
  std::optional<CaptureOrder> ordered_;
  double rate_ = 0.0;
  CaptureReport report_;
  std::string ended_;  // why the capture is to end, '' for no reason
  std::shared_ptr<StimulusSignals> signals_;
  bool is_stopping_ = false;
  std::condition_variable wake_;

  // Of the thread.
  std::unique_ptr<Run> run_;
  std::vector<Probe*> probes_;
  std::shared_ptr<StimulusSignals> sent_;  // of the stimulus that the audio thread has, null for none
  std::map<std::string, uint32_t> closed_;  // by what the stimulus is not heard of: bits of Reason, so far

  std::thread thread_;
};

}  // namespace rowdesk
