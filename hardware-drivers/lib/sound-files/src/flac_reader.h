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
  /** Throws FileError in words. */
  FlacReader(const std::string& path, const FlacLibrary& library);

  /** Its `frames` are those of the last whole block if the header doesn't say. */
  const FlacStream& stream() const { return stream_; }
  /** Whole numbers, interleaved. A damaged block is silence. Returns the number of frames, fewer only at the end. Throws
   *  FileError. */
  uint64_t read(uint64_t from_frame, uint64_t frames, int32_t* into);

 private:
  static int take(const void*, const FlacLibrary::BlockHead* head, const int32_t* const* samples, void* self);
  /** Decodes until frames are waiting. False: the file has ended. */
  bool decode();
  uint64_t waiting_frames() const { return waiting_.size() / stream_.channels; }

  const FlacLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> decoder_;
  FlacStream stream_;
  std::vector<int32_t> waiting_;
  /** Of `waiting_`. */
  uint64_t first_frame_ = 0;
};

}  // namespace rowdesk::sound
