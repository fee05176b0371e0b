#include "rack.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

#include "command.h"
#include "events.h"
#include "faults.h"
#include "formats.h"
#include "measured_latency.h"

namespace rowdesk::plugins {
namespace {

/** The same pointer for the same text, as long as the process: reports of a crash use it. */
const char* interned(const std::string& text) {
  static std::set<std::string> all;
  return all.insert(text).first->c_str();
}

double number_of(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) throw Refusal(text + " is not a number");
  return number;
}

double id_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string contents_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/** Whole or not at all. */
void write_file(const std::string& file, const std::string& text) {
  const std::string other = file + ".new";
  const int out = open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) throw Refusal(file + " can't be written");
  bool is_written = true;
  for (size_t at = 0; at < text.size() && is_written;) {
    const ssize_t length = write(out, text.data() + at, text.size() - at);
    is_written = length > 0;
    if (is_written) at += static_cast<size_t>(length);
  }
  is_written = is_written && fsync(out) == 0;
  close(out);
  if (!is_written || rename(other.c_str(), file.c_str()) != 0) throw Refusal(file + " can't be written");
}

void refuse(const std::string& id, const std::string& place, const std::string& reason) {
  send(event("refused").number("id", id_of(id)).text("place", place).text("reason", reason));
}

/** A plugin that asks for it in each new instance would never end. */
constexpr int most_wishes = 3;
/** For a slot that the mixer is about to make, in ns. */
constexpr uint64_t longest_wait_ns = 3'000'000'000;

}  // namespace

Rack::Rack(RackOptions options) : options_(std::move(options)), thread_(options_.number) {}

Rack::Call::Call(Rack& rack, const char* place) : rack_(rack), blame_(place) {
  rack_.called_since_ns_.store(Instant::now().wall_ns);
  rack_.called_.store(place);
}

bool Rack::obey(const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  const std::string& verb = words[0];
  const auto has = [&](size_t count) { return words.size() == count; };
  try {
    if (verb == "stop" && has(1)) return false;
    if (verb == "load" && has(7)) {
      load(words);
    } else if (verb == "value" && has(4)) {
      known(words[1]).new_values[words[2]] = number_of(words[3]);
    } else if (verb == "property" && has(5)) {
      known(words[1]).new_properties.push_back({words[2], words[3], words[4]});
    } else if (verb == "commit" && has(4)) {
      commit(known(words[2]), words[1], words[3] == "leap");
    } else if (verb == "preset" && has(4)) {
      Place& place = known(words[2]);
      place.preset = words[3];
      leap(place, words[1]);
    } else if (verb == "believe" && has(2)) {
      known(words[1]).is_believed = true;
    } else if (verb == "unload" && has(3)) {
      unload(words[1], words[2]);
    } else if (verb == "save" && has(4)) {
      save(known(words[2]), words[1], words[3]);
    } else if (verb == "readings" && has(3)) {
      known(words[1]).has_readings = words[2] == "1";
    } else {
      throw Refusal("no such command");
    }
  } catch (const std::exception& error) {
    // Commands with an id have it before the place.
    const bool has_id = words.size() > 2 && verb != "value" && verb != "property" && verb != "believe" && verb != "readings";
    const size_t at = has_id ? 2 : 1;
    refuse(has_id ? words[1] : "", words.size() > at ? words[at] : "", error.what());
  }
  return true;
}

Rack::Place& Rack::known(const std::string& name) {
  const auto found = places_.find(name);
  if (found == places_.end()) throw Refusal("no plugin was loaded for " + name);
  return *found->second;
}

/** The plugin of before sounds on until the commit. */
void Rack::load(const std::vector<std::string>& words) {
  const std::string& name = words[2];
  if (auto& format = formats_[words[3]]; !format) format = make_format(words[3]);
  if (name.empty() || name.find_first_of("/.\"\\") != std::string::npos) throw Refusal("no such place: " + name);
  const std::lock_guard lock(guard_);
  auto& place = places_[name];
  if (!place) place = std::make_unique<Place>(interned(name));
  place->format = words[3];
  place->uri = words[4];
  place->bundle = words[5];
  place->state_file = words[6] == "-" ? "" : words[6];
  place->values.clear();
  place->new_values.clear();
  place->new_properties.clear();
  place->preset.clear();
  place->is_believed = false;
  place->kept_state.reset();
  place->is_new = true;
  // The commit that follows says how it went.
  send(event("done").number("id", id_of(words[1])).text("place", name));
}

void Rack::commit(Place& place, const std::string& id, bool is_leap) {
  place.wishes = 0;
  if (place.is_new || is_leap || place.voice == nullptr) return leap(place, id);
  set(place);
  say_done(place, id);
}

