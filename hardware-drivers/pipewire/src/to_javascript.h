// Converts events to the objects that native.ts describes.
#pragma once

#include <napi.h>

#include "events.h"

namespace rowdesk {

Napi::Value to_javascript(Napi::Env env, const Event& event);

}  // namespace rowdesk
