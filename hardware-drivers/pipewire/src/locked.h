// The lock of a PipeWire loop, held for a scope.
#pragma once

#include "../../lib/pipewire-client/src/library.h"

namespace rowdesk {

class Locked {
 public:
  Locked(const Library& library, pw_thread_loop* loop) : library_(library), loop_(loop) { library_.loop_lock(loop_); }
  ~Locked() { library_.loop_unlock(loop_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  const Library& library_;
  pw_thread_loop* const loop_;
};

}  // namespace rowdesk
