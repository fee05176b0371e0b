// A sound file that is written: WAV, RF64 or FLAC, with the mixer's float samples or quantised ones.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "broadcast_facts.h"
#include "folder.h"

namespace rowdesk::sound {

enum class Container { wav, rf64, flac };
enum class Encoding { int16, int24, float32 };

constexpr uint32_t bits_of(Encoding encoding) {
  return encoding == Encoding::int16 ? 16 : encoding == Encoding::int24 ? 24 : 32;
}

struct SoundFormat {
  /** A `wav` over 4 GiB becomes an RF64. */
  Container container = Container::wav;
  Encoding encoding = Encoding::float32;
  /** Of whole numbers: the same samples and seed give the same file; or `no_dither` (quantiser.h). */
  uint64_t dither_seed = 0;
  /** Of a recording; null: the file says nothing of its origin. Used while the file is created. */
  const BroadcastFacts* facts = nullptr;
};

/**
 * Gathers what is written to large writes. After an error of `append` or `renew`, `frames` is the number that the file holds,
 * and the next frames follow these.
 */
class SoundFile {
 public:
  virtual ~SoundFile() = default;
  /** Appends whole frames, interleaved, full scale 1.0. Throws FileError (disk full). */
  virtual void append(std::span<const float> samples) = 0;
  /** Writes what is gathered, then the present lengths into the header. Throws FileError. */
  virtual void renew() = 0;
  /** Completes the file; only `sync` is allowed after it. Throws FileError. */
  virtual void finish() = 0;
  /** Waits until all that was written is on the disk. Throws FileError. */
  virtual void sync() = 0;

  /** So far, gathered ones included. */
  virtual uint64_t frames() const = 0;
  /** Of the file, gathered ones included. */
  virtual uint64_t bytes() const = 0;
};

/** Throws FileError in words for what can't be written: FLAC with float32 or more than 8 channels, or without libFLAC. */
void check_format(const std::string& path, const SoundFormat& format, uint32_t channels);
/**
 * Begins a file. `path` is for errors. Throws FileError in words, also for what `check_format` refuses.
 */
std::unique_ptr<SoundFile> begin_sound_file(File file, const std::string& path, const SoundFormat& format,
                                            uint32_t channels, uint32_t rate_hz);
/** Begins a file at `path`, and replaces an existing one. Throws FileError as above. */
std::unique_ptr<SoundFile> create_sound_file(const std::string& path, const SoundFormat& format, uint32_t channels,
                                             uint32_t rate_hz);

}  // namespace rowdesk::sound
