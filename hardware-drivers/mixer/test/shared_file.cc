// Shared memory behind a link: what another process finds, and what is left behind.
#include "control/shared_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "check.h"
#include "scratch_folder.h"

namespace rowdesk {
namespace {

struct stat status_of(const std::string& path) {
  struct stat status {};
  CHECK(stat(path.c_str(), &status) == 0);
  return status;
}

bool is_there(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

TEST("shared memory is found behind its link, of this user alone, with all pages") {
  const ScratchFolder folder;
  SharedFile file("test-ring", 100'000);
  std::memcpy(file.data(), "sound", 5);
  CHECK(!is_there(folder.path() + "/test-ring"));
  file.link(folder.path());
  const struct stat status = status_of(folder.path() + "/test-ring");
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(status.st_size == 100'000);
  CHECK(status.st_blocks * 512 >= 100'000);
  const int other = open((folder.path() + "/test-ring").c_str(), O_RDONLY);
  char read_back[5] = {};
  CHECK(pread(other, read_back, 5, 0) == 5);
  CHECK(std::memcmp(read_back, "sound", 5) == 0);
  close(other);
}

TEST("a newer file takes the link over, and the older one leaves it alone") {
  const ScratchFolder folder;
  const std::string link = folder.path() + "/test-ring";
  std::optional<SharedFile> older(std::in_place, "test-ring", 4096), newer(std::in_place, "test-ring", 8192);
  older->link(folder.path());
  newer->link(folder.path());
  CHECK(status_of(link).st_size == 8192);
  const std::string gone = older->path();
  older.reset();
  CHECK(!is_there(gone));
  CHECK(status_of(link).st_size == 8192);
  newer.reset();
  CHECK(!is_there(link));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST("what a killed process left is removed, and no file of anything else") {
  const ScratchFolder folder;
  const std::string link = folder.path() + "/test-ring", foreign = folder.path() + "/foreign";
  SharedFile file("test-ring", 4096);
  file.link(folder.path());
  SharedFile::remove_stale(folder.path(), "test-ring");
  CHECK(!is_there(link));
  CHECK(!is_there(file.path()));
  close(open(foreign.c_str(), O_CREAT | O_WRONLY, 0600));
  CHECK(symlink(foreign.c_str(), link.c_str()) == 0);
  SharedFile::remove_stale(folder.path(), "test-ring");
  CHECK(!is_there(link));
  CHECK(is_there(foreign));
}

TEST("memory or a folder that is not there is an error in words, and leaves nothing behind") {
  const ScratchFolder folder;
  std::string words;
  try {
    const SharedFile file("test-ring", size_t{1} << 50);
  } catch (const std::system_error& error) {
    words = error.what();
  }
  CHECK(words.find("MB of shared memory in /dev/shm for the test-ring") != std::string::npos);
  SharedFile file("test-ring", 4096);
  words.clear();
  try {
    file.link(folder.path() + "/nowhere");
  } catch (const std::system_error& error) {
    words = error.what();
  }
  CHECK(words.find("/nowhere/test-ring") != std::string::npos);
}

}  // namespace
}  // namespace rowdesk
