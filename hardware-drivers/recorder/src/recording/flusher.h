// Has files reach the disk, in a thread of its own: a disk takes longer for one flush than for a second of sound.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rowdesk::recorder {

class Flusher {
 public:
  /** Waits for the last flush. */
  ~Flusher();
  /** From now on these files and folders, once in a second. */
  void follow(std::vector<std::string> paths);
  /** Flushes once more, and ends. */
  void finish();
  /** What the disk answered when it could not keep the data, in words; empty while all is well. */
  std::string fault() const;

 private:
  void run();
  void flush(const std::vector<std::string>& paths);

  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::vector<std::string> paths_;
  std::string fault_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace rowdesk::recorder
