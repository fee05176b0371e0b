#include "flac_file.h"

#include <dlfcn.h>

#include <cerrno>

namespace rowdesk::sound {
namespace {

constexpr uint32_t compression_level = 5;
constexpr int init_ok = 0, callback_ok = 0, callback_failed = 1;

template <typename Function>
void find(void* library, const char* name, Function& function) {
  const std::string symbol = std::string("FLAC__stream_encoder_") + name;
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
  find(library, "new", create), find(library, "delete", destroy);
  find(library, "set_channels", set_channels), find(library, "set_bits_per_sample", set_bits_per_sample);
  find(library, "set_sample_rate", set_sample_rate), find(library, "set_compression_level", set_compression_level);
  find(library, "init_stream", init_stream), find(library, "process_interleaved", process_interleaved);
  find(library, "finish", finish);
}

FlacFile::FlacFile(const std::string& path, const FlacLibrary& library, Encoding encoding, uint32_t channels,
                   uint32_t rate_hz)
    : library_(library),
      encoder_(nullptr, library.destroy),
      channels_(channels),
      quantiser_(encoding == Encoding::int16 ? 16 : 24) {
  if (encoding == Encoding::float32) throw FileError(path + ": FLAC holds 16 or 24 bits, no float");
  if (channels > most_channels) throw FileError(path + ": FLAC holds 8 channels, not " + std::to_string(channels));
  file_ = OutputFile(create_or_replace(path), path);
  encoder_.reset(library.create());
  void* encoder = encoder_.get();
  const bool is_set = encoder != nullptr && library.set_channels(encoder, channels) &&
                      library.set_bits_per_sample(encoder, encoding == Encoding::int16 ? 16 : 24) &&
                      library.set_sample_rate(encoder, rate_hz) &&
                      library.set_compression_level(encoder, compression_level);
  check(is_set && library.init_stream(encoder, write, seek, tell, nullptr, this) == init_ok);
}

void FlacFile::append(std::span<const float> samples) {
  waiting_.clear();
  for (const float sample : samples) waiting_.push_back(quantiser_.next(sample));
  const auto frames = static_cast<uint32_t>(waiting_.size() / channels_);
  check(library_.process_interleaved(encoder_.get(), waiting_.data(), frames));
}

void FlacFile::finish() { check(library_.finish(encoder_.get())); }

int FlacFile::write(const void*, const uint8_t* bytes, size_t count, uint32_t, uint32_t, void* self) {
  auto& file = *static_cast<FlacFile*>(self);
  if (file.file_.write_some(file.at_, bytes, count) < count) {
    file.error_ = errno;
    return callback_failed;
  }
  file.at_ += count;
  return callback_ok;
}

/** At the end the encoder goes back and writes lengths and the checksum into the header. */
int FlacFile::seek(const void*, uint64_t offset, void* self) {
  static_cast<FlacFile*>(self)->at_ = offset;
  return callback_ok;
}

int FlacFile::tell(const void*, uint64_t* offset, void* self) {
  *offset = static_cast<FlacFile*>(self)->at_;
  return callback_ok;
}

void FlacFile::check(bool is_done) const {
  if (is_done) return;
  if (error_ != 0) file_.fail(error_);
  throw FileError(file_.name() + ": libFLAC can't encode this");
}

}  // namespace rowdesk::sound
