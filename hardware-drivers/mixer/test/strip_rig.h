// One input strip, heard alone and undamped on output 1: what its processors do to a sound.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "rig.h"

namespace rowdesk {

inline constexpr std::string_view strip_path = "/channel/input/1";

std::string processor_path(std::string_view id, std::string_view strip = strip_path);
std::string values_path(std::string_view id, std::string_view strip = strip_path);

// The processorIds of a strip's inserts, in the order of the sound.
std::vector<std::string> inserts_of(Rig& rig, std::string_view strip = strip_path);
// True for an insert with this parameter on a strip.
bool has_parameter(Rig& rig, std::string_view id, std::string_view symbol, std::string_view strip = strip_path);

struct Setting {
  const char* symbol;
  double value;
};
void turn_on(Rig& rig, std::string_view id, std::initializer_list<Setting> settings, std::string_view strip = strip_path);

// The number of a choice, as its field is written.
double choice(Rig& rig, std::string_view path, std::string_view field, std::string_view name);

// Channel 1 on input/1 at 0 dB, left: what goes in comes out.
void open_strip(Rig& rig, std::string_view strip = strip_path);

// The magnitudes at some frequencies of what an impulse made, in dB.
std::vector<double> responses_db(const std::vector<float>& made, const std::vector<double>& frequencies_hz, double rate,
                                 double amplitude = 0.05);
double response_db(const std::vector<float>& made, double frequency_hz, double rate, double amplitude = 0.05);

// Third octaves from 20 Hz to 20 kHz, and what is asked for besides.
std::vector<double> frequencies(std::initializer_list<double> also = {});

}  // namespace rowdesk
