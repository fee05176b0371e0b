// The audio thread of the stagebox: it owns the clock and calls the mixer once per block (rowdesk/audio.h).
// On that thread: no lock, no allocation, no JavaScript.
#include <napi.h>
#include <rowdesk/audio.h>
#include <rowdesk/clock.h>
#include <rowdesk/crash_page.h>
#include <rowdesk/processor_handle.h>

#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

namespace {

constexpr uint32_t inputs = 2;
constexpr uint32_t outputs = 2;

class Box : public Napi::ObjectWrap<Box> {
 public:
  explicit Box(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Box>(info) {}
  ~Box() override { halt(); }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Box",
                       {InstanceMethod<&Box::start>("start"), InstanceMethod<&Box::stop>("stop"),
                        InstanceMethod<&Box::figures>("figures")});
  }

 private:
  /** start(processor, rate in Hz, frames per block, frequency of the tone in Hz, its peak, 1.0 is full scale). */
  void start(const Napi::CallbackInfo& info) {
    const rd_processor* processor = &rowdesk::processor_of(info[0], "this driver");
    halt();
    rate_ = info[1].ToNumber().Uint32Value();
    frames_ = info[2].ToNumber().Uint32Value();
    step_ = 2 * M_PI * info[3].ToNumber().DoubleValue() / rate_;
    peak_ = info[4].ToNumber().DoubleValue();
    if (processor->prepare(processor->self, rate_, frames_, inputs, outputs) != 0) {
      throw Napi::Error::New(info.Env(), "the mixer can't run like that");
    }
    processor_ = processor;
    blocks_.assign((inputs + outputs) * frames_, 0.0f);
    for (auto* figure : {&xruns_, &last_xrun_ns_, &block_max_ns_, &jitter_max_ns_}) *figure = 0;
    stopping_ = false;
    thread_ = std::thread([this] { run(); });
    is_real_time_ = rd_clock_make_real_time(thread_.native_handle());
  }

  void stop(const Napi::CallbackInfo&) { halt(); }

  void halt() {
    if (!thread_.joinable()) return;
    stopping_ = true;
    thread_.join();
    processor_->release(processor_->self);
  }

  Napi::Value figures(const Napi::CallbackInfo& info) {
    auto to = Napi::Object::New(info.Env());
    const double block_us = static_cast<double>(block_max_ns_.exchange(0)) / 1000;
    const uint64_t xrun_ns = last_xrun_ns_;
    timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    const double wall_ms = static_cast<double>(wall.tv_sec) * 1e3 + static_cast<double>(wall.tv_nsec) / 1e6;
    to.Set("xruns", static_cast<double>(xruns_));
    to.Set("lastXrunMs", xrun_ns == 0 ? 0 : wall_ms - static_cast<double>(rd_monotonic_ns() - xrun_ns) / 1e6);
    to.Set("blockUs", block_us);
    to.Set("blockMaxUs", block_us);
    to.Set("wakeupJitterUs", static_cast<double>(jitter_max_ns_.exchange(0)) / 1000);
    to.Set("policy", is_real_time_ ? "SCHED_FIFO" : "SCHED_OTHER");
    to.Set("priority", is_real_time_ ? RD_CLOCK_PRIORITY : 0);
    return to;
  }

  void run() {
    // Should the process crash in here, it is said whose fault it was.
    rd_crash_page* page = rd_crash_page_open();
    const uint32_t mixer = rd_crash_name(page, "mixer");
    const uint32_t driver = rd_crash_name(page, "exemplar");
    rd_crash_slot* slot = rd_crash_claim(page, "audio");
    rd_crash_enter(slot, driver);

    float* tone = blocks_.data();
    const float* in[inputs] = {tone, tone + frames_};
    float* out[outputs] = {tone + 2 * frames_, tone + 3 * frames_};
    rd_block_time time{sizeof(rd_block_time), RD_ABI, 0, 0, 0, 0, 0};
    rd_clock clock;
    rd_clock_start(&clock, rate_, frames_);
    double phase = 0;
    while (!stopping_) {
      const rd_wakeup woken = rd_clock_wait(&clock);
      raise(jitter_max_ns_, woken.jitter_ns);
      if (woken.lost_frames > 0) {
        // Too late to catch up: frames are lost, and the next block says so.
        time.frame_position += woken.lost_frames;
        time.xrun_count = ++xruns_;
        time.flags = RD_BLOCK_XRUN;
        last_xrun_ns_ = woken.now_ns;
        continue;
      }
      for (uint32_t i = 0; i < frames_; ++i) {
        tone[i] = static_cast<float>(peak_ * std::sin(phase));
        phase = std::fmod(phase + step_, 2 * M_PI);
      }
      time.monotonic_ns = woken.now_ns;
      rd_crash_enter(slot, mixer);
      processor_->process(processor_->self, in, out, frames_, &time);
      rd_crash_enter(slot, driver);
      // out[0] and out[1] go to the hardware here.
      time.frame_position += frames_;
      raise(block_max_ns_, rd_monotonic_ns() - woken.now_ns);
      time.flags = 0;
    }
    rd_crash_release(slot);
  }

  static void raise(std::atomic<uint64_t>& most, uint64_t value) {
    if (value > most.load(std::memory_order_relaxed)) most.store(value, std::memory_order_relaxed);
  }

  const rd_processor* processor_ = nullptr;
  uint32_t rate_ = 0;
  uint32_t frames_ = 0;
  double step_ = 0;
  double peak_ = 0;
  bool is_real_time_ = false;
  /** inputs + outputs blocks, one behind the other. */
  std::vector<float> blocks_;
  std::thread thread_;
  std::atomic<bool> stopping_{false};
  std::atomic<uint64_t> xruns_{0};
  std::atomic<uint64_t> last_xrun_ns_{0};
  std::atomic<uint64_t> block_max_ns_{0};
  std::atomic<uint64_t> jitter_max_ns_{0};
};

Napi::Object define(Napi::Env env, Napi::Object exports) {
  exports.Set("Box", Box::define(env));
  return exports;
}

}  // namespace

NODE_API_MODULE(box, define)
