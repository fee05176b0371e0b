#include "measurement/room.h"

#include <algorithm>
#include <cmath>

#include "measurement/octave_bands.h"

namespace rowdesk::measurement {

Room measure_room(const ImpulseResponse& response, const std::function<bool(double)>& covers, const SpeechToNoise& noise) {
  Room room;
  const std::vector<std::vector<float>> bands = octave_bands(response.values, response.rate);
  bool covers_speech = true;
  for (size_t band = 0; band < bands.size(); ++band) {
    const double middle_hz = exact_octave_hz(band);
    if (!covers(middle_hz)) {
      covers_speech = covers_speech && band == 0;
      continue;
    }
    // The filter has no delay, and begins to rise half a period before the sound.
    const size_t rise = std::min(response.arrival, static_cast<size_t>(0.5 * response.rate / middle_hz));
    const std::vector<float> from(bands[band].begin() + static_cast<std::ptrdiff_t>(response.arrival - rise), bands[band].end());
    const std::optional<DecayModel> model = model_decay(from, response.rate);
    if (!model) continue;
    room.curves.push_back({octaves_hz[band], schroeder_curve(from, *model)});
    room.reverberation.push_back({octaves_hz[band], reverberation_times(room.curves.back().curve_db, *model, response.rate)});
  }
  if (covers_speech) room.sti = sti_of(bands, response.rate, noise);
  return room;
}

}  // namespace rowdesk::measurement
