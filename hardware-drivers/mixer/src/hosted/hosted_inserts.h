// The inserts and the effects of fxSends that have a plugin, and their slots on the way to the audio thread and back. Control side, under one lock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "control/block.h"
#include "hosted/hosted_insert.h"
#include "control/layout.h"
#include "control/shared_file.h"

namespace rowdesk {

class HostedInserts {
 public:
  // runtime_folder: the slots are in its folder `inserts`; '' for no slot ever. Removes what a killed process left there.
  HostedInserts(const Layout& layout, const std::string& runtime_folder);
  ~HostedInserts();

  // Null where there is no folder.
  rd_insert_wake* wake() const;

  // place: in the chain, from 0; 0 for the effect of an fxSend. strip: with inserts, or an fxSend. Returns the number of the change. Throws std::exception with words, and
  // all stays.
  uint32_t set(uint32_t strip, uint32_t place, bool has_plugin, bool is_enabled);
  // Corrects what racks say of the latency there, of each plugin that has this place from now on. Returns the number of the change.
  uint32_t set_offset(uint32_t strip, uint32_t place, int32_t frames);
  // While the audio thread doesn't run and has no slot: slots of another rate (Hz) or block are made anew.
  void prepare(const HostedInsert::Format& format);
  // Follows what the racks say of their plugins, and takes back the slots that have faded out. Calls changed for each strip
  // whose latency may have changed.
  void follow(const std::function<void(uint32_t strip)>& changed);
  // Of all inserts of a strip, in frames; an effect is none of them.
  uint32_t latency(uint32_t strip) const;
  // Of the effect of an fxSend, in frames; 0 for all other strips.
  uint32_t effect_latency(uint32_t strip) const;

  // There is an insert with a slot; a rack serves each of them.
  bool has_any() const;
  bool are_served() const;

  // No plugin is or was heard there that has not faded out.
  bool is_free(uint32_t strip, uint32_t place) const { return !at(strip, place).has_plugin && !at(strip, place).insert; }

  // For the next block.
  bool has_change() const { return sent_ != number_; }
  void put(Block& block);
  // A block that the audio thread has applied.
  void returned(const Block& block);

  // The number of the last change that the audio thread has.
  uint32_t applied() const { return applied_; }
  struct State {
    HostedHeard heard = HostedHeard::none;
    uint64_t late_blocks = 0;
    uint32_t delay_frames = 0;
    uint32_t latency_frames = 0;  // of these without the block: the plugin's, corrected
    std::string fault = {};  // why there is no slot, '' otherwise
  };
  State state(uint32_t strip, uint32_t place) const;
  // No slot is made any more, and those that there are have ended.
  void close();

 private:
  struct Place {
    bool has_plugin = false, is_enabled = false, is_marked = false;
    bool leaves = false;  // the audio thread has its last slot yet
    int32_t offset_frames = 0;
    std::unique_ptr<HostedInsert> insert = {};
    std::string fault = {};
  };
  struct Left {
    std::unique_ptr<HostedInsert> insert;
    uint32_t number;  // of the change that takes it from the audio thread
  };

  Place& at(uint32_t strip, uint32_t place) { return places_[strip * hosted_places + place]; }
  const Place& at(uint32_t strip, uint32_t place) const { return places_[strip * hosted_places + place]; }
  std::unique_ptr<HostedInsert> made(size_t number) const;
  void mark(Place& place);
  // Delays the dry sound as the plugin and the offset are now. Returns whether that is another delay.
  static bool follow_latency(Place& place);
  // Of all plugins of a strip.
  uint32_t delay_frames(uint32_t strip) const;

  const Layout& layout_;
  std::string folder_;
  std::unique_ptr<SharedFile> wake_;
  std::string fault_;  // why there is no folder
  std::vector<Place> places_;  // [strip][place]
  std::vector<Left> left_;
  HostedInsert::Format format_{};
  uint32_t number_ = 0, sent_ = 0, applied_ = 0;
};

}  // namespace rowdesk
