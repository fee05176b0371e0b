#include "sample_rate_library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace rowdesk {
namespace {

template <typename Function>
void find(void* library, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  if (function == nullptr) throw std::runtime_error(std::string("libsamplerate is of another kind: it has no ") + symbol);
}

}  // namespace

const SampleRateLibrary& SampleRateLibrary::loaded() {
  static const SampleRateLibrary library("libsamplerate.so.0");
  return library;
}

SampleRateLibrary::SampleRateLibrary(const std::string& name) {
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(
        "a device with a clock of its own needs libsamplerate, which is not installed: sudo apt-get install libsamplerate0");
  }
  find(library, "src_new", create), find(library, "src_process", process), find(library, "src_set_ratio", set_ratio);
  find(library, "src_reset", reset), find(library, "src_delete", destroy);
}

}  // namespace rowdesk
