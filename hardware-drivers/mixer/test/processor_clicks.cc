// No clicks: a jump of any parameter of a processor while a 1 kHz sine plays leaves nothing above 5 kHz over -90 dB
// relative to the tone, in any 4096-point Hann window.
#include "splatter.h"
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr double amplitude = 0.1;

struct FieldValue {
  std::string path;
  const char* field;
  double value;
};

double jump_db(const std::vector<FieldValue>& before, const FieldValue& from, const FieldValue& to, const Times& times = {}) {
  Rig rig(counts_of(2), "", rate, times);
  open_strip(rig);
  for (const FieldValue& change : before) rig.set(change.path, change.field, change.value);
  rig.set(from.path, from.field, from.value);
  rig.prepare();
  const Sound tone = sine(1000, 20.0 * std::log10(amplitude));
  std::vector<float> sound = rig.render(20011 - 8192, tone, 1024)[0];
  sound = rig.render(8192, tone, 1024)[0];
  rig.set(to.path, to.field, to.value);
  const std::vector<float> after = rig.render(30000, tone, 1024)[0];
  sound.insert(sound.end(), after.begin(), after.end());
  return splatter_db(sound, amplitude);
}

// A processor that distorts has splatter of its own, which a jump may not exceed.
double own_splatter_db(const std::vector<FieldValue>& before, const FieldValue& from, const FieldValue& to) {
  return std::max(jump_db(before, from, from), jump_db(before, to, to));
}

// What makes a jump audible: a gate and a compressor that work on this tone, filters near it.
std::vector<FieldValue> audible(const std::string& id) {
  const std::string values = values_path(id);
  if (id == "hpf") return {{values, "frequencyHz", 400}};
  if (id == "gate") return {{values, "thresholdDb", -6}, {values, "rangeDb", 20}};
  if (id == "comp") return {{values, "thresholdDb", -40}, {values, "ratio", 4}};
  if (id == "eq") return {{values, "band2GainDb", 12}, {values, "band2FrequencyHz", 800}, {values, "band2Q", 2}};
  Rig table;  // any other works when its threshold, if it has one, is below the tone
  if (has_parameter(table, id, "thresholdDb")) return {{values, "thresholdDb", -30}};
  return {};
}

TEST("no parameter of a processor clicks, from one end of its range to the other") {
  Rig table;
  for (const std::string& id : inserts_of(table)) {
    const std::string values = values_path(id);
    for (const Address& address : table.mixer.addresses().all()) {
      const std::string_view name = address.field->name;
      if (address.path != values || (id == "eq" && !name.starts_with("band2"))) continue;
      const auto& field = *address.field;
      for (const bool is_up : {true, false}) {
        std::vector<FieldValue> before = audible(id);
        before.push_back({processor_path(id), "enabled", 1});
        const double low = field.minimum, high = field.type == Type::choice ? static_cast<double>(field.choices.size() - 1) : field.maximum;
        const double splatter = jump_db(before, {values, field.name, is_up ? low : high}, {values, field.name, is_up ? high : low});
        if (splatter <= -90) continue;
        const double own = own_splatter_db(before, {values, field.name, low}, {values, field.name, high});
        if (splatter > own + 1) std::fprintf(stderr, "    %s %s %s: %g dB, at rest %g dB\n", id.c_str(), field.name, is_up ? "up" : "down", splatter, own);
        CHECK(splatter <= own + 1);
      }
    }
  }
}

TEST("nor does a change from any type of filter to any other") {
  const std::string values = values_path("eq");
  std::vector<FieldValue> before = audible("eq");
  before.push_back({processor_path("eq"), "enabled", 1});
  for (int from = 0; from < 6; ++from) {
    for (int to = 0; to < 6; ++to) {
      const double splatter = jump_db(before, {values, "band2Type", static_cast<double>(from)}, {values, "band2Type", static_cast<double>(to)});
      if (splatter > -90) std::fprintf(stderr, "    type %d to %d: %g dB\n", from, to, splatter);
      CHECK(splatter <= -90);
    }
  }
  // The narrowest and highest bell.
  before.push_back({values, "band2Q", 10});
  before.push_back({values, "band2GainDb", 15});
  for (const auto& [from, to] : {std::pair{20.0, 20000.0}, {20000.0, 20.0}, {900.0, 1100.0}, {1000.0, 6000.0}}) {
    CHECK(jump_db(before, {values, "band2FrequencyHz", from}, {values, "band2FrequencyHz", to}) <= -90);
  }
}

TEST("nor does switching a processor on or off, nor an align delay") {
  Rig table;
  for (const std::string& id : inserts_of(table)) {
    for (const double is_on : {0.0, 1.0}) {
      CHECK(jump_db(audible(id), {processor_path(id), "enabled", is_on}, {processor_path(id), "enabled", 1 - is_on}) <= -90);
    }
  }
  const std::string align = std::string(strip_path) + "/align";
  for (const auto& [from, to] : {std::pair{0.0, 33.33}, {33.33, 0.0}, {10.0, 100.0}}) {
    CHECK(jump_db({}, {align, "delayMs", from}, {align, "delayMs", to}) <= -90);
  }
}

TEST("a ramp of 0.1 ms fails the same measure") {
  const Times short_times = Times::all(0.1);
  CHECK(jump_db(audible("eq"), {processor_path("eq"), "enabled", 0}, {processor_path("eq"), "enabled", 1}, short_times) > -90);
  CHECK(jump_db(audible("comp"), {processor_path("comp"), "enabled", 1}, {processor_path("comp"), "enabled", 0}, short_times) > -90);
  const std::string align = std::string(strip_path) + "/align";
  CHECK(jump_db({}, {align, "delayMs", 0.25}, {align, "delayMs", 10}, short_times) > -90);
}

}  // namespace
}  // namespace rowdesk
