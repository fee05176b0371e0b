// `hostile ADDRESS,.. DESK GROUP PORT SDP SEED COUNT SECONDS`: sends COUNT packets of each kind that nobody should send, evenly over
// SECONDS: of SAP, of SDP in SAP, of RTP and RTCP to GROUP:PORT and the port behind it, and of PTP; some to the address DESK alone.
// They are bytes of chance, and good packets cut, lengthened, with other bytes, lengths and counts: those of SAP of the
// description in the file SDP, those of RTP of a packet that has just come. The first ADDRESS sends far more announcements than
// a listener has to read, the others about 40 a second each. Writes how many packets went to GROUP:PORT.
//
// A packet that is a good one for all that a receiver can know is drawn again: RTP and PTP know no forgery.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;
/** Of the stream. */
constexpr int32_t kPacketFrames = 48;
constexpr uint64_t kLongest = 9000, kRoundsAtOnce = 16, kSecond = 1'000'000'000;
constexpr uint16_t kSapPort = 9875, kPtpEvents = 319, kPtpGeneral = 320;
constexpr const char* kSapGroups[] = {"239.255.255.255", "224.2.127.254"};
constexpr const char* kPtpGroup = "224.0.1.129";
/** Of so many announcements one comes from a quiet sender: of 3000 a second. */
constexpr uint64_t kLoudness = 9;

std::mt19937_64 random_numbers;
uint64_t below(uint64_t most) { return random_numbers() % most; }
bool one_of(uint64_t count) { return below(count) == 0; }

Bytes noise(size_t length) {
  Bytes bytes(length);
  for (uint8_t& each : bytes) each = static_cast<uint8_t>(random_numbers());
  return bytes;
}
Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }
void put_16(Bytes& bytes, size_t at, uint64_t value) {
  bytes[at] = static_cast<uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<uint8_t>(value);
}
uint32_t read_32(const Bytes& bytes, size_t at) {
  uint32_t value;
  memcpy(&value, &bytes[at], 4);
  return ntohl(value);
}

/** Cut, lengthened within, repeated within, or with bytes of chance. */
Bytes mutated(Bytes bytes) {
  const size_t at = below(bytes.size() + 1);
  const auto place = bytes.begin() + static_cast<ptrdiff_t>(at);
  switch (below(6)) {
    case 0: bytes.resize(at); return bytes;
    case 1: {
      const Bytes more = noise(below(64));
      bytes.insert(place, more.begin(), more.end());
      return bytes;
    }
    case 2: {
      const Bytes again(bytes.begin() + static_cast<ptrdiff_t>(below(at + 1)), place);
      bytes.insert(place, again.begin(), again.end());
      return bytes;
    }
    default:
      for (uint64_t left = 1 + below(6); left > 0 && !bytes.empty(); --left) {
        uint8_t& each = bytes[below(bytes.size())];
        each = one_of(2) ? static_cast<uint8_t>(random_numbers()) : static_cast<uint8_t>(each ^ 1u << below(8));
      }
      return bytes;
  }
}

// --- SAP and SDP ---

Bytes sap(const std::string& text, bool is_deletion) {
  Bytes packet{static_cast<uint8_t>(is_deletion ? 0x24 : 0x20), 0, 0, 0, 10, 77, 0, 1};
  put_16(packet, 2, random_numbers());
  const std::string payload = std::string("application/sdp") + '\0' + text;
  packet.insert(packet.end(), payload.begin(), payload.end());
  return packet;
}

Bytes hostile_sap(const std::string& sdp) {
  if (one_of(4)) return noise(below(kLongest));
  Bytes packet = sap(sdp, one_of(2));
  switch (below(5)) {
    case 0: packet[0] = static_cast<uint8_t>(random_numbers()); break;  // another version, IPv6, encrypted, compressed
    case 1: packet[1] = static_cast<uint8_t>(1 + below(255)); break;    // authentication of so many words
    case 2: packet.resize(below(24)); break;
    case 3: packet.insert(packet.begin() + 8, below(kLongest), 'a'); break;  // a type of payload without an end
    default: break;
  }
  return mutated(packet);
}

std::string number() {
  static const char* const numbers[] = {"0", "-1", "65", "127", "65536", "2147483648", "4294967295", "18446744073709551616", "1e9", "0x40", ""};
  return one_of(8) ? std::string(below(400), '9') : numbers[below(std::size(numbers))];
}

