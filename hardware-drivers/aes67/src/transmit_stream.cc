#include "transmit_stream.h"

#include <algorithm>
#include <cstring>

#include "rtp_packet.h"

namespace rowdesk::aes67 {

TransmitStream::TransmitStream(const TransmitFormat& format, uint32_t most_frames, uint16_t first_sequence)
    : format_(format),
      frame_bytes_(static_cast<uint32_t>(format.outputs.size()) * bytes_of(format.encoding)),
      packet_bytes_(rtp_header_bytes + frame_bytes_ * format.packet_frames),
      // A packet may have begun in the block before.
      most_packets_((most_frames + format.packet_frames - 1) / format.packet_frames),
      packets_(size_t{packet_bytes_} * (most_packets_ + 1)),
      sequence_(first_sequence) {}

void TransmitStream::begin_packet(uint64_t position) {
  RtpHeader header;
  header.payload_type = static_cast<uint8_t>(format_.payload_type);
  header.sequence = sequence_++;
  header.timestamp = static_cast<uint32_t>(position);
  header.ssrc = format_.ssrc;
  write_rtp_header(header, packets_.data() + size_t{complete_} * packet_bytes_);
}

uint32_t TransmitStream::put(uint64_t position, uint32_t frames, const float* const* device_outputs) {
  if (complete_ > 0 && filled_ > 0) std::memcpy(packets_.data(), packet(complete_), packet_bytes_);
  complete_ = 0;
  if (filled_ > 0 && position != next_position_) {
    // It is never sent: its number goes to the next packet.
    --sequence_;
    filled_ = 0;
  }
  // Without a packet under way, the next one begins at its multiple: here, but behind a gap.
  const auto into = static_cast<uint32_t>(position % format_.packet_frames);
  uint32_t done = filled_ > 0 || into == 0 ? 0 : std::min(frames, format_.packet_frames - into);
  next_position_ = position + frames;
  while (done < frames) {
    if (filled_ == 0) begin_packet(position + done);
    const uint32_t count = std::min(frames - done, format_.packet_frames - filled_);
    uint8_t* const to = packets_.data() + size_t{complete_} * packet_bytes_ + rtp_header_bytes + size_t{filled_} * frame_bytes_;
    for (size_t channel = 0; channel < format_.outputs.size(); ++channel) {
      write_pcm(format_.encoding, device_outputs[format_.outputs[channel]] + done, to + channel * bytes_of(format_.encoding),
                frame_bytes_, count);
    }
    done += count;
    filled_ += count;
    if (filled_ < format_.packet_frames) break;
    filled_ = 0;
    ++complete_;
  }
  return complete_;
}

}  // namespace rowdesk::aes67
