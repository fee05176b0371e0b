#include "flac_library.h"

#include <dlfcn.h>

#include "folder.h"

namespace rowdesk::sound {
namespace {

template <typename Function>
void find(void* library, const std::string& symbol, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, symbol.c_str()));
  if (function == nullptr) throw FileError("libFLAC is of another kind: it has no " + symbol);
}

}  // namespace

const std::vector<std::string>& FlacLibrary::names() {
  static const std::vector<std::string> names{"libFLAC.so.14", "libFLAC.so.12", "libFLAC.so.8", "libFLAC.so"};
  return names;
}

const FlacLibrary& FlacLibrary::loaded() {
  static const FlacLibrary library(names());
  return library;
}

FlacLibrary::FlacLibrary(const std::vector<std::string>& names) {
  void* library = nullptr;
  for (const std::string& name : names) {
    if (library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr) break;
  }
  if (library == nullptr) {
    throw FileError("FLAC needs libFLAC, which is not installed: sudo apt install flac; or name the file .wav");
  }
  const auto encoder = [&](const char* name, auto& function) {
    find(library, std::string("FLAC__stream_encoder_") + name, function);
  };
  encoder("new", create), encoder("delete", destroy);
  encoder("set_channels", set_channels), encoder("set_bits_per_sample", set_bits_per_sample);
  encoder("set_sample_rate", set_sample_rate), encoder("set_compression_level", set_compression_level);
  encoder("init_stream", init_stream), encoder("process_interleaved", process_interleaved);
  encoder("finish", finish);
  const auto decoder = [&](const char* name, auto& function) {
    find(library, std::string("FLAC__stream_decoder_") + name, function);
  };
  decoder("new", create_decoder), decoder("delete", destroy_decoder), decoder("init_stream", init_decoder);
  decoder("process_single", process_single), decoder("seek_absolute", seek_absolute);
  decoder("flush", flush_decoder), decoder("get_state", decoder_state);
}

}  // namespace rowdesk::sound
