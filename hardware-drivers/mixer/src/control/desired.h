// The desired state on the control side, and the blocks that apply it on the audio thread. Changed slots are marked, and
// a block has everything marked: while the ring is full nothing is lost and nothing grows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "control/addresses.h"
#include "control/alignment.h"
#include "control/block.h"
#include "control/effect_updates.h"
#include "control/notch_updates.h"
#include "control/played_sources.h"
#include "control/processor_updates.h"
#include "control/reason.h"
#include "control/route_table.h"
#include "control/routing.h"
#include "control/dependencies.h"
#include "control/values.h"

namespace rowdesk {

// A route from a strip into a bus.
struct Route {
  uint32_t from, to;
  bool is_processed;     // the tap is behind the strip's processors and align delay
  uint32_t wait_frames;  // latency compensation before the bus
};

class Desired {
 public:
  // layout, table and addresses must outlive it.
  Desired(const Layout& layout, const ProcessorTable& table, const Addresses& addresses);

  const Values& values() const { return values_; }
  // fade_ms: the fade of a level (fades.h); 0 for the usual ramp.
  void set(Slot slot, double value, float fade_ms = 0.0f);
  // The device channels of ports: left and right leg by source number, one channel by sink number; -1 for none.
  void set_channels(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks);
  // The latency of a sounding strip's processors, in frames.
  uint32_t latency(uint32_t strip) const { return alignment_.latency(strip); }
  // All routes, in the order in which buses are computed.
  std::vector<Route> routes() const;
  // Of latency compensation into a sounding strip, see Alignment.
  uint32_t excess_frames(uint32_t strip) const { return alignment_.excess_frames(strip); }
  // Marks everything: after `prepare`, and for the first block. inputs: of the device; the play ring is behind them.
  void mark_all(double rate, uint32_t inputs, uint32_t outputs);
  void play(PlayedSources played);
  // Mutes these sinks until the next list: numbers of ports, -n for the n-th output of the driving device.
  void hold(std::vector<double> sinks);
  // Closes the strips that hear one of these sources, by number, until the next list for this reason (holding_reasons). A
  // strip that is played does not; one whose source is not there is closed before it comes.
  void hold_sources(Reason reason, std::vector<double> sources);
  bool hears_held(uint32_t strip, Reason reason) const;
  // See ProcessorUpdates; sent with the next block.
  void set_hosted_latency(uint32_t strip, uint32_t frames) { processors_.set_hosted_latency(strip, frames); }
  // See Alignment; sent with the next block.
  void set_effect_latency(uint32_t send, uint32_t frames) { alignment_.set_effect_latency(send, frames); }
  // See NotchUpdates.
  void set_notches(uint32_t strip, std::span<const Notch> notches) { notches_.set(strip, notches); }

  bool has_marks() const { return !marked_.empty() || has_channel_marks_ || notches_.has_marks() || revision_ != sent_revision_; }
  void set_revision(double revision) { revision_ = revision; }
  // A block with everything marked since the last block.
  std::unique_ptr<Block> take_block();

 private:
  typedef std::vector<Change> Changes;
  struct Cell {
    uint32_t row;
    uint32_t column;
    double gain;
  };

  void mark(Slot slot);
  void derive_strip(uint32_t number, uint8_t what, Changes& changes) const;
  void derive_closing(uint32_t number, bool is_closed, Changes& changes) const;
  void derive_trim(const StripPlace& strip, Changes& changes) const;
  void derive_fader(const StripPlace& strip, Changes& changes) const;
  void derive_source(const StripPlace& strip, Changes& changes) const;
  std::pair<int32_t, int32_t> legs_of(const StripPlace& strip) const;
  std::pair<int32_t, int32_t> heard_legs(const StripPlace& strip) const;
  int32_t played_channel(uint32_t lane, int32_t own) const;
  bool is_played(const StripPlace& strip, uint32_t leg) const;
  std::pair<double, double> named_sources(const StripPlace& strip) const;
  std::pair<int32_t, int32_t> channels_of(double source) const;

  void derive_routes(Block& block);
  void derive_route(const DirtySet::Route& route, Changes& changes);
  double fader_gain(const StripPlace& strip) const;
  double group_gain(const StripPlace& strip) const;
  Paths paths_to(uint32_t strip, uint32_t bus) const;
  void collect(uint32_t strip, uint32_t bus, std::vector<Cell>& cells) const;
  struct RowOfPath {
    uint32_t row, held_frames;
  };
  std::vector<RowOfPath> rows_of(uint32_t strip, uint32_t bus);
  using Play = std::function<void(int32_t channel, uint32_t leg, double gain)>;
  int32_t channel_of(double sink) const;
  void derive_outputs(uint32_t number, Changes& changes);
  void collect_patch(uint32_t number, const Play& play) const;
  void collect_cue(const StripPlace& cue, const Play& play) const;
  double gain_at_output(const StripPlace& strip, uint32_t leg) const;
  void derive_speaker(uint32_t number, Block& block) const;
  void derive_generators(Changes& changes);
  void derive_injections(Changes& changes);

  const Layout& layout_;
  const Addresses& addresses_;
  Values values_;
  ProcessorUpdates processors_;
  EffectUpdates effects_;
  NotchUpdates notches_;
  Routing routing_;
  Alignment alignment_;
  DirtySet dirty_;
  RouteTable bus_routes_, output_routes_, dims_, injections_;
  std::vector<uint8_t> is_marked_;
  std::vector<float> fades_ms_;  // of those that are marked
  std::vector<Slot> marked_;
  bool has_channel_marks_ = false;
  std::vector<std::pair<int32_t, int32_t>> channels_;
  std::vector<int32_t> sinks_;
  std::vector<double> held_;
  std::vector<double> switched_sources_, unconfirmed_sources_;
  PlayedSources played_;
  double rate_ = 0;
  uint32_t inputs_ = 0, outputs_ = 0;
  double revision_ = 0;
  double sent_revision_ = -1;
};

}  // namespace rowdesk
