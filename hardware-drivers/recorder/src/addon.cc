// The Node-API module of the recorder: its classes, each in a file of its own.
#include "addon_export.h"
#include "addon_player.h"
#include "addon_pump.h"
#include "addon_recorder.h"

namespace {

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("NativeRecorder", rowdesk::AddonRecorder::define(env));
  exports.Set("NativePlayer", rowdesk::AddonPlayer::define(env));
  exports.Set("TrackExport", rowdesk::AddonExport::define(env));
  exports.Set("TakePump", rowdesk::AddonPump::define(env));
  return exports;
}

}  // namespace

NODE_API_MODULE(recorder, init)
