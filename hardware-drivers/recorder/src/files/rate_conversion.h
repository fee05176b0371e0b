// Converts the rate of a stream of sound by libsoxr (soxr.h of version 0.1), which is opened with the first conversion. Building
// and starting do not need it. At its highest quality the pass band is flat to 0.91 of the lower Nyquist frequency.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rowdesk::recorder {

/** The functions of libsoxr in use. */
class SoxrLibrary {
 public:
  /** soxr_t */
  using Converter = void;
  /** soxr_io_spec_t: types of the samples in and out. */
  struct IoSpec {
    int in_type, out_type;
    double scale;
    void* reserved;
    unsigned long flags;
  };
  /** soxr_quality_spec_t */
  struct QualitySpec {
    double precision, phase_response, passband_end, stopband_begin;
    void* reserved;
    unsigned long flags;
  };

  /** Opens the library at the first call. Throws FileError that says how to install it. */
  static const SoxrLibrary& loaded();
  /** Throws FileError. */
  explicit SoxrLibrary(const std::string& name);

  /** Errors are texts; null is none. */
  Converter* (*create)(double in_rate, double out_rate, unsigned channels, const char** error, const IoSpec*,
                       const QualitySpec*, const void* runtime_spec);
  const char* (*process)(Converter*, const void* in, size_t in_frames, size_t* taken, void* out, size_t out_frames,
                         size_t* given);
  void (*destroy)(Converter*);
  QualitySpec (*quality_spec)(unsigned long recipe, unsigned long flags);
};

/** Not for several threads at once. All functions throw sound::FileError in words. */
class RateConversion {
 public:
  /** One array for each channel, until the next call. */
  struct Converted {
    const float* const* channels;
    uint64_t frames;
  };

  /** Equal rates pass every sample on as it is, and need no libsoxr. `channels`: 1 or more. */
  RateConversion(uint32_t in_rate_hz, uint32_t out_rate_hz, uint32_t channels);
  ~RateConversion();

  /** Takes all `frames` and returns what is ready: nothing at first, since the filter looks ahead. */
  Converted convert(const float* const* channels, uint64_t frames);
  /** Returns the tail, so that all frames are those of `frames_for`; `convert` is not allowed after it. */
  Converted finish();

  /** Frames out for so many in: the same time, rounded up. */
  uint64_t frames_for(uint64_t in_frames) const;

 private:
  void run(const float* const* channels, uint64_t frames);
  Converted converted();

  uint32_t in_rate_hz_, out_rate_hz_;
  std::unique_ptr<void, void (*)(void*)> converter_;
  uint64_t in_frames_ = 0, out_frames_ = 0;
  std::vector<std::vector<float>> out_;
  std::vector<const float*> pointers_;
};

}  // namespace rowdesk::recorder
