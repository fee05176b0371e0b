// The one table from (address, field) to a parameter of the mixer. Values are desired and observed by slot.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "control/field.h"
#include "control/field_table.h"
#include "control/layout.h"
#include "control/processor_table.h"

namespace rowdesk {

using Slot = uint32_t;
inline constexpr Slot no_slot = ~0u;

enum class PanicScope : uint32_t { none, mains, all };
// The choices of strips.json, in its order.
enum class TapMode : uint32_t { pfl, afl };
enum class OscillatorType : uint32_t { sine, pink, white, sweep };

// `/channel/{kind}/{index}`
enum class Parameter : uint16_t {
  level_db, muted, pan, trim_db, polarity_inverted, main_assigned, source_id, spare_source_id, source_selected,
  stereo_link, soloed, dcas, mute_groups, owner, base, aligned,
};
inline constexpr uint32_t parameter_count = 16;

// `/channel/{kind}/{index}/sends/{busKind}/{busIndex}`
enum class SendParameter : uint16_t { level_db, on, pan, tap_point };
inline constexpr uint32_t send_parameter_count = 4;

// `/cue`
enum class CueParameter : uint16_t {
  level_db, input_mode, bus_mode, exclusive, idle_source, dim, dim_db, mono, muted, delay_ms, source_trim_db, outputs,
};
inline constexpr uint32_t cue_parameter_count = 12;

// `/talkback/{id}`, ids 1 and 2
enum class TalkbackParameter : uint16_t { on, mode, source_id, level_db, dim_buses_db, destinations };
inline constexpr uint32_t talkback_parameter_count = 6;

// `/console/oscillator`
enum class OscillatorParameter : uint16_t { enabled, type, level_db, frequency_hz, targets };
inline constexpr uint32_t oscillator_parameter_count = 5;

// `/channel/{kind}/{index}/chain/processors/{processorId}/key`
enum class KeyParameter : uint16_t { source, filter_enabled, filter_type, frequency_hz };
inline constexpr uint32_t key_parameter_count = 4;

// `/patch/outputs`, for each output. strip: its number, from 1; 0 for none. sink: the number of a port, from 1; -n for
// the n-th output of the driving device.
enum class OutputParameter : uint16_t { strip, leg, sink, level_db };
enum class OutputLeg : uint32_t { left, right, mono };

// `/patch/rightLegs/{kind}/{index}`
enum class RightLegParameter : uint16_t { source_id, spare_source_id };
inline constexpr uint32_t right_leg_parameter_count = 2;

// `/channel/{kind}/{index}/speakerAlign`
enum class SpeakerParameter : uint16_t { enabled, delay_ms, distance_m, temperature_c, level_trim_db, polarity_inverted };
inline constexpr uint32_t speaker_parameter_count = 6;

// Parameters of rows with one parameter: `/console/bpm`, `/safety/panic` and `/console`.
enum class DeskParameter : uint16_t { bpm, panic_scope, align_limit_ms };
inline constexpr uint32_t desk_parameter_count = 3;

// What a slot is: a parameter of a part of the desk.
enum class ParameterGroup : uint16_t {
  strip, send, cue, talkback, oscillator, desk, processor, hosted_key, align, output, right_leg, speaker,
};
struct ParameterId {
  ParameterGroup group;
  uint16_t index;    // within the group
  uint16_t strip;    // the strip, the source of a send, the talkback from 0
  uint16_t bus;      // the destination of a send; the place of a processor in the chain, of a plugin among the inserts
};

struct Address {
  Slot slot;
  uint32_t slots;  // consecutive; more than one for lists of strips or ports
  std::string path;
  const Field* field;
  double initial;  // of each of its slots
  std::vector<double> initials = {};  // where they differ
};

// The first slot of each part of a processor.
struct ProcessorSlots {
  Slot enabled;  // then plugin
  Slot values;   // in the order of ChainPlace
  Slot key;      // in the order of KeyParameter; no_slot for a processor without a key input
};

class Addresses {
 public:
  // All three must outlive the addresses.
  Addresses(const Layout& layout, const ProcessorTable& processors, const FieldTable& fields);

