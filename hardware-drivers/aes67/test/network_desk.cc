// A desk of one thread and no mixer, for tests: `network_desk count|echo|hear INTERFACE[,INTERFACE] SEND RECEIVE STREAMS CHANNELS
// BLOCK PACKET OFFSET SECONDS`. It sends and receives streams of L24 at 48 kHz, to and from the groups SEND.n and RECEIVE.n
// (the first three numbers of the address; 5004), then prints one object of JSON.
//   echo   gives its inputs back, until its own input ends.
//   count  sends numbers from which each sample tells when it was sent, and says how many came back and after how many frames, once
//          they have for so many seconds.
//   hear   sends nothing, learns when its streams were sent, and writes their first seconds to the file SEND: 24 bits, big endian,
//          interleaved.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../src/network.h"

using namespace rowdesk;
using namespace rowdesk::aes67;

namespace {

constexpr uint32_t rate_hz = 48000;
constexpr uint32_t numbers = 1 << 24;
/** Between the numbers of two channels, so that one can't be taken for the other. */
constexpr uint32_t channel_step = 200'003;

std::atomic<int> allocations{0};
/** On the network thread, from its first block on. */
thread_local bool is_watched = false;

/** Frame p of channel c as a sample that L24 holds exactly; never silence but once in 2^24. */
float sample_of(uint64_t position, uint32_t channel) {
  const auto number = static_cast<uint32_t>((position + uint64_t{channel} * channel_step) % numbers);
  return static_cast<float>(static_cast<int32_t>(number) - 0x800000) / 8388608.0f;
}

struct Desk {
  rd_processor processor{sizeof(rd_processor), RD_ABI, this, prepare, release, process};
  enum class Role { echo, count, hear } role = Role::echo;
  uint32_t channels = 0;
  /** Frames since the first that came back, those that came after another time than it, and those that were silent. */
  std::atomic<uint64_t> frames{0}, others{0}, silent{0};
  std::atomic<int64_t> delay{-1};
  /** What is heard, interleaved. */
  std::vector<uint8_t> sound;

  static int prepare(void* self, double, uint32_t, uint32_t inputs, uint32_t) {
    static_cast<Desk*>(self)->channels = inputs;
    return 0;
  }
  static void release(void*) {}
  static void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
    is_watched = true;
    Desk& desk = *static_cast<Desk*>(self);
    for (uint32_t c = 0; c < desk.channels; ++c) {
      if (desk.role == Role::echo) std::memcpy(out[c], in[c], frames * sizeof(float));
      if (desk.role == Role::hear) std::fill_n(out[c], frames, 0.0f);
      for (uint32_t n = 0; desk.role == Role::count && n < frames; ++n) out[c][n] = sample_of(time->frame_position + n, c);
    }
    if (desk.role == Role::count) desk.look(in, frames, time->frame_position);
    if (desk.role == Role::hear) desk.hear(in, frames);
  }
  /** From the first block with sound. */
  void hear(const float* const* in, uint32_t count) {
    if (frames == 0 && std::all_of(in[0], in[0] + count, [](float sample) { return sample == 0; })) return;
    const size_t stride = size_t{channels} * 3, at = frames * stride;
    if (at + count * stride > sound.size()) return;
    for (uint32_t c = 0; c < channels; ++c) write_pcm(Encoding::l24, in[c], sound.data() + at + size_t{c} * 3, stride, count);
    frames += count;
  }
  void look(const float* const* in, uint32_t count, uint64_t position) {
    for (uint32_t n = 0; n < count; ++n) {
      if (delay < 0 && !begin(in, n, position + n)) continue;
      ++frames;
      for (uint32_t c = 0; c < channels; ++c) {
        if (in[c][n] == sample_of(position + n - static_cast<uint64_t>(delay), c)) continue;
        if (in[c][n] == 0) ++silent;
        else ++others;
      }
    }
  }
  /** All channels agree on when they were sent. */
  bool begin(const float* const* in, uint32_t n, uint64_t position) {
    const auto number = static_cast<uint32_t>(static_cast<int32_t>(in[0][n] * 8388608.0f) + 0x800000);
    const uint32_t found = (static_cast<uint32_t>(position % numbers) + numbers - number) % numbers;
    if (found > rate_hz || found > position) return false;
    for (uint32_t c = 0; c < channels; ++c) {
      if (in[c][n] != sample_of(position - found, c)) return false;
    }
    delay = found;
    return true;
  }
};

std::vector<StreamPath> paths_of(const std::string& group, uint32_t stream, size_t count) {
  std::vector<StreamPath> paths;
  for (size_t path = 0; path < count; ++path) {
    paths.push_back({group + "." + std::to_string(stream + 1), static_cast<uint32_t>(5004 + 2 * path), "", 4});
  }
  return paths;
}

