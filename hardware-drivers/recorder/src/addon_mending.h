// A part of a take is mended beside the event loop.
#pragma once
#include <napi.h>

#include "recording/mend.h"

namespace rowdesk {

class Mending : public Napi::AsyncWorker {
 public:
  Mending(Napi::Env env, recorder::BrokenPart part)
      : Napi::AsyncWorker(env), part_(std::move(part)), deferred_(Napi::Promise::Deferred::New(env)) {}
  Napi::Promise promise() const { return deferred_.Promise(); }
  void Execute() override { mended_ = recorder::mend(part_); }
  void OnOK() override {
    auto to = Napi::Object::New(Env());
    to.Set("frames", static_cast<double>(mended_.frames));
    auto faults = Napi::Array::New(Env(), mended_.faults.size());
    for (uint32_t n = 0; n < mended_.faults.size(); ++n) faults.Set(n, mended_.faults[n]);
    to.Set("faults", faults);
    auto missing = Napi::Array::New(Env(), mended_.missing.size());
    for (uint32_t n = 0; n < mended_.missing.size(); ++n) missing.Set(n, mended_.missing[n]);
    to.Set("missing", missing);
    deferred_.Resolve(to);
  }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  const recorder::BrokenPart part_;
  recorder::MendedPart mended_;
  const Napi::Promise::Deferred deferred_;
};

}  // namespace rowdesk
