// Howling in virtual rooms: a strip into a main, its loudspeaker in a room, the room in the strip's microphone. The gain of
// the microphone rises by 0.5 dB per second.
//
// The stable gain is the gain at which the main has been above -12 dBFS for half a second. A howl is a frequency at which the
// loop, with the notches of that moment, is unstable and has had time to raise it by 6 dB. It grows from the moment on since
// which besides the component at the microphone is above -30 dBFS and 20 dB above what the source itself had there in the
// last half second: from then on it stands out. It is found when a notch over its frequency is placed or deepened, and early
// when that is before it stands out. It is late when that takes longer than half a second, and when it stood out for longer
// than that without a notch as the sweep ended. That is judged until all notches are used.
//
// The protection was tuned in the rooms 0 to 124. Judged are rooms that it has not met, each with sounds of its own.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>

#include "feedback/notch_fit.h"
#include "noise.h"
#include "rig.h"
#include "virtual_room.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr uint32_t block = 256;
constexpr double first_db = -2.0, last_db = 20.0, db_s = 0.5;
constexpr size_t heard_frames = 4096;
constexpr uint32_t judged_blocks = 8;
constexpr double judged_s = judged_blocks * block / rate;
constexpr double least_raised_db = 6.0, most_s = 0.5;
constexpr double most_late = 0.05;  // of all howls

std::vector<float> unscaled_source(const VirtualRoom& room) {
  constexpr size_t frames = 10 * 48000;
  if (room.source == 0) return white_noise(frames, room.seed, 1e-5f);
  if (room.source == 1) return pink_noise(frames, room.seed, 0.005f);
  if (room.source == 2) return babble(frames, room.seed);
  // A phrase of plucked notes.
  const double lowest_hz = 131.0 * std::pow(2.0, room.seed % 12 / 12.0);
  std::vector<float> sound(frames);
  for (size_t i = 0; i < frames; ++i) {
    const double time = static_cast<double>(i) / rate, since = std::fmod(time, 0.5);
    const double pitch = lowest_hz * std::pow(2.0, std::fmod(std::floor(time / 0.5) * 5.0, 12.0) / 12.0);
    for (int partial = 1; partial < 7; ++partial) {
      sound[i] += static_cast<float>(0.02 / partial * std::exp(-4.0 * since) * std::min(1.0, since / 0.01) *
                                     std::sin(2.0 * std::numbers::pi * pitch * partial * time));
    }
  }
  return sound;
}

std::vector<float> source_of(const VirtualRoom& room) {
  std::vector<float> sound = unscaled_source(room);
  const auto gain = static_cast<float>(std::pow(10.0, room.source_db / 20.0));
  for (float& sample : sound) sample *= gain;
  return sound;
}

// dB of the sine at this frequency in the sound, under a Hann window.
double level_at(std::span<const float> sound, double frequency_hz) {
  std::complex<double> sum;
  const double turn = 2.0 * std::numbers::pi / static_cast<double>(sound.size());
  const std::complex<double> step = std::polar(1.0, -2.0 * std::numbers::pi * frequency_hz / rate), window_step = std::polar(1.0, turn);
  std::complex<double> phase = 1.0, window_phase = 1.0;
  for (const float sample : sound) {
    sum += (0.5 - 0.5 * window_phase.real()) * sample * phase;
    phase *= step;
    window_phase *= window_step;
  }
  return 20.0 * std::log10(4.0 * std::abs(sum) / static_cast<double>(sound.size()) + 1e-12);
}

struct Swept {
  double stable_db = last_db;
  int early = 0, in_time = 0, late = 0;
  double slowest_s = 0.0;  // of those that were found
  double cost_db = 0.0;    // of the notches where the gain ended
  int howls() const { return early + in_time + late; }
};

// dB that notches take, as a mean over the octaves from 100 Hz to 10 kHz: `costDb` of the strip's report.
double cost_of(std::span<const Notch> notches) {
  constexpr int places = 80, per_octave = 12;
  double sum = 0.0;
  for (int place = 0; place < places; ++place) {
    for (const Notch& notch : notches) sum += notch_gain_db(notch, 100.0 * std::exp2(static_cast<double>(place) / per_octave));
  }
  return sum / places;
}

