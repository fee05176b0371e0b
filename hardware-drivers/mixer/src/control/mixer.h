// The whole mixer: the control side, the processor that a driver calls, and the internal timer that computes while no
// driver calls. Functions belong to the control side and may be called by any thread unless they say otherwise.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <rowdesk/audio.h>
#include <rowdesk/crash_page.h>

#include "control/addresses.h"
#include "analysis/analysis.h"
#include "capture/capture.h"
#include "engine/clock_watch.h"
#include "engine/engine.h"
#include "engine/input_peaks.h"
#include "control/layout.h"
#include "engine/life_sign.h"
#include "engine/load_gauge.h"
#include "control/playback.h"
#include "control/reason.h"
#include "control/desired.h"
#include "hardware-inserts/hardware_inserts.h"
#include "hosted/hosted_inserts.h"
#include "control/recording.h"
#include "feedback/howl.h"

namespace rowdesk {

class Mixer {
 public:
  struct Options {
    const Kernel* kernel;
    bool has_timer = true;  // false: a test calls tick()
    Times times = {};
    std::vector<ProcessorDescription> processors = {};
    std::vector<FieldDescription> fields = {};
    LifeSign::Manager manager = {};  // the service manager of the process, if any
    uint32_t most_strips = rowdesk::most_strips;  // more in measurements of larger desks
    std::string runtime_folder = {};  // where recorder and player find the shared rings; '': none are made
  };

  Mixer(const KindCounts& counts, const Options& options);
  ~Mixer();
  Mixer(const Mixer&) = delete;
  Mixer& operator=(const Mixer&) = delete;

  const Layout& layout() const { return layout_; }
  const Addresses& addresses() const { return addresses_; }
  const Kernel& kernel() const { return kernel_; }
  rd_processor* processor() { return &processor_; }

  // One block, applied whole at one block boundary. False when the ring is full: flush() later sends it. Values are
  // in the range of their address. fades_ms: the fades of levels (fades.h); empty for the usual ramps.
  bool apply(double revision, std::span<const Slot> slots, std::span<const double> values,
            std::span<const float> fades_ms = {});
  bool flush();
  // All notches of a sounding strip from now on, on both legs alike, by the next block; most_notches at most. They survive another
  // rate. False as from apply().
  bool notch(uint32_t strip, const std::vector<Notch>& notches);
  // Protects strips against howling: its notches are those of notch(), which others leave alone then.
  Howl& howl() { return howl_; }
  // Records these tracks, by the next block; none for an empty list. Returns the number of the list, the same for the same
  // list. Throws std::system_error in words where the memory can't be had; recording then goes on as before.
  uint32_t record(std::vector<RecordTrack> tracks);
  // The number of the list that the audio thread has, 0 for none so far, and why it is not recorded, '' where it is.
  std::pair<uint32_t, std::string> recorded() const;
  // Ends the record ring for good, also one on its way. After the driver's last block: parameters settle at once.
  void end_recording();
  // From the next block on an insert of a sounding strip has a plugin, or none; place: from 0, the two of hosted_places. Its
  // slot is in the runtime folder (rowdesk/insert_slot.h). Returns the number of the change. Throws std::exception with words
  // where there is no room for it; all stays then.
  uint32_t set_insert(uint32_t strip, uint32_t place, bool has_plugin, bool is_enabled);
  // From the next block on the latency of the plugin there counts as so many frames more, or fewer; of an insert, whether it has
  // a plugin or not. Returns the number of the change.
  uint32_t set_insert_offset(uint32_t strip, uint32_t place, int32_t frames);
  // The number of the last change that the audio thread has.
  uint32_t applied_inserts() const;
  HostedInserts::State insert(uint32_t strip, uint32_t place) const;
  // From the next block on an insert goes through these channels of the device, or none; see HardwareInserts::set. Whether it
  // is enabled set_insert() says, which a plugin and hardware share. What is there of the other one fades out first; set_insert()
  // throws for a plugin where hardware is patched.
  uint32_t set_hardware_insert(uint32_t strip, uint32_t place, const std::optional<InsertPorts>& ports, uint32_t frames);
  uint32_t applied_hardware_inserts() const;
  // As those of HardwareInserts.
  std::optional<HardwareInserts::State> hardware_insert(uint32_t strip, uint32_t place) const;
  void measure_insert(uint32_t strip, uint32_t place);
  std::optional<RoundTrip> measured_insert(uint32_t strip, uint32_t place);
  void end_insert_measure(uint32_t strip, uint32_t place);
  // Follows the latencies of plugins; the timer calls it, and an offline render before each block.
  void follow_inserts();
  // Ends all slots for good.
  void end_inserts();
  // The channels of the device: prepare() refuses other numbers. Before the first call it takes any.
  void describe(uint32_t inputs, uint32_t outputs);
  // Left and right channel of the device for each source number, and the channel for each sink number; -1 for none.
  void connect(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks = {});
  void open(bool open, double fade_ms, Reason reason);
  // Mutes these sinks until the next list: numbers of ports, -n for the n-th output of the driving device.
  void hold(std::vector<double> sinks);
  // Closes the strips that hear one of these sources, by number, until the next list. holds_sources: all began to close.
  void hold_sources(Reason reason, std::vector<double> sources);
  bool holds_sources() const;
  // The virtual soundcheck: a play ring with so many channels; 0, or no runtime folder: none. Throws std::system_error.
  void make_play_ring(uint32_t channels);
  // What lanes hear instead of their sources; sent with the next block. Channels are those of the ring.
  void play(PlayedSources played);
  // The number of the choice that the audio thread plays from the newest ring; nothing while it still has another ring.
  std::optional<uint32_t> played() const;
  // Why there is no ring after a change of rate, '' otherwise.
  std::string play_fault() const;
  // The peak of each device input since this reader's last read, linear; the first read begins the measurement. Returns
  // the number of inputs, at most `most`. reader: below InputPeaks::readers.
  uint32_t read_input_peaks(uint32_t reader, float* into, uint32_t most);
  // See Capture.
  uint32_t start_capture(const CaptureOrder& order);
  Capture& capture() { return capture_; }
  // The latency of a sounding strip's processors, in frames: other paths into its buses are delayed by as much.
  uint32_t latency(uint32_t strip) const;
  // The delay of each sounding strip's speakers as it is heard, ms.
  std::vector<double> speaker_delays_ms() const;
  // All routes, with their latency compensation.
  std::vector<Route> routes() const;
  // By how much the longest path into each sounding strip exceeds the longest delay of latency compensation, ms.
  std::vector<double> excesses_ms() const;

