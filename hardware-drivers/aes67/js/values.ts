// The values that the desk exchanges with a device of the network, by their rows.
import type { Encoding } from './native.ts';

/** What ptp4l says of the clock of this computer. */
export interface Ptp {
  readonly state: 'locked' | 'locking' | 'master' | 'listening' | 'lost' | 'unobserved';
  /** '' while unknown. */
  readonly grandmasterId: string;
  readonly domain: number;
  /** Why it is not locked, in words. */
  readonly reason: string;
}

/** `network` of /netaudio/{id}: what the device has to know of the machine. */
export interface NetworkFacts {
  /** By name, one per path of ST 2022-7; '' for a path without one. */
  readonly interfaces: readonly string[];
  /** TAI less UTC; null: not known, that of before stays. */
  readonly utcOffsetS: number | null;
  readonly ptp: Ptp;
}

export interface SourcePath {
  readonly address: string;
  readonly port: number;
  /** The address of the sender, '' for any. */
  readonly source: string;
}

/** The clock that the description of a stream names. */
export interface SenderClock {
  readonly kind: 'ptp' | 'local' | 'unknown';
  readonly grandmasterId: string;
  /** Null where the description does not say. */
  readonly domain: number | null;
}

/** `source` of /netaudio/{id}/rx/{n}: a channel of a stream, as its description says. */
export interface ReceiveSource {
  readonly streamId: string;
  /** Of the stream, from 1. */
  readonly channel: number;
  /** 1, or 2 of ST 2022-7. */
  readonly paths: readonly SourcePath[];
  /** As described: not only those that the desk takes. */
  readonly encoding: string;
  readonly rateHz: number;
  readonly channels: number;
  readonly payloadType: number;
  /** 0 for unknown. */
  readonly packetTimeUs: number;
  readonly clock: SenderClock;
  /** RTP time less media time; null where the description does not say. */
  readonly mediaClockOffset: number | null;
}

export const packetTimesUs = [125, 250, 333, 1000, 4000] as const;

/** A member of `transmit` of /netaudio/{id}: a stream that the desk sends. */
export interface TransmitStream {
  readonly id: string;
  readonly name: string;
  /** Of the outputs of the device, from 1. */
  readonly firstChannel: number;
  readonly channels: number;
  readonly encoding: Encoding;
  readonly packetTimeUs: (typeof packetTimesUs)[number];
  /** '' for one made of the names of host, device and stream. */
  readonly address: string;
  readonly port: number;
  readonly payloadType: number;
  readonly ttl: number;
  readonly enabled: boolean;
}

export type Status = 'connected' | 'unresolved' | 'no-signal' | 'format-mismatch' | 'clock-mismatch';

/** How a channel or a stream is received; `reason`: what to do, in words. */
export interface Reception {
  readonly status: Status;
  readonly reason: string;
}

/** A member of `received` of /netaudio/{id}. */
export interface Received extends Reception {
  readonly streamId: string;
  readonly paths: readonly {
    readonly address: string;
    readonly port: number;
    readonly packets: number;
    readonly lost: number;
  }[];
  readonly packets: number;
  readonly lost: number;
  readonly late: number;
  readonly doubled: number;
  readonly reordered: number;
  readonly malformed: number;
  readonly outside: number;
  readonly foreign: number;
  readonly slips: number;
  readonly concealedFrames: number;
  readonly transitP50Us: number;
  readonly transitP999Us: number;
  readonly transitMaxUs: number;
  readonly linkOffsetMs: number;
}

/** A member of `transmitted` of /netaudio/{id}. */
export interface Transmitted {
  readonly id: string;
  readonly paths: readonly { readonly address: string; readonly port: number }[];
  readonly packets: number;
  readonly dropped: number;
  /** Why it is not sent, or not on all paths; '' while it is. */
  readonly reason: string;
}
