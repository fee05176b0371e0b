// What a rack's watching thread does: it says what is new, and ends the process of a plugin that does not return.
#include <algorithm>

#include "events.h"
#include "faults.h"
#include "rack.h"

namespace rowdesk::plugins {
namespace {

constexpr uint64_t ms = 1'000'000;
constexpr uint64_t longest_block_ns = 250 * ms;
/** Of the time between two looks so much counts. */
constexpr uint64_t longest_step_ns = 40 * ms;
constexpr uint64_t readings_every_ns = 100 * ms;
constexpr uint64_t load_every_ns = 500 * ms;

}  // namespace

uint64_t SeenTime::since(uint64_t began_ns, uint64_t step_ns) noexcept {
  seen_ns_ = began_ns == began_ns_ ? seen_ns_ + step_ns : 0;
  began_ns_ = began_ns;
  return seen_ns_;
}

void Rack::watch() {
  const uint64_t now = Instant::now().wall_ns;
  const uint64_t step_ns = std::min(now - looked_ns_, longest_step_ns);
  looked_ns_ = now;
  const char* const called = called_.load();
  const uint64_t longest_call_ns = options_.longest_call_s * 1'000 * ms;
  const uint64_t called_ns = seen_call_.since(called == nullptr ? 0 : called_since_ns_.load(), step_ns);
  if (called != nullptr && called_ns > longest_call_ns && called == called_.load()) {
    const std::string words = "it has not returned for " + std::to_string(options_.longest_call_s) + " s";
    write_fault(called, "hang", words.c_str());
    end_process(1);
  }
  const std::lock_guard lock(guard_);
  watch_returns(step_ns);
  say_faults();
  const bool has_readings = now - readings_ns_ >= readings_every_ns;
  if (has_readings) readings_ns_ = now;
  say_news(has_readings);
  if (now - load_ns_ >= load_every_ns) {
    say_load(load_ns_ == 0 ? 0 : now - load_ns_);
    load_ns_ = now;
  }
}

void Rack::watch_returns(uint64_t step_ns) {
  for (const auto& [name, place] : places_) {
    const uint64_t since = place->lane ? place->lane->busy_since_ns() : 0;
    if (place->seen_block.since(since, step_ns) <= longest_block_ns || since == 0) continue;
    write_fault(place->name, "hang", "it has not returned for 250 ms");
    end_process(1);
  }
}

void Rack::say_faults() {
  for (const auto& [name, place] : places_) {
    if (!place->lane || place->has_said_fault || place->lane->fault() == Lane::Fault::none) continue;
    place->has_said_fault = true;
    const bool is_late = place->lane->fault() == Lane::Fault::late;
    write_fault(place->name, is_late ? "late" : "not-finite",
                is_late ? "it took longer than its block lasts, 3 times in 8" : "it gave values that are not finite");
  }
}

void Rack::say_news(bool has_readings) {
  for (const auto& [name, place] : places_) {
    if (place->voice == nullptr) continue;
    if (const uint32_t latency = place->lane->latency_frames(); latency != place->said_latency) {
      place->said_latency = latency;
      send(event("latency").text("place", name).number("frames", latency));
    }
    if (!has_readings) continue;
    Json values, properties;
    bool has_changed_state = false;
    const Blame blame(place->name);
    Plugin& plugin = *place->voice->plugins().front();
    plugin.take_news({[&](const std::string& symbol, double number) { values.number(symbol, number); },
                      [&](const Property& property) {
                        if (property.type == "boolean") {
                          properties.boolean(property.uri, property.text == "true");
                        } else if (property.type == "integer" || property.type == "number") {
                          properties.number(property.uri, std::strtod(property.text.c_str(), nullptr));
                        } else {
                          properties.text(property.uri, property.text);
                        }
                      },
                      [&] { has_changed_state = true; }});
    if (!values.is_empty() || !properties.is_empty()) {
      send(event("changed").text("place", name).object("values", values).object("properties", properties));
    }
    if (has_changed_state) send(event("state-changed").text("place", name));
    if (!place->has_readings) continue;
    Json readings;
    plugin.readings([&](const std::string& symbol, double number) { readings.number(symbol, number); });
    if (!readings.is_empty()) send(event("readings").text("place", name).object("values", readings));
  }
}

void Rack::say_load(uint64_t since_ns) {
  Json places;
  double sum = 0;
  for (const auto& [name, place] : places_) {
    if (!place->lane) continue;
    const uint64_t busy = place->lane->busy_ns();
    const double percent = since_ns == 0 ? 0 : 100.0 * static_cast<double>(busy - place->seen_busy_ns) / static_cast<double>(since_ns);
    place->seen_busy_ns = busy;
    sum += percent;
    places.number(name, percent);
  }
  send(event("load").number("percent", sum).object("places", places));
}

}  // namespace rowdesk::plugins
