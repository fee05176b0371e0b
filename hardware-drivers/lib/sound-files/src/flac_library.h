// libFLAC, which is opened with the first file. Building and starting do not need it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk::sound {

/** What the library and its callbacks answer when all is well. */
inline constexpr int init_ok = 0, callback_ok = 0;
/** In the first byte of a block of metadata: no other follows. */
inline constexpr uint8_t last_block_flag = 0x80;

/**
 * The functions of libFLAC's stream encoder and decoder in use; unchanged since version 1.1.3 (FLAC/stream_encoder.h,
 * FLAC/stream_decoder.h).
 */
class FlacLibrary {
 public:
  using Encoder = void;
  using Decoder = void;
  /** File names of the library on Linux, newest first. */
  static const std::vector<std::string>& names();
  /** Opens the library at the first call. Throws FileError that says how to install it. */
  static const FlacLibrary& loaded();
  /** Opens the first of these that exists. Throws FileError if none can be opened. */
  explicit FlacLibrary(const std::vector<std::string>& names);

  Encoder* (*create)();
  void (*destroy)(Encoder*);
  int (*set_channels)(Encoder*, uint32_t);
  int (*set_bits_per_sample)(Encoder*, uint32_t);
  int (*set_sample_rate)(Encoder*, uint32_t);
  int (*set_compression_level)(Encoder*, uint32_t);
  int (*init_stream)(Encoder*, int (*write)(const Encoder*, const uint8_t*, size_t, uint32_t, uint32_t, void*),
                     int (*seek)(const Encoder*, uint64_t, void*), int (*tell)(const Encoder*, uint64_t*, void*),
                     void (*metadata)(const Encoder*, const void*, void*), void* client);
  int (*process_interleaved)(Encoder*, const int32_t*, uint32_t frames);
  int (*finish)(Encoder*);

  /** How FLAC__Frame begins. The decoder gives the number as that of the first frame, for blocks of any length. */
  struct BlockHead {
    uint32_t frames, rate_hz, channels;
    int channel_assignment;
    uint32_t bits;
    int kind_of_number;
    uint64_t first_frame;
  };
  Decoder* (*create_decoder)();
  void (*destroy_decoder)(Decoder*);
  int (*init_decoder)(Decoder*, int (*read)(const Decoder*, uint8_t* into, size_t* count, void*),
                      int (*seek)(const Decoder*, uint64_t, void*), int (*tell)(const Decoder*, uint64_t*, void*),
                      int (*length)(const Decoder*, uint64_t*, void*), int (*is_end)(const Decoder*, void*),
                      int (*write)(const Decoder*, const BlockHead*, const int32_t* const*, void*),
                      void (*metadata)(const Decoder*, const void*, void*), void (*error)(const Decoder*, int, void*),
                      void* client);
  int (*process_single)(Decoder*);
  int (*seek_absolute)(Decoder*, uint64_t frame);
  int (*flush_decoder)(Decoder*);
  int (*decoder_state)(const Decoder*);
};

}  // namespace rowdesk::sound
