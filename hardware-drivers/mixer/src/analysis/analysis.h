// Spectra and delay estimates of strips, computed by a thread of its own while they are ordered.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "analysis/analysis_alignment.h"
#include "analysis/analysis_listener.h"
#include "analysis/analysis_probe.h"
#include "analysis/analysis_spectrum.h"
#include "control/layout.h"

namespace rowdesk {

inline constexpr uint32_t most_spectra = 64;

// The caller chooses the numbers; strips are indices of sounding strips in the layout.
struct SpectrumOrder {
  uint32_t number, strip, bands_per_octave;
  double interval_s;
  bool operator==(const SpectrumOrder&) const = default;
};
struct AlignmentOrder {
  uint32_t number, strip, reference;
  bool operator==(const AlignmentOrder&) const = default;
};
struct AnalysisOrder {
  std::vector<SpectrumOrder> spectra;  // at Pre-Fader
  std::vector<AlignmentOrder> alignments;
};

struct MeasuredAlignment {
  EstimatedDelay before;  // at Top-Of-Ch
  // Behind the align delays and the speaker delays: at the outputs of strips that have speakers, at Pre-Fader of others. None
  // where one of the two is silent, and in the first seconds after a change of their delays.
  std::optional<EstimatedDelay> after;
};

struct AnalysisResults {
  double rate = 0;  // Hz
  std::map<uint32_t, std::vector<float>> spectra;  // by number: dB per band
  std::map<uint32_t, MeasuredAlignment> alignments;
};

class Analysis {
 public:
  // The delays that a strip has from Top-Of-Ch to its last tap, s. Any thread calls it.
  using DelayOf = std::function<double(uint32_t strip)>;

  // layout and board must outlive it. Without a thread the caller calls step().
  Analysis(const Layout& layout, ProbeBoard& board, DelayOf delay_s, bool has_thread);
  ~Analysis();
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  // Replaces the orders; at most most_spectra, and as many alignments as there are probes.
  void order(AnalysisOrder order);
  // Results since the last call.
  AnalysisResults take();
  void step();

 private:
  struct Spectrum {
    SpectrumOrder order;
    Listener* listener;
    uint64_t due;
  };
  // Two sounds, and by how many frames the segments of the first one are compared with earlier ones of the second.
  struct Comparison {
    Listener* sound = nullptr;
    Listener* reference = nullptr;
    int64_t shift = 0;
    std::unique_ptr<DelayEstimate> estimate = {};
  };
  struct AlignmentInWork {
    AlignmentOrder order;
    Comparison before, after;  // after: null listeners where there are no more probes
    std::optional<EstimatedDelay> found_after = {};
    double rate = 0;
    uint64_t end = 0;  // of the next segment
  };

  void arrange(const AnalysisOrder& order);
  Listener* listen_to(uint32_t strip, Tap tap, std::vector<std::unique_ptr<Listener>>& before);
  void measure(Spectrum& spectrum);
  void measure(AlignmentInWork& alignment);
  // Adds the segments that end at `end`. False if some frames are missing.
  bool compare(Comparison& comparison, uint64_t end);
  void compare_after(AlignmentInWork& alignment);
  // Reads the frames before `end`; two legs as half their sum. False if some frames are missing.
  bool copy_sum(const Listener& listener, uint64_t end, std::vector<float>& to);
  const SpectrumBands& bands_for(uint32_t bands_per_octave);
  void set_rate(double rate);
  void run();

  const Layout& layout_;
  ProbeBoard& board_;
  const DelayOf delay_s_;
  const bool has_thread_;

  std::mutex mutex_;  // the order that waits, and results
  AnalysisOrder ordered_;
  bool is_new_ = false;
  bool is_stopping_ = false;
  AnalysisResults results_;
  std::condition_variable wake_;

  // Of the thread.
  std::vector<Probe*> resting_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::vector<Spectrum> spectra_;
  std::vector<AlignmentInWork> alignments_;
  double rate_ = 0;
  std::unique_ptr<PowerSpectrum> power_;
  std::map<uint32_t, SpectrumBands> bands_;
  std::vector<float> levels_, louder_, segment_, reference_segment_, leg_;

  std::thread thread_;
};

}  // namespace rowdesk
