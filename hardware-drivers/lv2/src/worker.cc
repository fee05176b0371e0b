#include "worker.h"

#include "faults.h"

namespace rowdesk::plugins {
namespace {
constexpr uint32_t work_ring_bytes = 1u << 16;
}

Worker::Worker() : requests_(work_ring_bytes), responses_(work_ring_bytes), response_(work_ring_bytes) {}

void Worker::stop() {
  ends_.store(true, std::memory_order_release);
  wake_.release();
  if (thread_.joinable()) thread_.join();
}

void Worker::start(LV2_Handle instance, const LV2_Worker_Interface* interface) {
  instance_ = instance;
  interface_ = interface;
  if (interface_ == nullptr || interface_->work == nullptr) return;
  thread_ = std::thread([this, place = blamed_place()] { work_on(place); });
}

LV2_Worker_Status Worker::on_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void* data) {
  auto& self = *static_cast<Worker*>(handle);
  if (self.interface_ == nullptr || self.interface_->work == nullptr) return LV2_WORKER_ERR_UNKNOWN;
  if (!self.is_threaded_.load(std::memory_order_acquire)) {
    return self.interface_->work(self.instance_, on_respond, &self, size, data);
  }
  self.asked_.fetch_add(1, std::memory_order_acq_rel);
  if (!self.requests_.push(data, size)) {
    self.asked_.fetch_sub(1, std::memory_order_acq_rel);
    return LV2_WORKER_ERR_NO_SPACE;
  }
  self.wake_.release();
  return LV2_WORKER_SUCCESS;
}

LV2_Worker_Status Worker::on_respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void* data) {
  return static_cast<Worker*>(handle)->responses_.push(data, size) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

void Worker::work_on(const char* place) {
  use_signal_stack();
  const Blame blame(place);
  std::vector<char> request(work_ring_bytes);
  while (!ends_.load(std::memory_order_acquire)) {
    wake_.acquire();
    for (uint32_t size = 0; !ends_.load(std::memory_order_acquire) && requests_.peek(size);) {
      requests_.pop(request.data(), size);
      interface_->work(instance_, on_respond, this, size, request.data());
      finished_.fetch_add(1, std::memory_order_acq_rel);
    }
  }
}

void Worker::deliver() noexcept {
  if (interface_ == nullptr) return;
  for (uint32_t size = 0; responses_.peek(size);) {
    responses_.pop(response_.data(), size);
    if (interface_->work_response != nullptr) interface_->work_response(instance_, size, response_.data());
  }
  if (interface_->end_run != nullptr) interface_->end_run(instance_);
}

}  // namespace rowdesk::plugins
