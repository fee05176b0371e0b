#include "busy_desk.h"

#include <algorithm>
#include <ctime>

#include "../test/field_file.h"
#include "../test/processor_file.h"

namespace rowdesk {
namespace {

constexpr uint32_t channels = 32;
constexpr double send_db = -20.0;

// Of this thread: other load on the machine makes little difference.
double thread_us() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

KindCounts counts_of(const BusyDesk::Content& content) {
  KindCounts counts{};
  counts[static_cast<uint32_t>(Kind::input)] = content.inputs;
  counts[static_cast<uint32_t>(Kind::mix)] = content.mixes;
  counts[static_cast<uint32_t>(Kind::main)] = 1;
  return counts;
}

Mixer::Options options_of(const Kernel& kernel, const BusyDesk::Content& content) {
  Mixer::Options options{&kernel, false, {}, built_in_processors(), built_in_fields()};
  options.most_strips = std::max(options.most_strips, content.inputs + content.mixes + 1);
  options.runtime_folder = content.runtime_folder;
  return options;
}

}  // namespace

BusyDesk::BusyDesk(const Kernel& kernel, const Content& content)
    : mixer_(counts_of(content), options_of(kernel, content)), inputs_(content.inputs) {
  std::vector<std::pair<int32_t, int32_t>> sources{{-1, -1}};
  for (int32_t channel = 0; channel < static_cast<int32_t>(channels); ++channel) sources.push_back({channel, -1});
  mixer_.connect(sources, {});
  mixer_.open(true, 0, Reason::startup);
  set("/channel/main/1", "levelDb", 0);
  for (uint32_t mix = 1; content.has_pairs && mix < content.mixes; mix += 2) {
    set("/channel/mix/" + std::to_string(mix), "stereoLink", 1);
  }
  for (uint32_t n = 1; n <= content.inputs; ++n) arrange("/channel/input/" + std::to_string(n), n, content);
  mixer_.apply(revision_, slots_, values_);
  mixer_.processor()->prepare(&mixer_, block_rate, block_frames, channels, 2);
  make_noise();
  run(3000);  // past all windows, gates open, caches warm
}

void BusyDesk::notch_inputs() {
  std::vector<Notch> notches;
  for (uint32_t n = 0; n < most_notches; ++n) notches.push_back({200.0 * (n + 1), 30.0, -6.0});
  for (uint32_t strip = 0; strip < inputs_; ++strip) {
    mixer_.notch(strip, notches);
    run(1);
  }
  run(3000);
}

double BusyDesk::run(uint32_t blocks) {
  const double begin = thread_us();
  for (uint32_t block = 0; block < blocks; ++block) {
    const float* in[channels];
    for (uint32_t channel = 0; channel < channels; ++channel) {
      in[channel] = noise_.data() + (block * block_frames + channel * 577) % (noise_.size() - block_frames);
    }
    float* out[] = {out_, out_ + block_frames};
    const rd_block_time time = {sizeof time, RD_ABI, 0, 0, 0, RD_BLOCK_OFFLINE, 0};
    mixer_.processor()->process(&mixer_, in, out, block_frames, &time);
  }
  return (thread_us() - begin) / blocks;
}

double BusyDesk::median() {
  std::vector<double> runs;
  for (int i = 0; i < 41; ++i) runs.push_back(run(64));
  std::ranges::nth_element(runs, runs.begin() + 20);
  return runs[20];
}

void BusyDesk::recall(double db, float fade_ms) {
  for (const size_t place : levels_) values_[place] = db;
  commit(slots_, values_, fade_ms);
}

void BusyDesk::set_sends(double db, float fade_ms) {
  commit(send_levels_, std::vector<double>(send_levels_.size(), db), fade_ms);
}

void BusyDesk::set_pans(double pan) { commit(send_pans_, std::vector<double>(send_pans_.size(), pan), 0.0f); }

void BusyDesk::commit(const std::vector<Slot>& slots, std::vector<double> values, float fade_ms) {
  committer_ = std::jthread([this, &slots, values = std::move(values), fade_ms, revision = ++revision_] {
    mixer_.apply(revision, slots, values, std::vector<float>(fade_ms > 0.0f ? slots.size() : 0, fade_ms));
  });
}

void BusyDesk::record_inputs() {
  std::vector<RecordTrack> tracks;
  for (uint32_t strip = 0; strip < inputs_; ++strip) tracks.push_back({strip, tap_top_of_channel, RD_RECORD_TRACK});
  mixer_.record(std::move(tracks));
  mixer_.flush();
}

void BusyDesk::play_inputs() {
  mixer_.make_play_ring(inputs_);
  PlayedSources played{std::vector<int32_t>(mixer_.layout().lanes(), PlayedSources::none), 1};
  for (uint32_t input = 0; input < inputs_; ++input) played.lanes[input] = static_cast<int32_t>(input);
  mixer_.play(std::move(played));
  mixer_.flush();
}

double BusyDesk::run_to_commit() {
  const uint64_t before = mixer_.commit_work();
  double us = 0.0;
  while (mixer_.commit_work() == before) us = run(1);
  return us;
}

void BusyDesk::set(const std::string& path, const std::string& field, double value) {
  slots_.push_back(mixer_.addresses().find(path, field));
  values_.push_back(value);
}

void BusyDesk::arrange(const std::string& strip, uint32_t n, const Content& content) {
  const auto set_level = [&](const std::string& path) {
    levels_.push_back(slots_.size());
    set(path, "levelDb", send_db);
  };
  set(strip, "sourceId", 1 + n % channels);
  set_level(strip);
  for (uint32_t mix = 1; content.has_sends && mix <= content.mixes; mix += content.has_pairs ? 2 : 1) {
    const std::string send = strip + "/sends/mix/" + std::to_string(mix);
    set_level(send);
    send_levels_.push_back(slots_.back());
    if (content.has_pairs) send_pans_.push_back(mixer_.addresses().find(send, "pan"));
  }
  if (!content.has_processors) return;
  const std::string chain = strip + "/chain/processors/";
  for (const char* id : {"hpf", "gate", "eq", "comp"}) set(chain + id, "enabled", 1);
  set(chain + "hpf/values", "slope", 2);
  for (int band = 1; band <= 4; ++band) set(chain + "eq/values", "band" + std::to_string(band) + "GainDb", band % 2 ? 4 : -4);
  set(chain + "gate/values", "thresholdDb", -60);
  set(chain + "comp/values", "thresholdDb", -40);
  set(strip + "/align", "delayMs", 5);
}

// P. Kellet's economy filter on white noise.
void BusyDesk::make_noise() {
  uint32_t seed = 1;
  double b0 = 0, b1 = 0, b2 = 0;
  for (float& sample : noise_) {
    seed = seed * 1664525u + 1013904223u;
    const double white = seed / 2147483648.0 - 1.0;
    b0 = 0.99765 * b0 + white * 0.0990460;
    b1 = 0.96300 * b1 + white * 0.2965164;
    b2 = 0.57000 * b2 + white * 1.0526913;
    sample = static_cast<float>(0.05 * (b0 + b1 + b2 + white * 0.1848));
  }
}

}  // namespace rowdesk
