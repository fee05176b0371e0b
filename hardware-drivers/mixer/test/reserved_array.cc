// Arrays of which only a part has memory: what the kernel of the system says is resident.
#include "engine/reserved_array.h"

#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "check.h"

namespace rowdesk {
namespace {

constexpr size_t floats_per_page = 1024;

size_t resident_pages(const ReservedArray<float>& array) {
  std::vector<unsigned char> pages(array.size() / floats_per_page);
  CHECK(mincore(array.data(), array.size() * sizeof(float), pages.data()) == 0);
  return static_cast<size_t>(std::ranges::count_if(pages, [](unsigned char page) { return (page & 1) != 0; }));
}

TEST("only elements in use have memory, zeroed, whichever pages they share") {
  ReservedArray<float> array(1000 * floats_per_page);
  CHECK(resident_pages(array) == 0);
  array.use(10 * floats_per_page, 3 * floats_per_page);
  CHECK(resident_pages(array) == 3);
  array[11 * floats_per_page] = 1.0f;
  array.use(11 * floats_per_page + 1, 2 * floats_per_page);  // one page more; those before keep what they hold
  CHECK(resident_pages(array) == 4);
  CHECK(array[11 * floats_per_page] == 1.0f);
  CHECK(array[13 * floats_per_page] == 0.0f);
  array.use(0, 0);
  array.clear();
  CHECK(array[11 * floats_per_page] == 0.0f);
  CHECK(resident_pages(array) == 4);
}

}  // namespace
}  // namespace rowdesk
