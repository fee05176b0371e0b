// `sender INTERFACE[,INTERFACE] GROUP[,GROUP] PORT STREAMS CHANNELS PACKET_FRAMES RATE OFFSET PACKETS`: RTP of RFC 3550 with L24,
// each packet at the media time of its end, time stamps in media frames (TAI, which is 37 s ahead) plus OFFSET. Stream n of 0 ..
// goes to GROUP + n, and its first channel is number n * CHANNELS of the sound: that of ring_producer.c, in which each sample says
// which frame it is. A second interface gets the same packets for its own groups. PACKETS 0: until it is ended. Writes the media
// frame of the first packet, and at the end how often it was a packet late.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kTaiOffset = 37 * kSecond;
constexpr size_t kHeader = 12;
constexpr uint8_t kPayloadType = 97;
volatile std::sig_atomic_t isEnded = 0;

struct Path {
  int socket;
  in_addr_t group;  // of stream 0, in the order of the host
};

std::vector<std::string> split(const std::string& words) {
  const size_t comma = words.find(',');
  if (comma == std::string::npos) return {words};
  return {words.substr(0, comma), words.substr(comma + 1)};
}

int openSocket(const std::string& interface) {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0);
  in_addr address{};
  inet_pton(AF_INET, interface.c_str(), &address);
  const unsigned char ttl = 32;
  sockaddr_in from{};
  from.sin_family = AF_INET;
  from.sin_addr = address;
  if (bind(handle, reinterpret_cast<sockaddr*>(&from), sizeof from) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_MULTICAST_IF, &address, sizeof address) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_MULTICAST_TTL, &ttl, sizeof ttl) != 0) {
    perror(interface.c_str());
    exit(1);
  }
  return handle;
}

int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

/** 24 bits, of two's complement; of the frame the lower 24 bits count. */
uint32_t sampleAt(uint32_t frame, uint32_t channel) {
  return (frame * 10368889u + channel * 7700417u) - 0x800000u;
}

/** Of the first nanosecond at which so many frames have passed. */
int64_t timeOf(int64_t frame, int64_t rate) {
  const int64_t seconds = frame / rate;
  return seconds * kSecond + ((frame % rate) * kSecond + rate - 1) / rate - kTaiOffset;
}

}  // namespace

int main(int count, char** words) {
  if (count != 10) return 2;
  std::vector<Path> paths;
  const auto interfaces = split(words[1]), groups = split(words[2]);
  for (size_t n = 0; n < interfaces.size(); n++) {
    in_addr group{};
    inet_pton(AF_INET, groups[n].c_str(), &group);
    paths.push_back({openSocket(interfaces[n]), ntohl(group.s_addr)});
  }
  const auto port = static_cast<uint16_t>(atoi(words[3]));
  const uint32_t streams = atoi(words[4]), channels = atoi(words[5]), packetFrames = atoi(words[6]);
  const int64_t rate = atoll(words[7]), packets = atoll(words[9]);
  const auto offset = static_cast<uint32_t>(strtoul(words[8], nullptr, 10));
  sched_param priority{};
  priority.sched_priority = 50;
  sched_setscheduler(0, SCHED_FIFO, &priority);  // Without the right to it packets are late now and then.
  for (const int each : {SIGTERM, SIGINT}) signal(each, [](int) { isEnded = 1; });

  const int64_t tai = now() + kTaiOffset;
  const int64_t begin = tai / kSecond * rate + tai % kSecond * rate / kSecond + rate / 10;
  int64_t frame = begin / packetFrames * packetFrames;
  printf("%lld\n", static_cast<long long>(frame));
  fflush(stdout);
  std::vector<uint8_t> packet(kHeader + channels * packetFrames * 3);
  long long late = 0;
  for (int64_t number = 0; !isEnded && (packets == 0 || number < packets); number++, frame += packetFrames) {
    const int64_t due = timeOf(frame + packetFrames, rate);
    const timespec until{due / kSecond, due % kSecond};
    while (!isEnded && clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr) != 0) {
    }
    late += now() - due > packetFrames * kSecond / rate;
    for (uint32_t stream = 0; stream < streams; stream++) {
      const uint16_t sequence = htons(static_cast<uint16_t>(number));
      const uint32_t stamp = htonl(static_cast<uint32_t>(frame) + offset), source = htonl(0x524f5700 + stream);
      packet[0] = 0x80;
      packet[1] = kPayloadType;
      memcpy(&packet[2], &sequence, 2);
      memcpy(&packet[4], &stamp, 4);
      memcpy(&packet[8], &source, 4);
      uint8_t* at = &packet[kHeader];
      for (uint32_t n = 0; n < packetFrames; n++) {
        for (uint32_t channel = 0; channel < channels; channel++) {
          const uint32_t sample = sampleAt(static_cast<uint32_t>(frame) + n, stream * channels + channel);
          *at++ = static_cast<uint8_t>(sample >> 16);
          *at++ = static_cast<uint8_t>(sample >> 8);
          *at++ = static_cast<uint8_t>(sample);
        }
      }
      for (const Path& path : paths) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(path.group + stream);
        sendto(path.socket, packet.data(), packet.size(), 0, reinterpret_cast<sockaddr*>(&to), sizeof to);
      }
    }
  }
  printf("%lld\n", late);
  return 0;
}