/** One value is set as it is: plugins smooth what they are turned to. */
void Rack::set(Place& place) {
  const Blame blame(place.name);
  std::string unknown;
  for (const auto& [symbol, number] : place.new_values) {
    place.values[symbol] = number;
    for (const auto& plugin : place.voice->plugins()) {
      if (!plugin->set_value(symbol, number)) unknown = symbol;
    }
  }
  for (const auto& property : place.new_properties) {
    for (const auto& plugin : place.voice->plugins()) {
      if (!plugin->set_property(property)) unknown = property.uri;
    }
  }
  const bool has_changed_state = !place.new_properties.empty();
  place.new_values.clear();
  place.new_properties.clear();
  if (has_changed_state) send(event("state-changed").text("place", place.name));
  if (!unknown.empty()) throw Refusal("the plugin takes no such value of " + unknown);
}

void Rack::leap(Place& place, const std::string& id) {
  if (!place.lane) {
    place.is_wanted = true;
    place.waiting_id = id;
    place.waiting_since_ns = Instant::now().wall_ns;
    follow_slots();
    return;
  }
  const std::string state = place.is_new ? contents_of(place.state_file) : state_of(place);
  const std::string preset = std::exchange(place.preset, "");
  if (place.is_new) measure(place, place.lane->slot(), state, preset);
  renew(place, state, preset);
  place.is_new = false;
  if (!preset.empty()) send(event("state-changed").text("place", place.name));
  say_done(place, id);
}

void Rack::renew(Place& place, const std::string& state, const std::string& preset) {
  std::unique_ptr<Voice> voice = make_voice(place, place.lane->slot(), state, preset);
  const std::lock_guard lock(guard_);
  place.voice = voice.get();
  place.lane->play(std::move(voice));
}

std::vector<std::unique_ptr<Plugin>> Rack::make_plugins(Place& place, const SlotMap& slot, const std::string& state,
                                                        const std::string& preset) {
  PluginFormat& format = *formats_.at(place.format);
  PluginRequest request{place.uri, place.bundle, static_cast<double>(slot.rate_hz()), slot.block_frames(), ""};
  if (!options_.state_folder.empty()) request.files_folder = options_.state_folder + "/" + place.name + ".files";
  for (const auto& [symbol, number] : place.new_values) place.values[symbol] = number;
  place.new_values.clear();

  std::vector<std::unique_ptr<Plugin>> plugins;
  plugins.push_back(format.load(request));
  const uint32_t instances = instances_for(plugins[0]->ports(), slot.legs());
  while (plugins.size() < instances) plugins.push_back(format.load(request));
  for (const auto& plugin : plugins) {
    plugin->restore(state);
    if (!preset.empty()) plugin->load_preset(preset);
    // A value that this version of the plugin has no parameter for is left out.
    for (const auto& [symbol, number] : place.values) plugin->set_value(symbol, number);
    for (const auto& property : place.new_properties) plugin->set_property(property);
    plugin->activate();
  }
  return plugins;
}

std::unique_ptr<Voice> Rack::make_voice(Place& place, const SlotMap& slot, const std::string& state, const std::string& preset) {
  const Call call(*this, place.name);
  auto voice = std::make_unique<Voice>(make_plugins(place, slot, state, preset), slot.legs(), slot.block_frames());
  place.new_properties.clear();
  voice->correct_latency(place.correction);
  // A block of silence: the plugin says its latency then, and has touched its memory. What is not finite in it is no fault yet: it
  // is one in the first block that would be heard.
  std::vector<float> memory(size_t{4} * slot.block_frames());
  float* legs[4];
  for (size_t i = 0; i < 4; ++i) legs[i] = memory.data() + i * slot.block_frames();
  voice->process(legs, nullptr, legs + 2, slot.block_frames());
  return voice;
}

/** With another instance: what an impulse leaves in a plugin is not heard. It ends before the one that is heard is made. */
void Rack::measure(Place& place, const SlotMap& slot, const std::string& state, const std::string& preset) {
  place.correction = 0;
  if (place.is_believed) return;
  const Call call(*this, place.name);
  Voice voice(make_plugins(place, slot, state, preset), slot.legs(), slot.block_frames());
  const auto measured = measure_latency(voice, slot.legs(), slot.rate_hz(), slot.block_frames());
  const uint32_t told = voice.latency_frames();
  place.correction = latency_correction(measured, told);
  if (place.correction == 0) return;
  send(event("measured").text("place", place.name).number("toldFrames", told).number("measuredFrames", *measured));
}

/** '' of a plugin without state, or that refuses to say it. */
std::string Rack::state_of(const Place& place) const {
  if (place.voice == nullptr) return place.kept_state ? *place.kept_state : contents_of(place.state_file);
  const Blame blame(place.name);
  return place.voice->plugins().front()->save();
}

