// Joining for JavaScript: `joinDevices` of core/audio/process/native.ts.
#pragma once
#include <napi.h>

namespace rowdesk {

/* Adds joinDevices(mixer) and mostResampledChannels to the addon. */
void export_joining(Napi::Env env, Napi::Object exports);

}  // namespace rowdesk
