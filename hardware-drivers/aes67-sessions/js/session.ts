// Sessions as the rows `/netaudio/sessions/{slot}` have them, and what the desk announces.

export interface StreamPath {
  readonly address: string;
  readonly port: number;
  /** The address of the sender, of a source filter; '' for any. */
  readonly source: string;
  readonly ttl: number;
}

export interface StreamClock {
  readonly kind: 'ptp' | 'local' | 'unknown';
  /** As SDP writes it, `00-1D-C1-FF-FE-12-34-56`; '' when none is named. */
  readonly grandmasterId: string;
  readonly domain: number | null;
}

export interface SessionStream {
  readonly id: string;
  /** One, or the two of ST 2022-7. */
  readonly paths: readonly StreamPath[];
  /** As named in the description; L16 and L24 are upper case. */
  readonly encoding: string;
  readonly rateHz: number;
  /** 1 to 64 */
  readonly channels: number;
  readonly payloadType: number;
  /** 0 unknown */
  readonly packetTimeUs: number;
  /** One per channel, each once. */
  readonly channelLabels: readonly string[];
  readonly clock: StreamClock;
  /** RTP time at media time 0 */
  readonly mediaClockOffset: number | null;
}

export type Via = 'sap' | 'mdns';

export interface Session {
  /** Of the origin of its description: the same for each announcement, version and way. */
  readonly id: string;
  readonly name: string;
  /** The name of the sender: its host by mDNS, else its address. */
  readonly device: string;
  readonly address: string;
  /** The address that this description came from: another one than `address` where its host is not heard itself. */
  readonly sender: string;
  readonly via: readonly Via[];
  readonly streams: readonly SessionStream[];
  readonly version: string;
  /** Unix time */
  readonly seenAtMs: number;
  readonly ours: boolean;
}

export interface AnnouncedPath {
  readonly address: string;
  readonly port: number;
  readonly ttl: number;
}

/** All that SDP, SAP and mDNS need of a stream that the desk sends. */
export interface Announcement {
  readonly id: string;
  readonly name: string;
  readonly paths: readonly AnnouncedPath[];
  readonly encoding: 'L16' | 'L24';
  readonly rateHz: number;
  readonly channels: number;
  readonly channelLabels: readonly string[];
  readonly payloadType: number;
  readonly packetTimeUs: number;
  readonly packetFrames: number;
  readonly clock: { readonly grandmasterId: string; readonly domain: number } | null;
}
