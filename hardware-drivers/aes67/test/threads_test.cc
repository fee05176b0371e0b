// Other threads read figures and move the link offset while a stream is received.
#include <atomic>
#include <thread>

#include "../../lib/sound-files/test/check.h"
#include "stream_rig.h"

namespace rowdesk::aes67::test {
namespace {

TEST("figures are read and the link offset is moved beside the network thread") {
  Setup setup;
  setup.channels = 2;
  std::vector<Delivery> deliveries;
  for (int64_t n = 0; n < 12'000; ++n) {
    if (n % 100 != 50) deliveries.push_back({end_of(setup, n) + static_cast<double>(n % 60), 0, n, packet_of(setup, n)});
  }
  Receiver receiver(setup);
  std::atomic<bool> is_over{false};
  std::atomic<uint64_t> reads{0};
  bool are_rising = true;
  std::thread reader([&] {
    uint64_t packets = 0;
    while (!is_over) {
      const ReceiveFigures figures = receiver.stream.figures();
      are_rising &= figures.packets >= packets;
      packets = figures.packets;
      ++reads;
    }
  });
  std::thread mover([&] {
    for (uint32_t n = 0; !is_over; ++n) {
      receiver.stream.set_link_offset(96 + n % 200);
      std::this_thread::yield();
    }
  });
  receiver.run(deliveries, setup.begin + 12'010 * 48);
  while (reads == 0) std::this_thread::yield();
  is_over = true;
  reader.join();
  mover.join();
  CHECK(are_rising);
  CHECK(receiver.stream.figures().packets == deliveries.size());
}

}  // namespace
}  // namespace rowdesk::aes67::test
