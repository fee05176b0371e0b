// Converts setups between JavaScript and the stagebox.
#pragma once
#include <napi.h>

#include <memory>

#include "setup.h"

namespace rowdesk::stagebox {

std::unique_ptr<Setup> setup_from(const Napi::Object& from);
/** The audio thread's setup, in the shape of setup_from. */
Napi::Object setup_to(Napi::Env env, const Setup& setup);

Napi::Value clip_to(Napi::Env env, std::shared_ptr<const Clip> clip);

}  // namespace rowdesk::stagebox
