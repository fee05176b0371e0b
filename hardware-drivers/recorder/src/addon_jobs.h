// What jobs get from JavaScript: takes and formats; errors in words.
#pragma once

#include <napi.h>

#include <memory>

#include "files/markers.h"
#include "files/track_file.h"
#include "playing/take.h"

namespace rowdesk {

/** `{ rate, parts: [{ at, frames }], tracks: [{ channels, files: [path] }] }` */
std::shared_ptr<const playing::Take> take_from(const Napi::Object& from);

/** `[{ at, label }]`, in frames. */
std::vector<recorder::Marker> markers_from(const Napi::Array& from);

/** `{ container: 'wav' | 'flac', encoding: 'int16' | 'int24' | 'float32' }` */
recorder::TrackFormat format_from(const Napi::Object& from);

std::vector<uint32_t> numbers_from(const Napi::Value& from);
Napi::Array numbers_to(Napi::Env env, const std::vector<float>& from);

/** Runs `work`; what goes wrong in words becomes an Error. */
template <typename Work>
void in_words(Napi::Env env, Work work) {
  try {
    work();
  } catch (const sound::FileError& error) {
    throw Napi::Error::New(env, error.what());
  }
}

}  // namespace rowdesk
