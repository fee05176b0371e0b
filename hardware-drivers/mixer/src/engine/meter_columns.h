// The columns of meters: a strip's row has a float for each leg of each column, linear at full scale 1 unless the name
// has another unit. A processor adds a column by its name in Processors::meters.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "processors/processors.h"

namespace rowdesk {

// How several reads of a column become one.
enum class Fold : uint8_t { max, min, last };
constexpr std::string_view fold_names[] = {"max", "min", "last"};  // in the order of Fold

struct MeterColumn {
  std::string_view name;
  uint32_t legs;  // floats in a row; the second is 0 in a strip of one leg
  Fold fold;
};

constexpr uint32_t pre_peak_at = 0;   // sample peak at Post-Trim
constexpr uint32_t post_peak_at = 2;  // sample peak at Post-Fader
constexpr uint32_t rms_at = 4;        // at Post-Fader, AES17: a full-scale sine is 1.0; time constant 300 ms
constexpr uint32_t top_peak_at = 6;   // sample peak at Top-Of-Ch
constexpr uint32_t processor_meters_at = 8;

constexpr auto meter_columns = [] {
  std::array<MeterColumn, 4 + processor_meters> columns{
      {{"prePeak", 2, Fold::max}, {"postPeak", 2, Fold::max}, {"rms", 2, Fold::last}, {"topPeak", 2, Fold::max}}};
  for (uint32_t i = 0; i < processor_meters; ++i) columns[4 + i] = {Processors::meters[i], 1, Fold::min};
  return columns;
}();

// Floats of a strip's row.
constexpr uint32_t meter_floats = [] {
  uint32_t sum = 0;
  for (const MeterColumn& column : meter_columns) sum += column.legs;
  return sum;
}();

// The position of a column's first leg in a row.
consteval uint32_t meter_at(std::string_view name) {
  uint32_t at = 0;
  for (const MeterColumn& column : meter_columns) {
    if (column.name == name) return at;
    at += column.legs;
  }
  throw std::invalid_argument("there is no such column");
}

static_assert(meter_at("prePeak") == pre_peak_at && meter_at("postPeak") == post_peak_at);
static_assert(meter_at("rms") == rms_at && meter_at("topPeak") == top_peak_at);
static_assert(meter_floats == processor_meters_at + processor_meters);

}  // namespace rowdesk
