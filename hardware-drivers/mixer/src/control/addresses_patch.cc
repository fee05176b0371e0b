// The addresses of the patch: where strips are played, and what right legs hear that is not the next port; and of the
// speakers there.
#include "control/addresses.h"

namespace rowdesk {
namespace {

// Each main, leg by leg, on the first outputs of what drives.
std::vector<double> first_outputs(const Layout& layout) {
  std::vector<double> slots(outputs_per_field * numbers_per_output);
  uint32_t place = 0;
  for (uint32_t index = 1; const StripPlace* main = layout.find(Kind::main, index); ++index) {
    for (uint32_t leg = 0; leg < main->legs && place < outputs_per_field; ++leg, ++place) {
      double* const output = &slots[static_cast<size_t>(place) * numbers_per_output];
      output[static_cast<uint32_t>(OutputParameter::strip)] = layout.number_of(*main) + 1.0;
      output[static_cast<uint32_t>(OutputParameter::leg)] = leg;
      output[static_cast<uint32_t>(OutputParameter::sink)] = -1.0 - place;
    }
  }
  return slots;
}

}  // namespace

void Addresses::add_patch() {
  output_slot_ = add("/patch/outputs", fields_.fields(FieldRow::outputs).front(), {ParameterGroup::output, 0, 0, 0});
  all_.back().initials = first_outputs(layout_);
  right_leg_slots_.assign(layout_.sounding_strips(), no_slot);
  for (uint32_t number = 0; number < layout_.sounding_strips(); ++number) {
    const StripPlace& strip = layout_.strips()[number];
    if (strip.legs != 2 || !describe(strip.kind).takes_source) continue;
    const std::string path = "/patch/rightLegs/" + strip.path.substr(std::string("/channel/").size());
    for (uint16_t parameter = 0; parameter < right_leg_parameter_count; ++parameter) {
      const ParameterId id = {ParameterGroup::right_leg, parameter, static_cast<uint16_t>(number), 0};
      const Slot slot = add(path, fields_.fields(FieldRow::right_leg)[parameter], id);
      if (parameter == 0) right_leg_slots_[number] = slot;
    }
  }
}

void Addresses::add_speakers() {
  const auto& fields = fields_.fields(FieldRow::speaker);
  speaker_slots_.assign(layout_.sounding_strips(), no_slot);
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    if (!holds(speaker_kinds, layout_.strips()[strip].kind)) continue;
    speaker_slots_[strip] = size();
    for (uint16_t parameter = 0; parameter < speaker_parameter_count; ++parameter) {
      add(layout_.strips()[strip].path + "/speakerAlign", fields[parameter], {ParameterGroup::speaker, parameter, strip, 0});
    }
  }
}

}  // namespace rowdesk
