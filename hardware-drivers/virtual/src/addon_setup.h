// Setups between JavaScript and the stagebox.
#pragma once
#include <napi.h>

#include <memory>

#include "setup.h"

namespace rowdesk::stagebox {

std::unique_ptr<Setup> setup_from(const Napi::Object& from);
/** What the audio thread has, in the shape it was sent. */
Napi::Object setup_to(Napi::Env env, const Setup& setup);

Napi::Value clip_to(Napi::Env env, std::shared_ptr<const Clip> clip);

}  // namespace rowdesk::stagebox
