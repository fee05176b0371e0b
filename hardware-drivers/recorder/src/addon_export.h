// TrackExport of js/native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "jobs/track_export.h"

namespace rowdesk {

class AddonExport : public Napi::ObjectWrap<AddonExport> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonExport(const Napi::CallbackInfo& info);

 private:
  Napi::Value step(const Napi::CallbackInfo& info);

  std::unique_ptr<recorder::TrackExport> work_;
};

}  // namespace rowdesk
