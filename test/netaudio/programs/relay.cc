// `relay FROM TO GROUP PORT PLAN`: takes the packets of a multicast group at the interface with the address FROM, and sends them to
// the same group at the one with the address TO, as PLAN says: a file with a letter for each packet, in the order of arrival.
//   .  goes on        x  is lost        2  goes on twice
//   r  goes on behind the packet after it
//   h  is held until a packet comes that is not, and goes on before that one
// Behind the end of the plan all goes on. Writes the sequence number and the time stamp of the first packet.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr size_t kMostBytes = 65'536;

using Packet = std::vector<uint8_t>;

int fail(const char* what) {
  perror(what);
  return 1;
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) return 2;
  in_addr from{}, to{}, group{};
  inet_pton(AF_INET, words[1], &from);
  inet_pton(AF_INET, words[2], &to);
  inet_pton(AF_INET, words[3], &group);
  std::ifstream file(words[5], std::ios::binary);
  const std::string plan{std::istreambuf_iterator<char>(file), {}};

  const int in = socket(AF_INET, SOCK_DGRAM, 0), out = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<uint16_t>(atoi(words[4])));
  place.sin_addr = group;
  const ip_mreq membership{group, from};
  const int room = 4 << 20;
  setsockopt(in, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(in, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0) return fail("bind");
  if (setsockopt(in, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0) return fail("join");
  const unsigned char ttl = 32;
  if (setsockopt(out, IPPROTO_IP, IP_MULTICAST_IF, &to, sizeof to) != 0) return fail("interface");
  setsockopt(out, IPPROTO_IP, IP_MULTICAST_TTL, &ttl, sizeof ttl);
  sched_param priority{};
  priority.sched_priority = 50;
  sched_setscheduler(0, SCHED_FIFO, &priority);  // Without the right to it packets are later.
  printf("listening\n");
  fflush(stdout);

  const auto send = [&](const Packet& packet) {
    sendto(out, packet.data(), packet.size(), 0, reinterpret_cast<sockaddr*>(&place), sizeof place);
  };
  std::vector<Packet> held;
  Packet swapped, packet;
  for (size_t at = 0;; at++) {
    packet.resize(kMostBytes);
    const ssize_t length = recv(in, packet.data(), packet.size(), 0);
    if (length < 0) return fail("recv");
    packet.resize(static_cast<size_t>(length));
    if (at == 0 && length >= 8) {
      uint16_t sequence = 0;
      uint32_t stamp = 0;
      memcpy(&sequence, &packet[2], sizeof sequence);
      memcpy(&stamp, &packet[4], sizeof stamp);
      printf("%u %u\n", ntohs(sequence), ntohl(stamp));
      fflush(stdout);
    }
    const char action = at < plan.size() ? plan[at] : '.';
    if (action == 'h') {
      held.push_back(packet);
      continue;
    }
    for (const Packet& each : held) send(each);
    held.clear();
    if (action == 'r') {
      swapped = packet;
      continue;
    }
    if (action != 'x') send(packet);
    if (action == '2') send(packet);
    if (!swapped.empty()) send(swapped);
    swapped.clear();
  }
}
