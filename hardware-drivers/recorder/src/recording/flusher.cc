#include "flusher.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace rowdesk::recorder {

Flusher::~Flusher() { finish(); }

void Flusher::follow(std::vector<std::string> paths) {
  const std::lock_guard lock(guard_);
  // The last data of the files before go with the first flush of these.
  paths_.insert(paths_.end(), paths.begin(), paths.end());
  if (thread_.joinable()) return;
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "rec-flush");
}

void Flusher::finish() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

std::string Flusher::fault() const {
  const std::lock_guard lock(guard_);
  return fault_;
}

void Flusher::run() {
  size_t followed = 0;
  std::unique_lock lock(guard_);
  for (bool is_last = false; !is_last;) {
    changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; });
    is_last = ends_;
    const std::vector<std::string> paths = paths_;
    lock.unlock();
    flush(paths);
    lock.lock();
    // Those that were there at the last flush and are followed by others need no more.
    if (paths_.size() == paths.size() && paths.size() > followed && followed > 0) {
      paths_.erase(paths_.begin(), paths_.begin() + static_cast<ptrdiff_t>(followed));
    }
    followed = paths_.size();
  }
}

void Flusher::flush(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    // What is no longer there is the writing thread's to notice.
    if (file < 0) continue;
    const int error = fdatasync(file) == 0 ? 0 : errno;
    close(file);
    // Some file systems flush no folders.
    if (error == 0 || error == EINVAL) continue;
    const std::lock_guard lock(guard_);
    fault_ = path + ": " + std::strerror(error);
  }
}

}  // namespace rowdesk::recorder
