#include "take_pump.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

namespace rowdesk::recorder {
namespace {

/** Of all channels at once: some 16 MiB for 256 channels. */
constexpr int64_t read_frames = 16384;
constexpr uint64_t pump_look_bytes = 16 << 20;

}  // namespace

TakePump::TakePump(uint32_t inputs, uint32_t outputs)
    : inputs_(inputs), outputs_(outputs), channels_(inputs, -1), peaks_(outputs, 0.0f) {}

void TakePump::prepare(const rd_processor& processor, std::shared_ptr<const playing::Take> take, uint32_t block_frames) {
  const int error = processor.prepare(processor.self, take->rate_hz, block_frames, inputs_, outputs_);
  if (error < 0) throw sound::FileError(std::string("the processor can't be prepared: ") + std::strerror(-error));
  processor_ = &processor;
  take_ = std::move(take);
  block_frames_ = block_frames;
  uint32_t channels = 0;
  for (const playing::PlayedTrack& track : take_->tracks) channels += track.channels;
  for (int32_t& channel : channels_) {
    if (channel >= static_cast<int32_t>(channels)) channel = -1;
  }
  reader_ = std::make_unique<playing::TakeReader>(take_, channels, 0);
  read_.resize(static_cast<size_t>(channels) * read_frames);
  for (uint32_t c = 0; c < channels; ++c) read_planes_.push_back(read_.data() + static_cast<size_t>(c) * read_frames);
  silence_.assign(block_frames, 0.0f);
  output_.resize(static_cast<size_t>(outputs_) * block_frames);
  for (uint32_t n = 0; n < outputs_; ++n) output_planes_.push_back(output_.data() + static_cast<size_t>(n) * block_frames);
  input_planes_.assign(inputs_, silence_.data());
}

void TakePump::record(const std::string& path, std::vector<uint32_t> outputs, const TrackFormat& format,
                      uint64_t reserve_bytes) {
  std::vector<const float*> planes;
  for (const uint32_t output : outputs) planes.push_back(output_planes_.at(output));
  Tape tape{std::move(outputs), std::move(planes), std::filesystem::path(path).parent_path(), reserve_bytes, 0,
            TrackFile::create(path, format, {})};
  check_room(tape);
  tapes_.push_back(std::move(tape));
}

void TakePump::run(uint64_t frames) {
  while (frames > 0) {
    // A block lies within what is read: it may be shorter where that ends.
    const auto at = static_cast<int64_t>(position_);
    if (at >= read_to_) {
      read_from_ = at;
      read_to_ = at + read_frames;
      reader_->read(read_from_, read_frames, read_planes_.data());
      if (!reader_->fault().empty()) throw sound::FileError(reader_->fault());
    }
    const uint64_t left = std::min<uint64_t>(frames, static_cast<uint64_t>(read_to_ - at));
    const auto block = static_cast<uint32_t>(std::min<uint64_t>(left, block_frames_));
    process(block);
    frames -= block;
  }
}

void TakePump::process(uint32_t frames) {
  for (uint32_t n = 0; n < inputs_; ++n) {
    if (channels_[n] < 0) continue;
    input_planes_[n] = read_planes_[channels_[n]] + (static_cast<int64_t>(position_) - read_from_);
  }
  // Time follows from the frames: an offline run has no clock, and every run gives the same output.
  const uint64_t rate = take_->rate_hz;
  const uint64_t ns = position_ / rate * 1'000'000'000 + position_ % rate * 1'000'000'000 / rate;
  const rd_block_time time{sizeof(rd_block_time), RD_ABI, position_, ns, 0, RD_BLOCK_OFFLINE | RD_BLOCK_UNCLIPPED, 0};
  processor_->process(processor_->self, input_planes_.data(), output_planes_.data(), frames, &time);
  position_ += frames;
  for (uint32_t n = 0; n < outputs_; ++n) {
    for (uint32_t i = 0; i < frames; ++i) peaks_[n] = std::max(peaks_[n], std::fabs(output_planes_[n][i]));
  }
  for (Tape& tape : tapes_) {
    tape.file.write(tape.planes.data(), frames);
    tape.unchecked_bytes += frames * tape.planes.size() * sizeof(float);
    if (tape.unchecked_bytes >= pump_look_bytes) check_room(tape);
  }
}

void TakePump::check_room(Tape& tape) {
  tape.unchecked_bytes = 0;
  if (sound::room_in(tape.folder).free >= tape.reserve_bytes + pump_look_bytes) return;
  throw sound::FileError(tape.file.path() + ": the disk is full; " + std::to_string(tape.reserve_bytes / 1'000'000) +
                         " MB of it stay free for the show");
}

void TakePump::finish() {
  std::vector<Tape> tapes = std::move(tapes_);
  abandon();
  for (Tape& tape : tapes) tape.file.close();
}

void TakePump::abandon() {
  tapes_.clear();
  if (processor_ != nullptr) processor_->release(processor_->self);
  processor_ = nullptr;
}

}  // namespace rowdesk::recorder
