#include "probe.h"

#include <rowdesk/denormals.h>
#include <rowdesk/noise.h>

#include <vector>

#include "events.h"
#include "faults.h"
#include "formats.h"
#include "lane.h"
#include "measured_latency.h"
#include "voice.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t rate_hz = 48000;
constexpr uint32_t block_frames = 64;
constexpr uint32_t blocks = rate_hz / block_frames;
/** A plugin for less than half of its time: others run beside it. */
constexpr double most_mean_us = 0.5 * 1e6 * block_frames / rate_hz;
/** -20 dBFS, as white noise. */
constexpr double level = 0.1;

Json probed(const std::string& format, const std::string& uri, const std::string& bundle) {
  const std::unique_ptr<PluginFormat> maker = make_format(format);
  std::vector<std::unique_ptr<Plugin>> plugins;
  plugins.push_back(maker->load({uri, bundle, rate_hz, block_frames, ""}));
  const uint32_t legs = plugins[0]->ports().inputs == 1 ? 1 : 2;
  instances_for(plugins[0]->ports(), legs);
  plugins[0]->activate();
  Voice voice(std::move(plugins), legs, block_frames);
  std::vector<float> memory(size_t{4} * block_frames);
  float* buffers[4];
  for (size_t i = 0; i < 4; ++i) buffers[i] = memory.data() + i * block_frames;
  uint64_t seed = 1;
  uint64_t busy_ns = 0;
  const NoDenormals no_denormals;
  for (uint32_t block = 0; block < blocks; ++block) {
    for (uint32_t i = 0; i < 2 * block_frames; ++i) memory[i] = static_cast<float>(level * rd_white_noise(&seed));
    const uint64_t before = Instant::now().processor_ns;
    if (!voice.process(buffers, buffers[0], buffers + 2, block_frames)) throw Refusal("it gives values that are not finite");
    busy_ns += Instant::now().processor_ns - before;
  }
  const double mean_us = static_cast<double>(busy_ns) / 1000 / blocks;
  if (mean_us > most_mean_us) {
    const std::string took = std::to_string(static_cast<int>(mean_us));
    // On a busy machine processors are shared, and slower.
    send(Json().boolean("ok", false).boolean("isLate", true)
             .text("reason", "it takes " + took + " us for a block of 1333 us, and may take half of it"));
    end_process(0);
  }
  std::vector<std::unique_ptr<Plugin>> others;
  others.push_back(maker->load({uri, bundle, rate_hz, block_frames, ""}));
  others[0]->activate();
  Voice silent(std::move(others), legs, block_frames);
  const auto measured = measure_latency(silent, legs, rate_hz, block_frames);
  Json answer;
  answer.boolean("ok", true).number("latencyFrames", voice.latency_frames()).number("meanUs", mean_us);
  if (latency_correction(measured, voice.latency_frames()) != 0) answer.number("measuredFrames", *measured);
  // Without the end of the voice: what a plugin does at its end can't spoil the answer.
  send(answer);
  end_process(0);
}

}  // namespace

int probe(const std::string& format, const std::string& uri, const std::string& bundle) {
  const Blame blame("");
  try {
    probed(format, uri, bundle);
  } catch (const std::exception& error) {
    Json answer;
    send(answer.boolean("ok", false).text("reason", error.what()));
  }
  end_process(0);
}

}  // namespace rowdesk::plugins
