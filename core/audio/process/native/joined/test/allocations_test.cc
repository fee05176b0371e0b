// Neither audio thread allocates or frees, libsamplerate included: malloc itself is watched. Not for sanitizers, which
// replace it too.
#include <cstddef>

#include "../../../../../../hardware-drivers/lib/sound-files/test/check.h"
#include "rig.h"

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void __libc_free(void* memory);

static void count_allocation() {
  if (rowdesk::test::is_watched) ++rowdesk::test::allocations;
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

namespace rowdesk::test {
namespace {

TEST("neither audio thread allocates or frees, with steps of the clocks and without") {
  for (const bool resamples : {false, true}) {
    Rig rig(resamples);
    rig.start();
    allocations = 0;
    rig.run(1);
    CHECK(rig.device->figures().state == JoinedFigures::State::running);
    rig.driving.lose(1000);
    rig.joined.lose(500, false);
    rig.run(1);
    rig.driving.pause(1e9);
    rig.run(3);
    CHECK(rig.device->figures().state == JoinedFigures::State::running);
    CHECK(allocations == 0);
    is_watched = true;
    free(malloc(1));
    is_watched = false;
    CHECK(allocations == 2);
  }
}

}  // namespace
}  // namespace rowdesk::test
