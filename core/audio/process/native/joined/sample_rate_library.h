// libsamplerate, opened at run time: its C interface as <samplerate.h> of 0.1.9 and 0.2.2 declares it
// (https://libsndfile.github.io/libsamplerate/api_full.html).
#pragma once
#include <string>

namespace rowdesk {

struct SampleRateLibrary {
  /** SRC_DATA: interleaved samples; a ratio is output by input. */
  struct Data {
    const float* in;
    float* out;
    long input_frames, output_frames;
    long input_frames_used, output_frames_made;
    int is_end;
    double ratio;
  };
  /** Signal to noise over 97 dB in 80 %, 121 dB in 90 %, 144 dB in 96 % of the bandwidth. */
  enum Quality { best = 0, medium = 1, fastest = 2 };

  /** Throws std::runtime_error: the library is missing or of another kind. */
  static const SampleRateLibrary& loaded();

  void* (*create)(int quality, int channels, int* error);
  int (*process)(void* state, Data* data);
  /** The next call begins with this ratio, rather than slide to it from the one before. */
  int (*set_ratio)(void* state, double ratio);
  int (*reset)(void* state);
  void* (*destroy)(void* state);

 private:
  explicit SampleRateLibrary(const std::string& name);
};

}  // namespace rowdesk
