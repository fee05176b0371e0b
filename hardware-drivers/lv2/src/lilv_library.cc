#include "lilv_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace rowdesk::plugins {
namespace {

constexpr const char* file = "liblilv-0.so.0";
constexpr const char* install = "\nWhat to do: sudo apt-get install liblilv-0-0";

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string(file) + " has no " + name + ": lilv 0.24 or newer is needed." + install);
  }
}

LilvLibrary opened_library() {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw std::runtime_error(std::string(reason == nullptr ? file : reason) + install);
  }
  LilvLibrary found{};
#define ROWDESK_LILV_FIND(name) find(handle, "lilv_" #name, found.name);
  ROWDESK_LILV_FUNCTIONS(ROWDESK_LILV_FIND)
#undef ROWDESK_LILV_FIND
  return found;
}

}  // namespace

const LilvLibrary& lilv() {
  static const LilvLibrary opened = opened_library();
  return opened;
}

}  // namespace rowdesk::plugins
