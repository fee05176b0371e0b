#include "setup.h"

#include <cmath>

namespace rowdesk::stagebox {

double gain_of_db(double db) { return db <= -144 ? 0 : std::pow(10, db / 20); }

double amplitude_of(const InputSetup& input) {
  const double level = input.signal == Signal::file ? 1 : gain_of_db(input.level_dbfs);
  return level * std::pow(10, (input.gain_db - (input.pad ? 20 : 0)) / 20);
}

}  // namespace rowdesk::stagebox
