#include "strip_rig.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rowdesk {

std::string processor_path(std::string_view id, std::string_view strip) {
  return std::string(strip) + "/chain/processors/" + std::string(id);
}
std::string values_path(std::string_view id, std::string_view strip) { return processor_path(id, strip) + "/values"; }

std::vector<std::string> inserts_of(Rig& rig, std::string_view strip) {
  std::vector<std::string> ids;
  for (const ProcessorClass& known : processor_classes()) {
    if (known.is_insert && rig.mixer.addresses().find(processor_path(known.id, strip), "enabled") != no_slot) ids.emplace_back(known.id);
  }
  return ids;
}

bool has_parameter(Rig& rig, std::string_view id, std::string_view symbol, std::string_view strip) {
  return rig.mixer.addresses().find(values_path(id, strip), symbol) != no_slot;
}

void turn_on(Rig& rig, std::string_view id, std::initializer_list<Setting> settings, std::string_view strip) {
  for (const Setting& setting : settings) rig.set(values_path(id, strip), setting.symbol, setting.value);
  rig.set(processor_path(id, strip), "enabled", 1);
}

double choice(Rig& rig, std::string_view path, std::string_view field, std::string_view name) {
  for (const Address& address : rig.mixer.addresses().all()) {
    if (address.path != path || address.field->name != field) continue;
    for (size_t i = 0; i < address.field->choices.size(); ++i) {
      if (address.field->choices[i] == name) return static_cast<double>(i);
    }
  }
  CHECK(!"a choice");
  return 0;
}

void open_strip(Rig& rig, std::string_view strip) {
  rig.patch(strip, 0);
  rig.set(strip, "levelDb", 0);
  rig.set(strip, "pan", -100);
  rig.set("/channel/main/1", "levelDb", 0);
}

std::vector<double> responses_db(const std::vector<float>& made, const std::vector<double>& frequencies_hz, double rate,
                                 double amplitude) {
  // So many side by side: the turns of one wait for each other. Angles are turned step by step in double precision.
  constexpr size_t lanes = 8;
  using Lanes = std::array<double, lanes>;
  std::vector<double> result;
  for (size_t first = 0; first < frequencies_hz.size(); first += lanes) {
    const size_t count = std::min(lanes, frequencies_hz.size() - first);
    Lanes c{}, s{}, re{}, im{};
    for (size_t i = 0; i < count; ++i) {
      const double angle = -2.0 * std::numbers::pi * frequencies_hz[first + i] / rate;
      c[i] = std::cos(angle);
      s[i] = std::sin(angle);
    }
    for (size_t n = made.size(); n > 0; --n) {
      for (size_t i = 0; i < lanes; ++i) {
        const double turned = re[i] * c[i] - im[i] * s[i];
        im[i] = re[i] * s[i] + im[i] * c[i];
        re[i] = turned + static_cast<double>(made[n - 1]);
      }
    }
    for (size_t i = 0; i < count; ++i) result.push_back(20.0 * std::log10(std::hypot(re[i], im[i]) / amplitude));
  }
  return result;
}

double response_db(const std::vector<float>& made, double frequency_hz, double rate, double amplitude) {
  return responses_db(made, {frequency_hz}, rate, amplitude).front();
}

std::vector<double> frequencies(std::initializer_list<double> also) {
  std::vector<double> all(also);
  for (int third = 0; third <= 30; ++third) all.push_back(std::min(20000.0, 20.0 * std::pow(2.0, third / 3.0)));
  return all;
}

}  // namespace rowdesk
