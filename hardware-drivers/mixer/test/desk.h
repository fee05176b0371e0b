// A whole desk whose buses can be heard one by one: what is heard of a bus is its Post-Trim, as the cue takes it (PFL,
// at 0 dB), on the device's outputs 5 and 6.
#pragma once

#include <string>
#include <vector>

#include "rig.h"

namespace rowdesk {

inline constexpr double half_power = 0.70710678118654752;

class Desk : public Rig {
 public:
  static constexpr uint32_t left = 4, right = 5;  // where the cue plays

  explicit Desk(std::string_view kernel = "", const Times& times = {}, double rate = 48000.0,
                const std::string& runtime_folder = "");

  // Channel n-1 of the device on input n, and its fader up; no input is in the main.
  void feed(int input);

  // The value of a StripRef.
  double ref(std::string_view path);
  void set_ref(std::string_view path, std::string_view field, std::string_view strip);
  void set_refs(std::string_view path, std::string_view field, const std::vector<std::string_view>& list);
  void set_list(std::string_view path, std::string_view field, const std::vector<double>& values);
  void send(std::string_view from, std::string_view to, double level_db, double tap_point = tap_post_fader, double pan = 0);

  // What the legs of a strip have at Top-Of-Ch when all is at rest; one leg reads the same on both.
  struct Legs {
    double left, right;
  };
  Legs hear(std::string_view path, const Sound& sound);
  // Of both strips of a linked pair at once.
  Legs hear_pair(std::string_view left, std::string_view right, const Sound& sound);

  static std::string name(const char* kind, int index);

 private:
  bool mixer_is_linked(const StripPlace& strip);
};

// Each channel of the device a value of its own: 0.01 for the first, 0.02 for the second ...
Sound each_its_own();

}  // namespace rowdesk
