// How many frames a packet has, and whether its payload fits.
import type { Encoding } from './native.ts';

/** AES67 7.1: a packet of at most 1440 bytes of sound is never fragmented. */
export const mostPayloadBytes = 1440;

const bytesPerSample: Readonly<Record<Encoding, number>> = { L16: 2, L24: 3 };

export interface PacketShape {
  readonly encoding: Encoding;
  readonly channels: number;
  readonly packetTimeUs: number;
}

/** 125 us are 6 frames at 44.1 and at 48 kHz, 333 us are 16 (AES67 7.2). */
export function packetFramesOf(rateHz: number, packetTimeUs: number): number {
  return Math.round((rateHz * packetTimeUs) / 1e6);
}

/** Why packets of this shape are too large, with the permitted count of channels; '' where they fit. */
export function payloadFault({ encoding, channels, packetTimeUs }: PacketShape, rateHz: number): string {
  const bytesPerChannel = packetFramesOf(rateHz, packetTimeUs) * bytesPerSample[encoding];
  const bytes = channels * bytesPerChannel;
  if (bytes <= mostPayloadBytes) return '';
  const most = Math.floor(mostPayloadBytes / bytesPerChannel);
  const time = `${packetTimeUs / 1000} ms${rateHz === 48_000 ? '' : ` and ${rateHz} Hz`}`;
  const fitting = most === 0 ? 'none fits' : `at most ${most} channel${most === 1 ? ' fits' : 's fit'}`;
  return `${channels} channels of ${encoding} at ${time} are ${bytes} bytes; ${fitting} into ${mostPayloadBytes}`;
}