class Sweep {
 public:
  Sweep(const VirtualRoom& room, bool is_protected)
      : rig_(counts_of(1, 1)),
        response_(impulse_response(room, rate)),
        loop_(response_, block + room.latency, rate),
        convolution_(response_, block),
        source_(source_of(room)),
        delayed_(room.latency) {
    open_input_1(rig_);
    // What the desk makes of a sound between its gains of 0 dB.
    const Channels steady = rig_.render(9600, [](uint32_t channel, uint64_t) { return channel == 0 ? 0.1f : 0.0f; });
    desk_ = steady[0].back() / 0.1;
    if (is_protected) rig_.mixer.howl().configure(0, {.mode = HowlMode::suppress});
    is_protected_ = is_protected;
  }

  Swept run() {
    uint32_t loud_blocks = 0;
    std::vector<float> silence(block), microphone(block), loudspeaker(block), room(block);
    std::vector<std::vector<float>> outs(Rig::outputs, std::vector<float>(block));
    const float* in[Rig::inputs];
    std::fill(in, in + Rig::inputs, silence.data());
    in[0] = microphone.data();
    for (; gain_db() < last_db; frame_ += block) {
      convolution_.process(loudspeaker, room);
      delayed_.insert(delayed_.end(), room.begin(), room.end());
      const double gain = std::pow(10.0, gain_db() / 20.0) / desk_;
      for (uint32_t i = 0; i < block; ++i) {
        const float source = source_[(frame_ + i) % source_.size()];
        microphone[i] = source + static_cast<float>(gain * delayed_[i]);
      }
      delayed_.erase(delayed_.begin(), delayed_.begin() + block);
      heard_.insert(heard_.end(), microphone.begin(), microphone.end());
      if (heard_.size() > 4 * heard_frames) heard_.erase(heard_.begin(), heard_.end() - heard_frames);
      float* out[Rig::outputs];
      for (uint32_t channel = 0; channel < Rig::outputs; ++channel) out[channel] = outs[channel].data();
      rig_.call(in, out, block, RD_BLOCK_OFFLINE);
      loudspeaker = outs[0];
      const float peak = std::abs(*std::ranges::max_element(loudspeaker, {}, [](float sample) { return std::abs(sample); }));
      loud_blocks = peak > 0.25f ? loud_blocks + 1 : 0;
      if (loud_blocks * block > 0.5 * rate) {
        swept_.stable_db = gain_db() - 0.5 * db_s;
        break;
      }
      if (is_protected_ && frame_ / block % judged_blocks == judged_blocks - 1 && heard_.size() >= heard_frames) judge();
    }
    swept_.cost_db = cost_of(live());
    for (const auto& [hz, each] : unstable_) {
      if (notches_.size() == most_notches) break;
      swept_.late += each.grows_s >= 0.0 && !each.is_late && static_cast<double>(frame_) / rate - each.grows_s > most_s;
    }
    return swept_;
  }

 private:
  std::vector<Notch> live() {
    std::vector<Notch> notches;
    for (const HowlReport::Live& each : rig_.mixer.howl().report(0).notches) notches.push_back(each.notch);
    return notches;
  }
  double gain_db() const { return first_db + db_s * static_cast<double>(frame_) / rate; }

  struct Unstable {
    double raised_db;
    double grows_s;  // since when; below 0: not yet
    bool is_late;    // counted already
  };

