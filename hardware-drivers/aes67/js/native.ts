// The native part as TypeScript sees it (src/addon.cc), and its loading.
import type { ProcessorHandle } from 'rowdesk/driver';
import { loadAddon } from '../../lib/cycles/js/addon.ts';
import type { CycleFigures } from '../../lib/cycles/js/figures.ts';

/** Where packets go: IPv4, in dots. The first path of an order is of the first interface of `open`, the second of the second. */
export interface StreamPath {
  /** A multicast group, or of a unicast stream the address of its receiver. */
  readonly address: string;
  /** 1 to 65535. */
  readonly port: number;
  /** Of a stream that is received, its sender's address: packets of others are dropped. '' for any sender. */
  readonly source: string;
}

export type Encoding = 'L16' | 'L24';

export interface ReceiveOrder {
  readonly id: string;
  /** 1, or 2 of ST 2022-7. */
  readonly paths: readonly StreamPath[];
  readonly encoding: Encoding;
  /** 1 to 64. */
  readonly channels: number;
  /** 0 to 127. */
  readonly payloadType: number;
  /** 0 for unknown. Channels times frames times bytes of a sample is at most 1440. */
  readonly packetFrames: number;
  /** RTP time less media time, modulo 2^32; null where it is learned from the packets. */
  readonly clockOffset: number | null;
  /** From 1: the inputs of the device that a channel of the stream feeds. An input is fed by one channel. */
  readonly inputs: readonly { readonly channel: number; readonly input: number }[];
  /** Up to 100 ms. */
  readonly linkOffsetFrames: number;
}

export interface TransmitOrder {
  readonly id: string;
  /** 1, or 2 of ST 2022-7, with the same packets. `source` is not looked at: it is the interface's address. */
  readonly paths: readonly (StreamPath & { /** 1 to 255; of unicast too. */ readonly ttl: number })[];
  readonly encoding: Encoding;
  /** Of the device, from 1; one per channel of the stream, 1 to 64. */
  readonly outputs: readonly number[];
  /** 0 to 127. */
  readonly payloadType: number;
  readonly packetFrames: number;
  /** 0 to 2^32 - 1. */
  readonly ssrc: number;
  /** 0 to 63. */
  readonly dscp: number;
}

/** What could not be opened, and why. */
export interface Unopened {
  /** Of the order. */
  readonly id: string;
  readonly reason: string;
  /** The order's other path is open, and carries the stream. */
  readonly isPartial: boolean;
}

/** Counters since the order came; transit is of the last 10 s. */
export interface ReceiveFigures {
  readonly packets: number;
  readonly lost: number;
  readonly late: number;
  /** Second copies on one path. */
  readonly doubled: number;
  readonly reordered: number;
  readonly malformed: number;
  /** Well-formed, and too far ahead or behind to be held; among `packets` too. */
  readonly outside: number;
  /** Of another payload type, SSRC or sender. */
  readonly foreign: number;
  readonly slips: number;
  readonly concealedFrames: number;
  /** Packets that the system dropped before they were read, as more came than a block reads; of all paths. */
  readonly overrun: number;
  /** Errors of the sockets: an interface that is down, for one. */
  readonly socketErrors: number;
  /** Per path of the order. */
  readonly pathPackets: readonly number[];
  readonly pathLost: readonly number[];
  /** From the media time at the end of a packet to its arrival. */
  readonly transitP50Us: number;
  readonly transitP999Us: number;
  readonly transitMaxUs: number;
  /** A packet came within the last 100 ms of media time. */
  readonly hasSignal: boolean;
  /** Aligned by its earliest packets: it has no `clockOffset`, or one that its packets do not fit. */
  readonly isLearned: boolean;
  /** 0 before the first packet. */
  readonly ssrc: number;
  /** As the packets have it; 0 before the first one. */
  readonly seenPacketFrames: number;
}

export interface TransmitFigures {
  /** Sent, of all paths. */
  readonly packets: number;
  /** Not sent, as the system refused them; of all paths. */
  readonly dropped: number;
  /** Why the last packet of a path was dropped; '' while all are sent. */
  readonly reason: string;
}

export interface NetworkSettings {
  /** 44100 to 96000. */
  readonly rateHz: number;
  /** 1/8 ms to 4096 frames. */
  readonly blockFrames: number;
  /** TAI less UTC. */
  readonly utcOffsetS: number;
}

/** The network as a device: its thread, its streams. Orders and interfaces stay over `stop` and `start`. */
export interface NativeNetwork {
  /** Starts the thread, which drives the processor at each multiple of a block in media time. Throws Error in words. */
  start(processor: ProcessorHandle, settings: NetworkSettings): void;
  /** Closes all sockets. */
  stop(): void;
  /**
   * The interfaces by name, one per path, '' for a path without one; []: no socket is open. Sockets are opened anew, rings and
   * counters stay: call it with the same names when an interface has come back. Throws Error in words for an interface that is
   * not there or has no IPv4 address, and leaves all as it was.
   */
  open(interfaces: readonly string[]): void;
  /** True: an interface of `open` is gone, or has become another one or has another address; `open` has to be called again. */
  isStale(): boolean;
  /**
   * Replaces what is received. An order with the same id and format keeps its ring and its counters; a change of `inputs`
   * is faded over a block. What can't be opened is returned, and stays out until it is ordered or `open` is called again.
   */
  receive(orders: readonly ReceiveOrder[]): readonly Unopened[];
  /** Replaces what is sent. An order with the same id and format keeps its sequence and its counters. */
  transmit(orders: readonly TransmitOrder[]): readonly Unopened[];
  /** What `receive`, `transmit`, `open` and `start` left out, as of the last of them. */
  unopened(): { readonly receive: readonly Unopened[]; readonly transmit: readonly Unopened[] };
  /** Another number is a step of the media clock, unless CLOCK_REALTIME makes the opposite one. */
  setUtcOffset(seconds: number): void;
  /** Fades both ways in or out. */
  enable(isEnabled: boolean): void;
  figures(): CycleFigures;
  received(): readonly ({ readonly id: string } & ReceiveFigures)[];
  transmitted(): readonly ({ readonly id: string } & TransmitFigures)[];
  /**
   * deviationPpm: how much faster the media clock runs than the oscillator of the machine (CLOCK_MONOTONIC_RAW), of the last
   * 8 s; 0 before. steps: how often media time jumped, and all streams were aligned anew.
   */
  clock(): { readonly deviationPpm: number; readonly steps: number };
  /** Of a block, what receiving, playing and sending take beside the processor; the maximum is since the last call. */
  work(): { readonly networkUs: number; readonly networkMaxUs: number };
}

export interface Native {
  /** inputs, outputs: of the device, each 0 to 64. */
  readonly Network: new (
    inputs: number,
    outputs: number,
  ) => NativeNetwork;
}

/** Throws Error with the remedy. */
export const loadNative = (): Native =>
  loadAddon({ module: import.meta.url, name: 'aes67', driver: 'the AES67 driver', headers: 'libc6-dev' });
