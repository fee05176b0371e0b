// NativeRecorder of js/native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "files/markers.h"
#include "recording/ring_follower.h"
#include "recording/take_writer.h"

namespace rowdesk {

class AddonRecorder : public Napi::ObjectWrap<AddonRecorder> {
 public:
  static Napi::Function define(Napi::Env env);
  explicit AddonRecorder(const Napi::CallbackInfo& info);

 private:
  void set_pre_roll(const Napi::CallbackInfo& info);
  void start(const Napi::CallbackInfo& info);
  void split(const Napi::CallbackInfo& info);
  void stop(const Napi::CallbackInfo& info);
  void mark(const Napi::CallbackInfo& info);
  Napi::Value position(const Napi::CallbackInfo& info);
  Napi::Value state(const Napi::CallbackInfo& info);
  Napi::Value dropouts(const Napi::CallbackInfo& info);
  Napi::Value wait(const Napi::CallbackInfo& info);
  void close(const Napi::CallbackInfo& info);
  static Napi::Value part_file(const Napi::CallbackInfo& info);
  static Napi::Value mend(const Napi::CallbackInfo& info);

  // The writer ends before the follower, whose tape it reads.
  std::unique_ptr<recorder::RingFollower> follower_;
  std::unique_ptr<recorder::TakeWriter> writer_;
  // Of the take that the writer writes.
  std::shared_ptr<recorder::TakeMarkers> markers_;
};

}  // namespace rowdesk
