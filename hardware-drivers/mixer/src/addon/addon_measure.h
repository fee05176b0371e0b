// Measurements of captures for JavaScript, in a thread of libuv's pool.
#pragma once

#include <napi.h>

namespace rowdesk {

// (order: MeasureOrder of js/native-measure.ts): a promise of a NativeMeasurement. Rejects with Error in words for a file that
// can't be read.
Napi::Value measure_capture(const Napi::CallbackInfo& info);

}  // namespace rowdesk