/** Of a session of the sender's own in three of four cases, else of the one that is announced, now and then in a later version. */
Bytes hostile_sdp(const std::string& sdp) {
  std::vector<std::string> lines;
  std::istringstream all(sdp);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  const bool is_own = !one_of(4), is_later = one_of(4);
  for (std::string& line : lines) {
    if (!line.starts_with("o=")) continue;
    if (is_own) line = "o=- " + std::to_string(1000 + below(1000)) + " 1 IN IP4 10.77.0.9\r";
    const size_t version = line.find(" 1 IN ");
    if (is_later && version != std::string::npos) line.insert(version + 2, std::to_string(below(1000)));
  }
  for (uint64_t left = 1 + below(3); left > 0; --left) {
    std::string& line = lines[below(lines.size())];
    const size_t digit = line.find_first_of("0123456789", below(line.size() + 1));
    switch (below(6)) {
      case 0: line.clear(); break;
      case 1: line.insert(line.size(), below(3000), static_cast<char>(random_numbers())); break;
      case 2: line.swap(lines[below(lines.size())]); break;
      case 3: {
        const std::string copy = line;
        lines.insert(lines.end(), below(300), copy);
        break;
      }
      default:
        if (digit == std::string::npos) break;
        line.replace(digit, line.find_first_not_of("0123456789", digit) - digit, number());
    }
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  if (one_of(4)) {
    const Bytes other = mutated(bytes_of(text));
    text.assign(other.begin(), other.end());
  }
  return sap(text.substr(0, 60'000), one_of(16));
}

// --- RTP and RTCP ---

/** Another packet of the same stream, and not a copy: its number and its time fit. */
bool is_good(const Bytes& packet, const Bytes& good) {
  if (packet.size() < 12 || packet[0] >> 6 != 2 || (packet[1] ^ good[1]) & 0x7f) return false;
  if (read_32(packet, 8) != read_32(good, 8)) return false;
  const auto steps = static_cast<int16_t>((packet[2] << 8 | packet[3]) - (good[2] << 8 | good[3]));
  const auto frames = static_cast<int32_t>(read_32(packet, 4) - read_32(good, 4));
  return steps != 0 && std::abs(frames - steps * kPacketFrames) < kPacketFrames;
}

Bytes hostile_rtp(const Bytes& good) {
  if (good.size() < 12 || one_of(5)) return noise(below(1600));
  Bytes packet = good;
  switch (below(5)) {
    case 0: packet[8 + below(4)] ^= static_cast<uint8_t>(1 + below(255)); break;
    case 1: packet[0] = static_cast<uint8_t>(0x80 | below(64)); break;  // sources, an extension, padding
    case 2: packet[1] = static_cast<uint8_t>(random_numbers()); break;
    case 3:
      for (uint64_t flips = 1 + below(4); flips > 0; --flips) packet[below(12)] ^= static_cast<uint8_t>(1u << below(8));
      break;
    default: packet = mutated(packet);
  }
  return is_good(packet, good) ? hostile_rtp(good) : packet;
}

/** Reports, descriptions and farewells, of the stream's source too, with counts and lengths of chance. */
Bytes hostile_rtcp(const Bytes& good) {
  Bytes packet = noise(4 + below(200));
  packet[0] = static_cast<uint8_t>(one_of(8) ? random_numbers() : 0x80 | below(32));
  packet[1] = static_cast<uint8_t>(one_of(8) ? random_numbers() | 0x80 : 200 + below(8));
  if (one_of(2)) put_16(packet, 2, packet.size() / 4 - 1);
  if (packet.size() >= 8 && good.size() >= 12 && one_of(2)) memcpy(&packet[4], &good[8], 4);
  // A number that its first bytes don't have by chance: a payload type of the stream.
  return packet[0] >> 6 == 2 && (packet[1] & 0x7f) == 97 ? hostile_rtcp(good) : packet;
}

// --- PTP ---

Bytes hostile_ptp() {
  constexpr uint8_t announce = 0xb, management = 0xd;
  Bytes packet = noise(34 + below(200));
  const auto type = static_cast<uint8_t>(one_of(2) ? management : below(16));
  packet[0] = type;
  packet[1] = 2;
  put_16(packet, 2, one_of(2) ? packet.size() : random_numbers());
  packet[4] = static_cast<uint8_t>(one_of(2) ? 0 : below(256));
  if (type == management && packet.size() >= 54) {
    memset(&packet[34], one_of(2) ? 0xff : 0, 10);                 // all ports, or none
    packet[46] = static_cast<uint8_t>(below(6));                   // GET, SET, ...
    put_16(packet, 48, one_of(4) ? random_numbers() : 1);          // a TLV of management
    put_16(packet, 50, one_of(2) ? random_numbers() : packet.size() - 52);
    put_16(packet, 52, (one_of(2) ? 0x2000 : 0xc000) + below(8));
  }
  // Of no bytes it would be a fault of its port to ptp4l.
  if (one_of(3)) packet.resize(1 + below(packet.size()));
  // A whole announcement of the clock's own domain would be that of a clock.
  if (packet.size() >= 64 && (packet[0] & 15) == announce) packet[4] |= 0x80;
  return packet;
}

// --- the wire ---

in_addr address_of(const std::string& text) {
  in_addr address{};
  inet_pton(AF_INET, text.c_str(), &address);
  return address;
}

int open_socket(in_addr from) {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0), room = 1 << 20;
  const unsigned char ttl = 32, loop = 0;
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr = from;
  setsockopt(handle, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  if (bind(handle, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof from) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_MULTICAST_TTL, &ttl, sizeof ttl) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_MULTICAST_LOOP, &loop, sizeof loop) != 0) {
    perror("socket");
    exit(1);
  }
  return handle;
}

void send(int from, in_addr to, uint16_t port, const Bytes& packet) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  place.sin_addr = to;
  // A closed port of the desk's own address is said at the next packet.
  while (sendto(from, packet.data(), packet.size(), 0, reinterpret_cast<sockaddr*>(&place), sizeof place) < 0 && errno == ECONNREFUSED) {
  }
}