void Rack::follow_slots() {
  if (!wake_ || !wake_->is_current()) {
    if (auto wake = WakeMap::open(options_.inserts_folder)) {
      wake_ = std::move(wake);
      follow_lanes();
    }
  }
  for (auto& [name, place] : places_) {
    if (place->lane) {
      place->lane->take_ended();
      if (place->lane->slot().is_current()) continue;
      place->kept_state = place->is_new ? contents_of(place->state_file) : state_of(*place);
      close_lane(*place);
    }
    if (!place->is_wanted) continue;
    if (auto slot = SlotMap::open(options_.inserts_folder, options_.slots_folder, name); slot && slot->is_current()) open_lane(*place, std::move(slot));
    // The plugin still begins when the mixer has a slot for it.
    if (!place->waiting_id.empty() && Instant::now().wall_ns - place->waiting_since_ns > longest_wait_ns) {
      refuse(std::exchange(place->waiting_id, ""), name, "the mixer has no place for it yet");
    }
  }
}

/** A slot that is new, or another one for the same place. */
void Rack::open_lane(Place& place, std::unique_ptr<SlotMap> slot) {
  const std::string id = std::exchange(place.waiting_id, "");
  try {
    const std::string state = place.kept_state ? *place.kept_state : contents_of(place.state_file);
    const std::string preset = std::exchange(place.preset, "");
    measure(place, *slot, state, preset);
    std::unique_ptr<Voice> voice = make_voice(place, *slot, state, preset);
    {
      const std::lock_guard lock(guard_);
      place.is_new = false;
      place.kept_state.reset();
      place.voice = voice.get();
      place.lane = std::make_shared<Lane>(place.name, std::move(slot), options_.number);
      place.lane->play(std::move(voice));
      place.has_said_fault = false;
      place.seen_busy_ns = 0;
    }
    follow_lanes();
    if (!id.empty()) say_done(place, id);
  } catch (const std::exception& error) {
    // Only another load tries again: the same plugin in the same slot would fail again.
    place.is_wanted = false;
    refuse(id, place.name, error.what());
  }
}

void Rack::close_lane(Place& place) {
  if (!place.lane) return;
  place.lane->close();
  std::shared_ptr<Lane> lane;
  {
    const std::lock_guard lock(guard_);
    lane = std::move(place.lane);
    place.lane.reset();
    place.voice = nullptr;
  }
  lane->slot().withdraw(options_.number);
  follow_lanes();
  // The plugins end here, when nothing runs them.
  const Blame blame(place.name);
  lane.reset();
}

void Rack::follow_lanes() {
  std::vector<std::shared_ptr<Lane>> lanes;
  for (const auto& [name, place] : places_) {
    if (place->lane) lanes.push_back(place->lane);
  }
  thread_.follow(wake_, std::move(lanes));
}

void Rack::unload(const std::string& id, const std::string& name) {
  Place& place = known(name);
  close_lane(place);
  const std::lock_guard lock(guard_);
  places_.erase(name);
  send(event("done").number("id", id_of(id)).text("place", name).number("latencyFrames", 0).number("instances", 0));
}

void Rack::save(Place& place, const std::string& id, const std::string& file) {
  write_file(file, state_of(place));
  send(event("saved").number("id", id_of(id)).text("place", place.name));
}

void Rack::serve_plugins() {
  for (const auto& [name, place] : places_) {
    // A plugin that another one is about to replace has nothing to say any more.
    if (place->voice == nullptr || place->is_new || place->lane->fault() != Lane::Fault::none) continue;
    bool is_to_renew = false;
    {
      const Call call(*this, place->name);
      for (const auto& plugin : place->voice->plugins()) is_to_renew |= plugin->serve();
    }
    if (!is_to_renew || ++place->wishes > most_wishes) continue;
    try {
      renew(*place, state_of(*place), "");
    } catch (const std::exception& error) {
      fprintf(stderr, "%s: its plugin asked to be made anew: %s\n", name.c_str(), error.what());
    }
  }
}

void Rack::leave_slots() {
  for (const auto& [name, place] : places_) {
    if (!place->lane) continue;
    place->lane->close();
    place->lane->slot().withdraw(options_.number);
  }
}

void Rack::save_all() {
  for (const auto& [name, place] : places_) {
    if (place->state_file.empty() || place->voice == nullptr) continue;
    try {
      write_file(place->state_file, state_of(*place));
    } catch (const std::exception& error) {
      fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    }
  }
}

void Rack::say_done(Place& place, const std::string& id) {
  const uint32_t latency = place.voice->latency_frames();
  place.said_latency = latency;
  send(event("done").number("id", id_of(id)).text("place", place.name)
           .number("latencyFrames", latency).number("instances", static_cast<double>(place.voice->plugins().size())));
}

}  // namespace rowdesk::plugins
