// Reads FLAC files by libFLAC, from any frame on.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "flac_library.h"
#include "flac_stream.h"

namespace rowdesk::sound {

class FlacReader {
 public:
  /** `source` outlives the reader. Throws FileError in words. */
  FlacReader(ByteSource& source, const FlacLibrary& library);

  /** Its `frames` are those of the last whole block if the header doesn't say, or says what is not there. */
  const FlacStream& stream() const { return stream_; }
  /** Whole numbers, interleaved. A damaged block is silence. Returns the number of frames, fewer only at the end. Throws
   *  FileError. */
  uint64_t read(uint64_t from_frame, uint64_t frames, int32_t* into);

 private:
  static int give(const void*, uint8_t* into, size_t* count, void* self);
  static int seek(const void*, uint64_t offset, void* self);
  static int tell(const void*, uint64_t* offset, void* self);
  static int length(const void*, uint64_t* bytes, void* self);
  static int is_end(const void*, void* self);
  static int take(const void*, const FlacLibrary::BlockHead* head, const int32_t* const* samples, void* self);
  /** Decodes until frames are waiting. False: the file has ended. */
  bool decode();
  uint64_t waiting_frames() const { return waiting_.size() / stream_.channels; }

  ByteSource& source_;
  const FlacLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> decoder_;
  FlacStream stream_;
  std::vector<int32_t> waiting_;
  /** Of `waiting_`. */
  uint64_t first_frame_ = 0;
  /** Of the next bytes that the decoder reads. */
  uint64_t at_ = 0;
  std::string fault_;
};

}  // namespace rowdesk::sound
