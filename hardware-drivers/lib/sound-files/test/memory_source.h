// Bytes of a test as a file, and a way to put them together.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "../src/byte_source.h"

namespace rowdesk::test {

class Memory : public sound::ByteSource {
 public:
  explicit Memory(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}
  size_t read(uint64_t offset, void* into, size_t count) override {
    if (offset >= bytes_.size()) return 0;
    const size_t there = std::min<uint64_t>(count, bytes_.size() - offset);
    std::memcpy(into, bytes_.data() + offset, there);
    return there;
  }
  uint64_t size() const override { return bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
};

struct Bytes : std::vector<uint8_t> {
  Bytes& text(const std::string& words) { return insert(end(), words.begin(), words.end()), *this; }
  Bytes& number(uint64_t value, int count) {
    for (int n = 0; n < count; ++n) push_back(static_cast<uint8_t>(value >> (8 * n)));
    return *this;
  }
  void put(size_t at, uint64_t value, int count) {
    for (int n = 0; n < count; ++n) (*this)[at + static_cast<size_t>(n)] = static_cast<uint8_t>(value >> (8 * n));
  }
};

}  // namespace rowdesk::test
