#include "library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace rowdesk::alsa {
namespace {

constexpr const char* file = "libasound.so.2";
constexpr const char* install = "\nWhat to do: sudo apt-get install libasound2";

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string(file) + " has no " + name + ": alsa-lib 1.1.2 or newer is needed." + install);
  }
}

Library open() {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw std::runtime_error(std::string(reason == nullptr ? file : reason) + install);
  }
  Library found{};
#define ROWDESK_ALSA_FIND(name) find(handle, "snd_" #name, found.name);
  ROWDESK_ALSA_FUNCTIONS(ROWDESK_ALSA_FIND)
#undef ROWDESK_ALSA_FIND
  return found;
}

}  // namespace

const Library& library() {
  static const Library opened = open();
  return opened;
}

}  // namespace rowdesk::alsa