/** Listens to the group, so that its newest packet is known. */
int open_listener(in_addr group, uint16_t port, in_addr by) {
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  place.sin_addr = group;
  const ip_mreq membership{group, by};
  if (bind(handle, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0 ||
      setsockopt(handle, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0) {
    perror("listen");
    exit(1);
  }
  return handle;
}

/** The packet before the newest one: a listener has it already. */
void follow(int listener, Bytes& newest, Bytes& good) {
  Bytes packet(65'536);
  for (ssize_t length; (length = recv(listener, packet.data(), packet.size(), 0)) >= 0;) {
    good.swap(newest);
    newest.assign(packet.begin(), packet.begin() + length);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 9) return 2;
  std::vector<int> senders;
  std::istringstream addresses(words[1]);
  in_addr own{};
  for (std::string each; std::getline(addresses, each, ',');) {
    if (senders.empty()) own = address_of(each);
    senders.push_back(open_socket(address_of(each)));
  }
  const in_addr desk = address_of(words[2]), group = address_of(words[3]), ptp = address_of(kPtpGroup);
  const auto port = static_cast<uint16_t>(atoi(words[4]));
  std::ifstream file(words[5], std::ios::binary);
  const std::string sdp{std::istreambuf_iterator<char>(file), {}};
  random_numbers.seed(strtoull(words[6], nullptr, 10));
  const uint64_t rounds = strtoull(words[7], nullptr, 10), lasts_ns = static_cast<uint64_t>(strtod(words[8], nullptr) * kSecond);
  const int listener = open_listener(group, port, own);

  const auto announcing = [&] { return one_of(kLoudness) && senders.size() > 1 ? senders[1 + below(senders.size() - 1)] : senders[0]; };
  const auto announce = [&](const Bytes& packet) { send(announcing(), address_of(kSapGroups[below(2)]), kSapPort, packet); };
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  Bytes newest, good;
  uint64_t to_stream = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    if (round % kRoundsAtOnce == 0) {
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
      const uint64_t next = static_cast<uint64_t>(until.tv_nsec) + lasts_ns / rounds * kRoundsAtOnce;
      until.tv_sec += static_cast<time_t>(next / kSecond);
      until.tv_nsec = static_cast<long>(next % kSecond);
      follow(listener, newest, good);
    }
    announce(hostile_sap(sdp));
    announce(hostile_sdp(sdp));
    send(senders[0], group, port, hostile_rtp(good));
    const bool is_beside = one_of(2);
    send(senders[0], is_beside && one_of(2) ? desk : group, is_beside ? port + 1 : port, hostile_rtcp(good));
    to_stream += is_beside ? 1 : 2;
    send(senders[0], one_of(4) ? desk : ptp, one_of(2) ? kPtpEvents : kPtpGeneral, hostile_ptp());
  }
  printf("%llu\n", static_cast<unsigned long long>(to_stream));
  return 0;
}
