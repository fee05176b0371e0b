#include "../src/rtp_packet.h"

#include <algorithm>
#include <vector>

#include "../../lib/sound-files/test/check.h"

namespace rowdesk::aes67 {
namespace {

using Bytes = std::vector<uint8_t>;

/** Sequence 0x1234, time 0x89abcdef, SSRC 0x01020304, payload type 97, marked. */
Bytes header(uint8_t first) { return {first, 0xe1, 0x12, 0x34, 0x89, 0xab, 0xcd, 0xef, 1, 2, 3, 4}; }

Bytes with(Bytes bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}

Bytes payload_of(const Bytes& bytes) {
  const auto packet = read_rtp(bytes);
  return packet ? Bytes(packet->payload.begin(), packet->payload.end()) : Bytes{0xff, 0xff, 0xff};
}

TEST("the fields of an RTP header are read in network order, and written so") {
  const Bytes bytes = with(header(0x80), {7, 8, 9});
  const auto packet = read_rtp(bytes);
  CHECK(packet && packet->marker && packet->payload_type == 97 && packet->sequence == 0x1234);
  CHECK(packet && packet->timestamp == 0x89abcdef && packet->ssrc == 0x01020304);
  CHECK(payload_of(bytes) == (Bytes{7, 8, 9}));
  Bytes written(rtp_header_bytes);
  write_rtp_header({97, true, 0x1234, 0x89abcdef, 0x01020304}, written.data());
  CHECK(written == header(0x80));
}

TEST("contributing sources and an extension are passed over, padding is taken off") {
  CHECK(payload_of(with(header(0x82), {1, 1, 1, 1, 2, 2, 2, 2, 7})) == Bytes{7});
  CHECK(payload_of(with(header(0x90), {0xbe, 0xde, 0, 1, 5, 5, 5, 5, 7})) == Bytes{7});
  CHECK(payload_of(with(header(0x90), {0xbe, 0xde, 0, 0, 7})) == Bytes{7});
  CHECK(payload_of(with(header(0x91), {1, 1, 1, 1, 0, 0, 0, 1, 5, 5, 5, 5, 7, 8})) == (Bytes{7, 8}));
  CHECK(payload_of(with(header(0xa0), {7, 8, 0, 2})) == (Bytes{7, 8}));
  CHECK(payload_of(with(header(0xa0), {1})).empty());
}

TEST("a header that ends early, another version and too much padding are no RTP") {
  for (size_t length = 0; length < rtp_header_bytes; ++length) {
    const Bytes whole = header(0x80);
    CHECK(!read_rtp(std::span(whole).first(length)));
  }
  CHECK(read_rtp(header(0x80)));
  for (const uint8_t first : {0x00, 0x40, 0xc0}) CHECK(!read_rtp(header(first)));
  CHECK(!read_rtp(with(header(0x81), {1, 1, 1})));
  CHECK(!read_rtp(with(header(0x90), {0, 0, 0})));
  CHECK(!read_rtp(with(header(0x90), {0, 0, 0, 1, 5, 5, 5})));
  CHECK(!read_rtp(with(header(0x90), {0, 0, 0xff, 0xff, 5, 5, 5, 5})));
  CHECK(!read_rtp(header(0xa0)));
  CHECK(!read_rtp(with(header(0xa0), {7, 8, 0})));
  CHECK(!read_rtp(with(header(0xa0), {7, 8, 4})));
}

TEST("RTCP is told from RTP by its packet types") {
  for (const uint8_t type : {200, 201, 202, 203, 204, 205}) CHECK(is_rtcp(Bytes{0x80, type, 0, 6}));
  CHECK(!is_rtcp(header(0x80)));
  CHECK(!is_rtcp(Bytes{0x80}));
  CHECK(!is_rtcp(Bytes{0x00, 200}));
}

}  // namespace
}  // namespace rowdesk::aes67