  const std::vector<Address>& all() const { return all_; }
  uint32_t size() const { return static_cast<uint32_t>(ids_.size()); }
  const ParameterId& id_of(Slot slot) const { return ids_[slot]; }
  // no_slot when there is none.
  Slot find(std::string_view path, std::string_view field) const;

  // no_slot where the kind of the strip has no such field.
  Slot of(uint32_t strip, Parameter parameter) const {
    return strip_slots_[strip * parameter_count + static_cast<uint32_t>(parameter)];
  }
  // The first of the send's parameters, no_slot where there is no such send.
  Slot send(uint32_t strip, uint32_t bus) const { return send_slots_[static_cast<size_t>(strip) * strips_ + bus]; }
  Slot of(CueParameter parameter) const { return cue_slots_[static_cast<uint32_t>(parameter)]; }
  Slot of(uint32_t talkback, TalkbackParameter parameter) const {
    return talkback_slots_[talkback * talkback_parameter_count + static_cast<uint32_t>(parameter)];
  }
  Slot of(OscillatorParameter parameter) const { return oscillator_slots_[static_cast<uint32_t>(parameter)]; }
  // In the order of the strip's chain.
  const std::vector<ProcessorSlots>& processors(uint32_t strip) const { return processor_slots_[strip]; }
  // Of an insert that takes plugins, in the order of KeyParameter; no_slot where the kind of the strip has none. The effect of an
  // fxSend is at place 0.
  Slot hosted_key(uint32_t strip, uint32_t place) const {
    const Slot first = hosted_key_slots_[strip];
    const bool is_there = first != no_slot && (place == 0 || layout_.strips()[strip].kind != Kind::fx_send);
    return is_there ? first + place * key_parameter_count : no_slot;
  }
  Slot align(uint32_t strip) const { return align_slots_[strip]; }
  // no_slot where the kind of the strip has no speakers.
  Slot of(uint32_t strip, SpeakerParameter parameter) const {
    const Slot first = speaker_slots_[strip];
    return first == no_slot ? no_slot : first + static_cast<uint32_t>(parameter);
  }
  Slot output(uint32_t place, OutputParameter parameter) const {
    return output_slot_ + place * numbers_per_output + static_cast<uint32_t>(parameter);
  }
  // no_slot where the strip has one leg, or no source.
  Slot right_leg(uint32_t strip, RightLegParameter parameter) const {
    const Slot first = right_leg_slots_[strip];
    return first == no_slot ? no_slot : first + static_cast<uint32_t>(parameter);
  }
  Slot of(DeskParameter parameter) const { return desk_slots_[static_cast<uint32_t>(parameter)]; }
  Slot panic() const { return of(DeskParameter::panic_scope); }

 private:
  Slot add(const std::string& path, const Field& field, ParameterId id, double initial);
  Slot add(const std::string& path, const FieldTable::Entry& entry, ParameterId id);
  void add_strips();
  void add_sends();
  void add_cue();
  void add_talkbacks();
  void add_oscillator();
  void add_desk();
  void add_processors(const ProcessorTable& processors);
  void add_hosted_keys();
  void add_aligns();
  void add_patch();
  void add_speakers();

  const Layout& layout_;
  const FieldTable& fields_;
  uint32_t strips_;  // with sound
  std::vector<Address> all_;
  std::vector<ParameterId> ids_;
  std::vector<Slot> strip_slots_, send_slots_, cue_slots_, talkback_slots_, oscillator_slots_, desk_slots_, align_slots_, hosted_key_slots_;
  std::vector<std::vector<ProcessorSlots>> processor_slots_;
  Slot output_slot_ = no_slot;
  std::vector<Slot> right_leg_slots_, speaker_slots_;
  std::unordered_map<std::string, Slot> by_name_;  // path, a space, field
};

}  // namespace rowdesk
