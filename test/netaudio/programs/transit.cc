// `transit SECONDS PORT FRAMES RATE INTERFACE=GROUP...`: how late the packets of streams come, each stream with FRAMES in a packet
// at RATE, from its group at the interface with this address. Arrivals are the system's (SO_TIMESTAMPNS). The delay of a packet is
// its arrival less the time of its last frame by its RTP stamp; its lateness is the delay less the least of its stream (packet delay
// variation, RFC 5481, section 4.2), so that nothing of the senders' clocks need be known but that they run as this machine's does.
// Writes `listening`, and after so many seconds a line of JSON per stream, in their order: `{ packets, lost, p50Us, p999Us, maxUs }`.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int64_t kSecond = 1'000'000'000;
constexpr size_t kHeader = 12;

struct Stream {
  int socket = -1;
  bool has_any = false;
  uint32_t first_stamp = 0;
  uint16_t last_sequence = 0;
  long long lost = 0;
  std::vector<int64_t> delays_ns;
};

[[noreturn]] void fail(const char* what) {
  perror(what);
  exit(1);
}

int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

int open_socket(const std::string& interface, const std::string& group, uint16_t port) {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0);
  in_addr at{};
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  if (inet_pton(AF_INET, interface.c_str(), &at) != 1 || inet_pton(AF_INET, group.c_str(), &place.sin_addr) != 1) exit(2);
  const int yes = 1, no = 0, room = 4 << 20;
  setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  setsockopt(handle, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
  setsockopt(handle, IPPROTO_IP, IP_MULTICAST_ALL, &no, sizeof no);
  if (setsockopt(handle, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes) != 0) fail("SO_TIMESTAMPNS");
  if (bind(handle, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0) fail("bind");
  const ip_mreq membership{place.sin_addr, at};
  if (setsockopt(handle, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0) fail("join");
  return handle;
}

/** Takes one packet; false where none waits. */
bool take(Stream& stream, int64_t frames, int64_t rate) {
  std::array<uint8_t, 2048> bytes;
  alignas(cmsghdr) std::array<char, 256> control;
  iovec vector{bytes.data(), bytes.size()};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t length = recvmsg(stream.socket, &message, MSG_DONTWAIT);
  if (length < 0) return false;
  if (static_cast<size_t>(length) <= kHeader || bytes[0] >> 6 != 2) return true;
  timespec arrived{};
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_TIMESTAMPNS) memcpy(&arrived, CMSG_DATA(each), sizeof arrived);
  }
  if (arrived.tv_sec == 0) fail("a packet without its arrival");
  uint32_t stamp;
  uint16_t sequence;
  memcpy(&stamp, &bytes[4], sizeof stamp);
  memcpy(&sequence, &bytes[2], sizeof sequence);
  stamp = ntohl(stamp);
  sequence = ntohs(sequence);
  if (!stream.has_any) {
    stream.has_any = true;
    stream.first_stamp = stamp;
    stream.last_sequence = static_cast<uint16_t>(sequence - 1);
  }
  const auto steps = static_cast<int16_t>(sequence - stream.last_sequence);
  // One that comes behind a later one was counted as lost.
  stream.lost += steps > 0 ? steps - 1 : -1;
  if (steps > 0) stream.last_sequence = sequence;
  const int64_t frame = static_cast<int32_t>(stamp - stream.first_stamp) + frames;
  stream.delays_ns.push_back(arrived.tv_sec * kSecond + arrived.tv_nsec - frame * kSecond / rate);
  return true;
}

double us_at(const std::vector<int64_t>& sorted, double share) {
  const size_t at = std::min(sorted.size() - 1, static_cast<size_t>(share * static_cast<double>(sorted.size())));
  return static_cast<double>(sorted[at] - sorted.front()) / 1000;
}

}  // namespace

int main(int count, char** words) {
  if (count < 6) return 2;
  const int seconds = atoi(words[1]);
  const auto port = static_cast<uint16_t>(atoi(words[2]));
  const int64_t frames = atoll(words[3]), rate = atoll(words[4]);
  std::vector<Stream> streams;
  std::vector<pollfd> waits;
  for (int n = 5; n < count; n++) {
    const std::string word = words[n];
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return 2;
    Stream stream;
    stream.socket = open_socket(word.substr(0, equals), word.substr(equals + 1), port);
    waits.push_back({stream.socket, POLLIN, 0});
    stream.delays_ns.reserve(static_cast<size_t>((seconds + 1) * rate / frames));
    streams.push_back(std::move(stream));
  }
  printf("listening\n");
  fflush(stdout);
  const int64_t end = now_ns() + seconds * kSecond;
  do {
    if (poll(waits.data(), waits.size(), 100) > 0) {
      for (size_t n = 0; n < streams.size(); n++) {
        if ((waits[n].revents & POLLIN) == 0) continue;
        while (take(streams[n], frames, rate)) {
        }
      }
    }
  } while (now_ns() < end);
  for (Stream& stream : streams) {
    auto& delays = stream.delays_ns;
    if (delays.empty()) {
      printf("{\"packets\":0,\"lost\":0,\"p50Us\":0,\"p999Us\":0,\"maxUs\":0}\n");
      continue;
    }
    std::sort(delays.begin(), delays.end());
    printf("{\"packets\":%zu,\"lost\":%lld,\"p50Us\":%.1f,\"p999Us\":%.1f,\"maxUs\":%.1f}\n", delays.size(), stream.lost,
           us_at(delays, 0.5), us_at(delays, 0.999), us_at(delays, 1));
  }
  return 0;
}
