// A folder of a test, which goes away.
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>

namespace rowdesk::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/rowdesk-test-XXXXXX";
    path = mkdtemp(name);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::string path;
};

}  // namespace rowdesk::test