void print(Desk& desk, Network& network, Cycles& cycles) {
  const Cycles::Figures f = cycles.figures();
  std::printf("{\"delay\":%lld,\"frames\":%llu,\"others\":%llu,\"silent\":%llu,\"xruns\":%llu,\"blockUs\":%.1f,\"blockMaxUs\":%.1f,"
              "\"jitterUs\":%.1f,\"policy\":\"%s\",\"networkUs\":%.1f,\"networkMaxUs\":%.1f,\"steps\":%llu,\"deviationPpm\":%.3f,\"allocations\":%d,\"received\":[",
              static_cast<long long>(desk.delay), static_cast<unsigned long long>(desk.frames),
              static_cast<unsigned long long>(desk.others), static_cast<unsigned long long>(desk.silent),
              static_cast<unsigned long long>(f.thread.xruns), f.thread.block_us, f.thread.block_max_us, f.thread.wakeup_jitter_us,
              f.thread.policy.c_str(), network.mean_us(), network.take_most_us(), static_cast<unsigned long long>(network.steps()), network.deviation_ppm(), allocations.load());
  const char* comma = "";
  for (const Received& each : network.received()) {
    const ReceiveFigures& r = each.figures;
    std::printf("%s{\"packets\":%llu,\"lost\":%llu,\"late\":%llu,\"doubled\":%llu,\"foreign\":%llu,\"malformed\":%llu,"
                "\"overrun\":%llu,\"concealed\":%llu,\"slips\":%llu,\"learned\":%s,\"path2\":%llu,\"p50\":%.0f,\"p999\":%.0f,\"max\":%.0f}",
                comma, static_cast<unsigned long long>(r.packets), static_cast<unsigned long long>(r.lost),
                static_cast<unsigned long long>(r.late), static_cast<unsigned long long>(r.doubled),
                static_cast<unsigned long long>(r.foreign), static_cast<unsigned long long>(r.malformed),
                static_cast<unsigned long long>(each.overrun), static_cast<unsigned long long>(r.concealed_frames),
                static_cast<unsigned long long>(r.slips), r.is_learned ? "true" : "false",
                static_cast<unsigned long long>(r.path_packets[1]), r.transit_p50_us, r.transit_p999_us, r.transit_max_us);
    comma = ",";
  }
  std::printf("],\"sent\":[");
  comma = "";
  for (const Transmitted& each : network.transmitted()) {
    std::printf("%s{\"packets\":%llu,\"dropped\":%llu,\"reason\":\"%s\"}", comma, static_cast<unsigned long long>(each.packets),
                static_cast<unsigned long long>(each.dropped), each.reason.c_str());
    comma = ",";
  }
  std::printf("]}\n");
}

}  // namespace

void* operator new(size_t bytes) {
  if (is_watched) ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  if (is_watched) ++allocations;
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

int main(int argc, char** argv) {
  if (argc != 11) return 2;
  const std::string interfaces = argv[2];
  const auto number = [&](int n) { return static_cast<uint32_t>(std::strtoul(argv[n], nullptr, 10)); };
  const uint32_t streams = number(5), channels = number(6), block = number(7), packet = number(8), offset = number(9), seconds = number(10);
  Desk desk;
  const std::string role = argv[1];
  desk.role = role == "echo" ? Desk::Role::echo : role == "count" ? Desk::Role::count : Desk::Role::hear;
  const bool hears = desk.role == Desk::Role::hear;
  // With room for a block that reaches beyond.
  if (hears) desk.sound.resize((size_t{seconds} * rate_hz + block) * streams * channels * 3);
  Cycles cycles("aes67", streams * channels, streams * channels);
  cycles.start(desk.processor, rate_hz);
  Network network(cycles, streams * channels, streams * channels);
  const size_t comma = interfaces.find(',');
  std::vector<std::string> names{interfaces.substr(0, comma)};
  if (comma != std::string::npos) names.push_back(interfaces.substr(comma + 1));
  std::vector<ReceiveOrder> receive;
  std::vector<TransmitOrder> transmit;
  for (uint32_t n = 0; n < streams; ++n) {
    ReceiveOrder in{std::to_string(n), paths_of(argv[4], n, names.size()), Encoding::l24, channels, 97, packet, 0, {}, offset};
    if (hears) in.clock_offset.reset();
    TransmitOrder out{std::to_string(n), paths_of(argv[3], n, names.size()), Encoding::l24, {}, 97, packet, n + 1, 34};
    for (uint32_t c = 0; c < channels; ++c) {
      in.inputs.push_back({c, n * channels + c});
      out.outputs.push_back(n * channels + c);
    }
    receive.push_back(in);
    if (!hears) transmit.push_back(out);
  }
  try {
    network.open(names);
    network.receive(receive);
    network.transmit(transmit);
    network.start({rate_hz, block, 37});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  for (const auto* list : {&network.unopened_receive(), &network.unopened_transmit()}) {
    for (const Unopened& each : *list) std::fprintf(stderr, "%s: %s\n", each.id.c_str(), each.reason.c_str());
    if (!list->empty()) return 1;
  }
  if (desk.role == Desk::Role::echo) {
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
  } else {
    while (desk.frames < uint64_t{seconds} * rate_hz) usleep(50'000);
  }
  if (hears) {
    FILE* const file = std::fopen(argv[3], "wb");
    if (file == nullptr) return 1;
    std::fwrite(desk.sound.data(), size_t{streams} * channels * 3, desk.frames, file);
    std::fclose(file);
  }
  print(desk, network, cycles);
  return 0;
}
