// The network thread neither allocates nor frees: malloc itself is watched. Not for sanitizers, which replace it too.
#include <cstddef>

#include "../../lib/sound-files/test/check.h"
#include "stream_rig.h"

namespace {
thread_local bool is_watched = false;
thread_local int allocations = 0;
}  // namespace

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void __libc_free(void* memory);

static void count_allocation() {
  if (is_watched) ++allocations;
}
void* malloc(size_t size) {
  count_allocation();
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  count_allocation();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  count_allocation();
  return __libc_realloc(memory, size);
}
void free(void* memory) {
  if (memory != nullptr) count_allocation();
  __libc_free(memory);
}
}

namespace rowdesk::aes67::test {
namespace {

TEST("taking and playing neither allocates nor frees: gaps, jumps, other sources, learning, changes of the link offset") {
  for (const bool is_known : {true, false}) {
    ReceiveStream stream({Encoding::l24, 2, 48000, 97, 0, is_known ? std::optional<uint32_t>(0) : std::nullopt}, 96);
    float left[48], right[48];
    float* const planes[] = {left, right};
    allocations = 0;
    uint64_t sounding = 0;
    for (int64_t n = 0; n < 20'000; ++n) {
      Setup setup;
      setup.begin = 1'000'000 + (n >= 10'000 ? 480'000 : 0);
      setup.ssrc = n < 5000 ? 1 : 2;
      if (n >= 15'000) setup.sent_offset = 77'777;
      const std::vector<uint8_t> packet = packet_of(setup, n);
      const auto position = static_cast<uint64_t>(setup.begin + n * 48);
      is_watched = true;
      if (n % 100 != 0) stream.take(packet, n % 2, position + 48, 0.5);
      if (n % 1000 == 0) stream.set_link_offset(96 + static_cast<uint32_t>(n / 100));
      if (n % 7000 == 0) stream.realign();
      stream.play(position, 48, planes);
      is_watched = false;
      sounding += left[47] != 0;
    }
    CHECK(allocations == 0);
    CHECK(sounding > 15'000);
    is_watched = true;
    free(malloc(1));
    is_watched = false;
    CHECK(allocations == 2);
  }
}

}  // namespace
}  // namespace rowdesk::aes67::test
