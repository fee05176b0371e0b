// The addresses of the patch: where strips are played, and what right legs hear that is not the next port.
#include "control/addresses.h"

namespace rowdesk {
namespace {

constexpr double most_ports = 4294967295.0;

const Field outputs = {"outputs", Type::outputs, -most_ports, most_ports};
const Field right_leg_fields[right_leg_parameter_count] = {
    {"sourceId", Type::source, 0, most_ports},
    {"spareSourceId", Type::source, 0, most_ports},
};

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

void Addresses::add_patch(const Layout& layout) {
  output_slot_ = add("/patch/outputs", outputs, {ParameterGroup::output, 0, 0, 0}, 0.0);
  all_.back().initials = first_outputs(layout);
  right_leg_slots_.assign(layout.sounding_strips(), no_slot);
  for (uint32_t number = 0; number < layout.sounding_strips(); ++number) {
    const StripPlace& strip = layout.strips()[number];
    if (strip.legs != 2 || !describe(strip.kind).takes_source) continue;
    const std::string path = "/patch/rightLegs/" + strip.path.substr(std::string("/channel/").size());
    for (uint16_t parameter = 0; parameter < right_leg_parameter_count; ++parameter) {
      const ParameterId id = {ParameterGroup::right_leg, parameter, static_cast<uint16_t>(number), 0};
      const Slot slot = add(path, right_leg_fields[parameter], id, 0.0);
      if (parameter == 0) right_leg_slots_[number] = slot;
    }
  }
}

}  // namespace rowdesk
