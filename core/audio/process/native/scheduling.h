// How the kernel schedules a thread of this process.
#pragma once
#include <napi.h>

namespace rowdesk {

/* Sets the functions `scheduling` and `schedule` of core/audio/process/native.ts. */
void export_scheduling(Napi::Env env, Napi::Object exports);

}  // namespace rowdesk
