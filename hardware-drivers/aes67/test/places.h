// Network namespaces of this process, which has to be root in them, and the cables between them. They end with the process.
#pragma once
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace rowdesk::test {

/** Sockets belong to the place in which they are opened. */
class Place {
 public:
  Place() {
    const int before = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (unshare(CLONE_NEWNET) != 0) throw std::runtime_error("no network namespace");
    descriptor_ = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (setns(before, CLONE_NEWNET) != 0) throw std::runtime_error("no way back from a network namespace");
    close(before);
  }
  ~Place() { close(descriptor_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /** Runs `what` in here. */
  template <typename What>
  auto in(What what) const {
    struct Visit {
      int before = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
      explicit Visit(int to) {
        if (setns(to, CLONE_NEWNET) != 0) throw std::runtime_error("no way into a network namespace");
      }
      ~Visit() {
        setns(before, CLONE_NEWNET);
        close(before);
      }
    } visit(descriptor_);
    return what();
  }
  /** ip(8). */
  void ip(const std::string& words) const {
    const int status = in([&] { return std::system(("ip " + words).c_str()); });
    if (status != 0) throw std::runtime_error("ip " + words + " failed");
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/** Interface NAME of both, 10.78.NUMBER.1 of the first and 10.78.NUMBER.2 of the second. */
inline void cable(const Place& a, const Place& b, const std::string& name, int number) {
  const std::string other = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(b.descriptor());
  a.ip("link add " + name + " type veth peer name " + name + " netns " + other);
  const std::string net = "10.78." + std::to_string(number) + ".";
  a.ip("address add " + net + "1/24 dev " + name);
  b.ip("address add " + net + "2/24 dev " + name);
  a.ip("link set " + name + " up");
  b.ip("link set " + name + " up");
}

}  // namespace rowdesk::test
