// The one table from (address, field) to a parameter of the mixer. Values are wanted and observed by slot.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layout.h"

namespace rowdesk {

using Slot = uint32_t;
inline constexpr Slot no_slot = ~0u;

enum class Parameter : uint32_t { level_db, muted, pan, trim_db, polarity_inverted, main_assigned, source_id };
inline constexpr uint32_t parameter_count = 7;

enum class PanicScope : uint32_t { none, mains, all };

// What a value is on the side of JavaScript; here it is always a number: 0 or 1, the number of a source, a PanicScope.
enum class Type : uint8_t { number, boolean, source, panic_scope };

struct Field {
  const char* name;
  Type type;
  double minimum;
  double maximum;
};

struct Address {
  Slot slot;
  std::string path;
  const Field* field;
  double initial;
};

class Addresses {
 public:
  explicit Addresses(const Layout& layout);

  const std::vector<Address>& all() const { return all_; }
  // Slots are 0 to size() - 1; not each of them has an address.
  uint32_t size() const { return size_; }
  // no_slot when there is none.
  Slot find(std::string_view path, std::string_view field) const;

  static Slot slot_of(uint32_t strip, Parameter parameter) {
    return strip * parameter_count + static_cast<uint32_t>(parameter);
  }
  Slot panic() const { return size_ - 1; }
  static uint32_t strip_of(Slot slot) { return slot / parameter_count; }
  static Parameter parameter_of(Slot slot) { return static_cast<Parameter>(slot % parameter_count); }

 private:
  std::vector<Address> all_;
  uint32_t size_;
};

}  // namespace rowdesk
