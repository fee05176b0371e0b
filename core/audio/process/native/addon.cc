// The functions that core/audio/process/native.ts declares.
#include <napi.h>

#include <cerrno>
#include <cstring>

#include "code_owner.h"
#include "crash.h"
#include "joined/joined_addon.h"
#include "limits.h"
#include "scheduling.h"

namespace {

rd_crash_page* page = nullptr;

std::string text(const Napi::CallbackInfo& info) { return info[0].ToString().Utf8Value(); }

/* mapCrashPage(path): returns the page as an ArrayBuffer. Throws Error, in the words of errno, if it can't be created. */
Napi::Value MapCrashPage(const Napi::CallbackInfo& info) {
  page = rowdesk::make_crash_page(text(info));
  if (page == nullptr) {
    Napi::Error::New(info.Env(), std::string("no crash page: ") + std::strerror(errno)).ThrowAsJavaScriptException();
    return info.Env().Null();
  }
  return Napi::ArrayBuffer::New(info.Env(), page, RD_CRASH_BYTES);
}

/* crashName(package): returns the package's number, 0 without room. */
Napi::Value CrashName(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), rd_crash_name(page, text(info).c_str()));
}

/* ownCode(package, folder): assigns native code below the folder to the package. */
void OwnCode(const Napi::CallbackInfo& info) {
  rowdesk::own_code(rd_crash_name(page, text(info).c_str()), info[1].ToString().Utf8Value());
}

/* claimCrashSlot(label): returns the index of this thread's slot, -1 for none. */
Napi::Value ClaimCrashSlot(const Napi::CallbackInfo& info) {
  rd_crash_slot* slot = rd_crash_claim(page, text(info).c_str());
  return Napi::Number::New(info.Env(), slot == nullptr ? -1 : slot - page->slots);
}

Napi::Value LockMemory(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), rowdesk::lock_memory());
}

Napi::Value LimitRealTime(const Napi::CallbackInfo& info) {
  auto microseconds = static_cast<unsigned long>(info[0].ToNumber().Int64Value());
  return Napi::String::New(info.Env(), rowdesk::limit_real_time(microseconds));
}

/* lockFile(path): returns a descriptor, or -1 if another process holds the lock. Throws Error if the file can't be opened. */
Napi::Value LockFile(const Napi::CallbackInfo& info) {
  int file = rowdesk::lock_file(text(info));
  if (file < 0 && errno != EWOULDBLOCK) {
    std::string words = "can not lock " + text(info) + ": " + std::strerror(errno);
    Napi::Error::New(info.Env(), words).ThrowAsJavaScriptException();
  }
  return Napi::Number::New(info.Env(), file);
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("mapCrashPage", Napi::Function::New(env, MapCrashPage));
  exports.Set("crashName", Napi::Function::New(env, CrashName));
  exports.Set("ownCode", Napi::Function::New(env, OwnCode));
  exports.Set("claimCrashSlot", Napi::Function::New(env, ClaimCrashSlot));
  exports.Set("lockMemory", Napi::Function::New(env, LockMemory));
  exports.Set("limitRealTime", Napi::Function::New(env, LimitRealTime));
  exports.Set("lockFile", Napi::Function::New(env, LockFile));
  rowdesk::export_scheduling(env, exports);
  rowdesk::export_joining(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(driver_process, Init)
