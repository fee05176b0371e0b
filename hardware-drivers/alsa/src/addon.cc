// `new Card(inputs, outputs)`, `cards()`, `abilities(names)`, and `version()` of the library.
#include <napi.h>

#include <memory>

#include "../../lib/cycles/src/addon_cycles.h"
#include "../../lib/cycles/src/addon_events.h"
#include "card.h"
#include "card_error.h"
#include "cards.h"

namespace rowdesk::alsa {
namespace {

Napi::Value to_javascript(Napi::Env env, const std::string& reason) { return Napi::String::New(env, reason); }

/** Runs `what`; an error of ALSA has its number as `errno`. */
template <typename What>
auto in_words(Napi::Env env, What what) {
  return with_errors(env, [&] {
    try {
      return what();
    } catch (const CardError& error) {
      Napi::Error thrown = Napi::Error::New(env, error.what());
      thrown.Set("errno", Napi::Number::New(env, error.error()));
      throw thrown;
    }
  });
}

/** Keeps its processor while the card is away: a card that comes back goes on with it. */
class CardWrap : public Napi::ObjectWrap<CardWrap> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Card",
                       {InstanceMethod<&CardWrap::open>("open"), InstanceMethod<&CardWrap::close>("close"),
                        InstanceMethod<&CardWrap::enable>("enable"), InstanceMethod<&CardWrap::start>("start"),
                        InstanceMethod<&CardWrap::stop>("stop"), InstanceMethod<&CardWrap::figures>("figures")});
  }

  explicit CardWrap(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<CardWrap>(info),
        inputs_(info[0].ToNumber()),
        outputs_(info[1].ToNumber()),
        cycles_("alsa", "the ALSA driver", inputs_, outputs_) {}

  ~CardWrap() override {
    end_card();
    cycles_.cycles().stop();
  }

 private:
  /** open({ capture, playback, clockName, rateHz, periodFrames, leadPeriods }, gone). */
  Napi::Value open(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    end_card();
    const auto from = info[0].As<Napi::Object>();
    const CardSettings settings{from.Get("capture").ToString(), from.Get("playback").ToString(),
                                from.Get("clockName").ToString(), from.Get("rateHz").ToNumber(),
                                from.Get("periodFrames").ToNumber(), from.Get("leadPeriods").ToNumber()};
    card_ = in_words(env, [&] {
      return events_.open(env, info[1], "rowdesk-alsa", [&](auto send) {
        return std::make_unique<Card>(settings, cycles_.cycles(), inputs_, outputs_, std::move(send));
      });
    });
    auto to = Napi::Object::New(env);
    to.Set("periodFrames", card_->shape().period_frames);
    to.Set("leadFrames", card_->shape().lead_frames);
    to.Set("isLinked", card_->shape().is_linked);
    return to;
  }

  void close(const Napi::CallbackInfo&) { end_card(); }
  void enable(const Napi::CallbackInfo& info) { cycles_.cycles().enable(info[0].ToBoolean()); }
  /** start(processor, rate in Hz). */
  void start(const Napi::CallbackInfo& info) {
    cycles_.start(info.This().As<Napi::Object>(), info[0], info[1].ToNumber());
  }
  void stop(const Napi::CallbackInfo& info) { cycles_.stop(info.Env()); }
  Napi::Value figures(const Napi::CallbackInfo& info) { return cycles_.figures(info.Env()); }

  void end_card() {
    if (!card_) return;
    card_.reset();
    events_.close();
  }

  const uint32_t inputs_, outputs_;
  AddonCycles cycles_;
  std::unique_ptr<Card> card_;
  AddonEvents<std::string, to_javascript> events_;
};

Napi::Value cards(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return in_words(env, [&] {
    auto kernel = Napi::Array::New(env);
    for (const KernelCard& card : kernel_cards()) {
      auto to = Napi::Object::New(env);
      to.Set("number", card.number);
      to.Set("id", card.id);
      to.Set("driver", card.driver);
      to.Set("name", card.name);
      to.Set("longName", card.long_name);
      to.Set("mixerName", card.mixer_name);
      to.Set("captureDevice", card.capture_device);
      to.Set("playbackDevice", card.playback_device);
      kernel.Set(kernel.Length(), to);
    }
    auto named = Napi::Array::New(env);
    for (const NamedCard& card : named_cards()) {
      auto to = Napi::Object::New(env);
      to.Set("name", card.name);
      to.Set("description", card.description);
      named.Set(named.Length(), to);
    }
    auto all = Napi::Object::New(env);
    all.Set("kernel", kernel);
    all.Set("named", named);
    return all;
  });
}

/** abilities(name, isCapture): opens the PCM for a moment. */
Napi::Value abilities(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Abilities found =
      in_words(env, [&] { return Pcm(info[0].ToString().Utf8Value(), info[1].ToBoolean()).abilities(); });
  auto rates = Napi::Array::New(env);
  for (const uint32_t rate_hz : found.rates_hz) rates.Set(rates.Length(), rate_hz);
  auto to = Napi::Object::New(env);
  to.Set("channels", found.channels);
  to.Set("ratesHz", rates);
  return to;
}

Napi::Value version(const Napi::CallbackInfo& info) {
  return in_words(info.Env(), [&] { return Napi::String::New(info.Env(), library().asoundlib_version()); });
}

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Card", CardWrap::define(env));
  exports.Set("cards", Napi::Function::New<cards>(env, "cards"));
  exports.Set("abilities", Napi::Function::New<abilities>(env, "abilities"));
  exports.Set("version", Napi::Function::New<version>(env, "version"));
  return exports;
}

}  // namespace
}  // namespace rowdesk::alsa

using rowdesk::alsa::define;
NODE_API_MODULE(NODE_GYP_MODULE_NAME, define)