  // The observed state of the audio thread: the values of all slots, and bits of Reason for each silent strip and for all
  // outputs. Returns the applied revision.
  double observe(std::span<double> values, std::span<uint32_t> closed, uint32_t& outputs_closed) const;
  void read_meters(uint32_t reader, float* floats, uint32_t* clips) { engine_.meters().read(reader, floats, clips); }
  void read_clips(uint32_t* clips) { engine_.meters().read_clips(clips); }
  void reset_clips(uint32_t strip) { engine_.meters().reset_clips(strip); }
  uint32_t faults(uint32_t strip) const { return engine_.faults(strip); }
  Analysis& analysis() { return analysis_; }
  double revision() const { return engine_.revision(); }
  uint64_t position() const { return engine_.position(); }
  // From a position of this rate until now; 0 for one that is not reached.
  double seconds_since(uint64_t position) const;
  // See Engine.
  uint64_t commit_work() const { return engine_.commit_work(); }
  const ClockWatch& clock() const { return clock_; }
  // True without a callback for too long, or since prepare() for as long.
  bool is_without_clock() const;
  const LoadGauge& load() const { return load_; }
  // True when the driver's first block after prepare() had a null pointer: no block of this driver is computed.
  bool has_null_pointers() const { return has_null_pointers_.load(std::memory_order_relaxed); }
  // True while the mixer notifies a service manager: there is one, and a driver is prepared.
  bool notifies_manager() const;

  // The internal timer's step: takes over when the clock is lost. now_ns: CLOCK_MONOTONIC.
  void tick(uint64_t now_ns);
  // The internal timer's notification of the service manager.
  void notify_manager(uint64_t now_ns);

 private:
  int prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  void release();
  void process(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time);
  bool takes_pointers(const float* const* in, float* const* out);
  bool send_marked();
  void send_block(std::unique_ptr<Stimulus>* stimulus = nullptr);
  bool send_stimulus(std::unique_ptr<Stimulus>& stimulus);
  double delay_s(uint32_t strip) const;
  void collect() const;
  void prepare_inserts(double rate, uint32_t most_frames);
  void follow_inserts_locked();
  void take_latency_of_inserts(uint32_t strip);
  void follow_inserts_offline(bool begins);
  void run_timer();

  const Layout layout_;
  const ProcessorTable table_;
  const FieldTable fields_;
  const Addresses addresses_;
  const Kernel& kernel_;
  mutable Engine engine_;
  ClockWatch clock_;
  LoadGauge load_;
  InputPeaks input_peaks_;
  mutable Playback playback_;
  Analysis analysis_;
  rd_processor processor_;

  // Taken by the thread that computes: the driver's, the timer's, or that of prepare(). The driver's thread never waits.
  std::atomic<bool> is_taken_{false};
  double rate_ = 0;
  uint32_t inputs_ = 0;
  uint32_t outputs_ = 0;
  bool is_first_block_ = true;                 // since prepare()
  std::atomic<bool> has_null_pointers_{false};
  std::atomic<bool> is_prepared_{false};       // by a driver, and not released
  std::atomic<uint64_t> driven_frames_{0};     // processed for drivers
  rd_crash_page* const crash_page_;            // null where the process has none
  uint64_t synthetic_ns_ = 0;  // up to where the timer has computed

  mutable std::mutex control_;  // desired_ and the sending end of the ring; never taken by an audio thread
  Desired desired_;
  mutable Recording recording_;
  mutable HostedInserts hosted_;
  mutable HardwareInserts hardware_;
  // Plugins of strip and place that wait until the hardware before them has faded out; whether they are enabled.
  std::map<std::pair<uint32_t, uint32_t>, bool> waiting_plugins_;
  mutable uint32_t played_ = 0;  // of the last block that the audio thread gave back
  mutable std::vector<double> echoes_;  // by slot, of the blocks that the audio thread gave back
  std::optional<std::pair<uint32_t, uint32_t>> described_;  // inputs and outputs
  uint32_t closed_by_command_ = bit(Reason::startup);

  // They end before what their threads call.
  Howl howl_;
  Capture capture_;

  const std::unique_ptr<LifeSign> life_sign_;
  std::mutex timer_mutex_;
  std::condition_variable timer_stop_;
  bool is_stopping_ = false;
  std::thread timer_;
};

}  // namespace rowdesk
