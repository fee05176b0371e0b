// Cycles for an addon: the processor that JavaScript gives them is held while they run it.
#pragma once
#include <napi.h>
#include <rowdesk/processor_handle.h>

#include <functional>

#include "addon_figures.h"
#include "cycles.h"

namespace rowdesk {

/** All functions but `cycles()` run on JavaScript's thread. */
class AddonCycles {
 public:
  /** package: of the driver, for the crash page. driver: its name in words, for messages. */
  AddonCycles(const char* package, const char* driver, uint32_t inputs, uint32_t outputs)
      : driver_(driver), cycles_(package, inputs, outputs) {}

  Cycles& cycles() { return cycles_; }

  /** `owner`, which holds this, is not collected until `stop`. Throws TypeError for another value than a processor. */
  void start(const Napi::Object& owner, const Napi::Value& handle, uint32_t rate_hz) {
    Napi::Env env = handle.Env();
    const rd_processor& processor = processor_of(handle, driver_);
    stop(env);
    try {
      cycles_.start(processor, rate_hz);
    } catch (const std::exception& error) {
      throw Napi::Error::New(env, error.what());
    }
    processor_ = Napi::Reference<Napi::Value>::New(handle, 1);
    owner_ = Napi::ObjectReference::New(owner, 1);
    // At exit the cycles end before the mixer, older than this hook, goes away.
    at_exit_ = env.AddCleanupHook(std::function<void()>([this] { cycles_.stop(); }));
  }

  void stop(Napi::Env env) {
    if (!cycles_.is_started()) return;
    at_exit_.Remove(env);
    cycles_.stop();
    processor_.Reset();
    owner_.Reset();
  }

  /** `rate` and `quantum` of the last cycle, and the figures of its thread. */
  Napi::Object figures(Napi::Env env) {
    const Cycles::Figures f = cycles_.figures();
    Napi::Object to = figures_to(env, f.thread);
    to.Set("rate", f.rate_hz);
    to.Set("quantum", f.quantum);
    return to;
  }

 private:
  const char* const driver_;
  Cycles cycles_;
  Napi::Reference<Napi::Value> processor_;
  Napi::ObjectReference owner_;
  Napi::Env::CleanupHook<std::function<void()>> at_exit_;
};

}  // namespace rowdesk
