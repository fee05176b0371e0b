// The inserts that go through hardware, and their slots on the way to the audio thread and back. Control side, under one lock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "control/block.h"
#include "control/layout.h"
#include "hardware-inserts/hardware_insert.h"
#include "hardware-inserts/round_trip.h"

namespace rowdesk {

class HardwareInserts {
 public:
  explicit HardwareInserts(const Layout& layout);

  // place: in the chain, from 0. strip: with inserts. frames: the way through the hardware, at most most_round_trip_ms; one
  // longer is compensated by as much. Without ports the insert has no hardware from the next block on. Returns the number of
  // the change. Throws std::runtime_error with words, and all stays.
  uint32_t set(uint32_t strip, uint32_t place, const std::optional<InsertPorts>& ports, uint32_t frames);
  // One that is not is passed by, as late as before.
  void enable(uint32_t strip, uint32_t place, bool is_enabled);
  // While the audio thread doesn't run and has no slot. rate: Hz. A measurement ends.
  void prepare(double rate);
  // Makes the slots of places that are free of a plugin, and takes back those that have faded out. Calls changed for each
  // strip whose latency has changed.
  void follow(const std::function<bool(uint32_t strip, uint32_t place)>& is_free,
              const std::function<void(uint32_t strip)>& changed);
  bool is_patched(uint32_t strip, uint32_t place) const { return places_[index(strip, place)].ports.has_value(); }
  // The audio thread has nothing of the place: a plugin may take it.
  bool is_free(uint32_t strip, uint32_t place) const;
  // Of all inserts of a strip, in frames.
  uint32_t latency(uint32_t strip) const;

  // For the next block.
  bool has_change() const { return sent_ != number_; }
  uint32_t number() const { return number_; }
  void put(Block& block);
  // A block that the audio thread has applied.
  void returned(const Block& block);
  // The number of the last change that the audio thread has.
  uint32_t applied() const { return applied_; }

  struct State {
    HostedHeard heard = HostedHeard::none;
    uint32_t delay_frames = 0;
    bool is_unanswered = false;  // loud sound is sent, and nothing comes back
  };
  // nullopt for a place without hardware.
  std::optional<State> state(uint32_t strip, uint32_t place) const;

  // Sends clicks through the hardware; the strip hears its dry sound meanwhile, for two seconds. Throws std::runtime_error in
  // words where that can't be.
  void measure(uint32_t strip, uint32_t place);
  // nullopt while they are under way. Once: the strip goes back to its hardware. Throws std::runtime_error where nothing is
  // measured.
  std::optional<RoundTrip> measured(uint32_t strip, uint32_t place);
  // Ends a measurement; nothing where there is none.
  void end_measure(uint32_t strip, uint32_t place);

 private:
  struct Place {
    std::optional<InsertPorts> ports = {};
    InsertPorts last = {};  // while it fades out
    uint32_t frames = 0;
    bool is_enabled = false, is_marked = false;
    std::unique_ptr<HardwareInsert> insert = {};
    std::unique_ptr<InsertClicks> clicks = {};
    uint32_t gone = 0;  // the change that takes its last slot from the audio thread
    bool leaves = false;  // that change is not sent yet
  };
  struct Left {
    std::unique_ptr<HardwareInsert> insert;
    std::unique_ptr<InsertClicks> clicks;
    uint32_t number;  // of the change that takes them from the audio thread
  };

  size_t index(uint32_t strip, uint32_t place) const { return strip * hosted_places + place; }
  void mark(Place& place);
  std::unique_ptr<HardwareInsert> made(size_t index) const;
  uint32_t kept() const;

  const Layout& layout_;
  std::vector<Place> places_;  // [strip][place]
  std::vector<Left> left_;
  double rate_ = 48000.0;
  uint32_t number_ = 0, sent_ = 0, applied_ = 0;
};

}  // namespace rowdesk