  // As long as there is a free slot.
  void judge() {
    if (notches_.size() == most_notches) return;
    const double now_s = static_cast<double>(frame_ + block) / rate;
    const std::span<const float> heard(heard_.data() + heard_.size() - heard_frames, heard_frames);
    std::vector<float> played(6 * heard_frames);
    for (size_t i = 0; i < played.size(); ++i) {
      played[i] = source_[(frame_ + block + source_.size() - played.size() + i) % source_.size()];
    }
    const auto played_at = [&](double hz) {
      double loudest = -200.0;
      for (size_t part = 0; part < 6; ++part) {
        loudest = std::max(loudest, level_at(std::span(played).subspan(part * heard_frames, heard_frames), hz));
      }
      return loudest;
    };
    const std::vector<Notch> now = live();
    const auto is_met = [&](double hz) {
      return std::ranges::any_of(now, [&](const Notch& notch) {
        const bool covers = std::abs(std::log(hz / notch.frequency_hz)) * notch.q < 1.0;
        return covers && std::ranges::find(notches_, notch) == notches_.end();
      });
    };
    for (auto at = unstable_.begin(); at != unstable_.end();) {
      const Unstable& each = at->second;
      if (each.raised_db >= least_raised_db && is_met(at->first)) {
        const bool grows = each.grows_s >= 0.0;
        const double took = grows ? now_s - each.grows_s : 0.0;
        swept_.slowest_s = std::max(swept_.slowest_s, took);
        if (!each.is_late) ++(!grows ? swept_.early : took <= most_s ? swept_.in_time : swept_.late);
        at = unstable_.erase(at);
      } else {
        ++at;
      }
    }
    notches_ = now;
    std::map<double, Unstable> still;
    for (const auto& [hz, growth_db_s] : loop_.howls(std::pow(10.0, gain_db() / 20.0), notches_)) {
      const auto known = std::ranges::find_if(unstable_, [&](const auto& each) { return std::abs(each.first - hz) < 1.5; });
      Unstable each = known == unstable_.end() ? Unstable{0.0, -1.0, false} : known->second;
      each.raised_db += growth_db_s * judged_s;
      const double level = each.raised_db < least_raised_db ? -100.0 : level_at(heard, hz);
      const bool grows = level > -30.0 && level > played_at(hz) + 20.0;
      if (!grows) each.grows_s = -1.0;
      else if (each.grows_s < 0.0) each.grows_s = now_s;
      // What is not found at all is late once.
      if (each.grows_s >= 0.0 && now_s - each.grows_s > 2.0 && !each.is_late) {
        each.is_late = true;
        ++swept_.late;
      }
      still.emplace(hz, each);
    }
    unstable_ = still;
  }

  Rig rig_;
  const std::vector<float> response_;
  const LoopResponse loop_;
  Convolution convolution_;
  const std::vector<float> source_;
  std::vector<float> delayed_, heard_;
  double desk_ = 1.0;
  bool is_protected_ = false;
  uint64_t frame_ = 0;
  std::vector<Notch> notches_;
  std::map<double, Unstable> unstable_;
  Swept swept_;
};

uint32_t number_of(const char* variable, uint32_t otherwise) {
  const char* const wanted = std::getenv(variable);
  return wanted == nullptr || *wanted == '\0' ? otherwise : static_cast<uint32_t>(std::max(0, std::atoi(wanted)));
}

TEST("in virtual rooms of 20 howls 19 are found within half a second; the stable gain rises by a median of 7 dB and never falls") {
  // HOWL_ROOMS: so many of them; HOWL_FIRST_ROOM=0: those in which it was tuned. Four are too few for a median of 7 dB.
  const uint32_t first = number_of("HOWL_FIRST_ROOM", tuned_rooms), rooms = number_of("HOWL_ROOMS", check::is_brief() ? 4 : 20);
  std::vector<double> raised, costs;
  Swept all;
  for (uint32_t number = first; number < first + rooms; ++number) {
    const VirtualRoom room = virtual_room(number);
    const Swept bare = Sweep(room, false).run(), kept = Sweep(room, true).run();
    raised.push_back(kept.stable_db - bare.stable_db);
    costs.push_back(kept.cost_db);
    all.early += kept.early;
    all.in_time += kept.in_time;
    all.late += kept.late;
    all.slowest_s = std::max(all.slowest_s, kept.slowest_s);
    CHECK(raised.back() >= 0.0);
    if (check::is_brief()) continue;
    std::printf("     %s: %.1f dB, then %.1f dB at a cost of %.1f dB; %d howls found early, %d in time, %d late, the slowest after %.2f s\n", room.name.c_str(),
                bare.stable_db, kept.stable_db, kept.cost_db, kept.early, kept.in_time, kept.late, kept.slowest_s);
  }
  if (raised.empty()) return;
  std::ranges::sort(raised);
  std::ranges::sort(costs);
  std::printf("     %zu rooms: stable gain raised by %.1f to %.1f dB, median %.1f, at a median cost of %.1f dB; of %d howls %d found early, %d in time, %d late, "
              "the slowest after %.2f s\n",
              raised.size(), raised.front(), raised.back(), raised[raised.size() / 2], costs[costs.size() / 2], all.howls(), all.early, all.in_time, all.late,
              all.slowest_s);
  CHECK(raised[raised.size() / 2] >= (rooms < 20 ? 5.0 : 7.0));
  CHECK(all.howls() >= static_cast<int>(4 * rooms));
  CHECK(all.late <= most_late * all.howls());
}

}  // namespace
}  // namespace rowdesk
