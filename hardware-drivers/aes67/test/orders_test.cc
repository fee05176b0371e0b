#include "../src/orders.h"

#include <functional>

#include "../../lib/sound-files/test/check.h"
#include "../src/sockets.h"

using namespace rowdesk::aes67;

namespace {

ReceiveOrder received() {
  return {"a", {{"239.1.2.3", 5004, "", 0}}, Encoding::l24, 8, 97, 48, 0, {{0, 0}, {7, 1}}, 96};
}
TransmitOrder sent() { return {"a", {{"239.1.2.3", 5004, "", 32}}, Encoding::l24, {0, 1}, 97, 48, 1, 34}; }

/** The words of the refusal, '' for none. */
std::string refusal(const std::function<void(ReceiveOrder&)>& change) {
  ReceiveOrder order = received();
  change(order);
  try {
    check(order, 16, 48000);
  } catch (const NetworkError& error) {
    return error.what();
  }
  return "";
}
std::string refusal_of_sent(const std::function<void(TransmitOrder&)>& change) {
  TransmitOrder order = sent();
  change(order);
  try {
    check(order, 16);
  } catch (const NetworkError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST("an order within its bounds is taken") {
  CHECK(refusal([](auto&) {}).empty());
  CHECK(refusal([](auto& o) { o.paths.push_back({"10.0.0.7", 65535, "10.0.0.9", 0}); }).empty());
  CHECK(refusal([](auto& o) { o.packet_frames = 0; }).empty());
  CHECK(refusal_of_sent([](auto&) {}).empty());
  CHECK(refusal_of_sent([](auto& o) { o.outputs.assign(10, 15); }).empty());
  CHECK(refusal_of_sent([](auto& o) { o.packet_frames = 6, o.outputs.assign(64, 0); }).empty());
}

TEST("a packet of more than 1440 bytes is refused with the channels that fit") {
  CHECK(refusal([](auto& o) { o.channels = 11; }) ==
        "11 channels of 48 frames are 1584 bytes, and a packet has at most 1440: 10 channels fit");
  CHECK(refusal_of_sent([](auto& o) { o.encoding = Encoding::l16, o.outputs.assign(16, 0); }) ==
        "16 channels of 48 frames are 1536 bytes, and a packet has at most 1440: 15 channels fit");
  CHECK(refusal_of_sent([](auto& o) { o.packet_frames = UINT32_MAX; }) == "packetFrames is 4294967295, and has to be 1 to 1440");
  CHECK(refusal([](auto& o) { o.packet_frames = 1440, o.channels = 64; }).ends_with("0 channels fit"));
}

TEST("what is out of range is refused by its name") {
  CHECK(refusal([](auto& o) { o.paths.clear(); }) == "the number of paths is 0, and has to be 1 to 2");
  CHECK(refusal([](auto& o) { o.paths.resize(3, o.paths[0]); }) == "the number of paths is 3, and has to be 1 to 2");
  CHECK(refusal([](auto& o) { o.paths[0].port = 0; }) == "port is 0, and has to be 1 to 65535");
  CHECK(refusal([](auto& o) { o.paths[0].port = 65536; }) == "port is 65536, and has to be 1 to 65535");
  CHECK(refusal([](auto& o) { o.channels = 0; }) == "channels is 0, and has to be 1 to 64");
  CHECK(refusal([](auto& o) { o.channels = 65, o.packet_frames = 0; }) == "channels is 65, and has to be 1 to 64");
  CHECK(refusal([](auto& o) { o.payload_type = 128; }) == "payloadType is 128, and has to be 0 to 127");
  CHECK(refusal([](auto& o) { o.link_offset_frames = 4801; }) == "linkOffsetFrames is 4801, and has to be 0 to 4800");
  CHECK(refusal([](auto& o) { o.inputs = {{8, 0}}; }) == "channel is 9, and has to be 1 to 8");
  CHECK(refusal([](auto& o) { o.inputs = {{0, 16}}; }) == "input is 17, and has to be 1 to 16");
  CHECK(refusal([](auto& o) { o.inputs = {{UINT32_MAX, 0}}; }) == "channel is 4294967296, and has to be 1 to 8");
  CHECK(refusal_of_sent([](auto& o) { o.outputs = {16}; }) == "output is 17, and has to be 1 to 16");
  CHECK(refusal_of_sent([](auto& o) { o.outputs.clear(); }) == "the number of outputs is 0, and has to be 1 to 64");
  CHECK(refusal_of_sent([](auto& o) { o.packet_frames = 0; }) == "packetFrames is 0, and has to be 1 to 1440");
  CHECK(refusal_of_sent([](auto& o) { o.paths[0].ttl = 0; }) == "ttl is 0, and has to be 1 to 255");
  CHECK(refusal_of_sent([](auto& o) { o.dscp = 64; }) == "dscp is 64, and has to be 0 to 63");
}

TEST("an address has to be an IPv4 one that a stream can have") {
  CHECK(refusal([](auto& o) { o.paths[0].address = "ff3e::1"; }) == "ff3e::1 is an IPv6 address; AES67 streams have IPv4 ones");
  CHECK(refusal([](auto& o) { o.paths[0].address = "239.1.2"; }) == "\"239.1.2\" is no IPv4 address");
  CHECK(refusal([](auto& o) { o.paths[0].address = ""; }) == "\"\" is no IPv4 address");
  CHECK(refusal([](auto& o) { o.paths[0].address = "0.0.0.0"; }) == "0.0.0.0 is no address of a stream");
  CHECK(refusal_of_sent([](auto& o) { o.paths[0].address = "255.255.255.255"; }) == "255.255.255.255 is no address of a stream");
  CHECK(refusal([](auto& o) { o.paths[0].source = "239.1.1.1"; }) == "239.1.1.1 is no address of a sender");
  CHECK(refusal([](auto& o) { o.paths[0].source = "host"; }) == "\"host\" is no IPv4 address");
}
