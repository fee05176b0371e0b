// The native part as TypeScript sees it (src/addon.cc), and its loading.
import type { ProcessorHandle } from 'rowdesk/driver';
import type { CycleFigures } from '../../lib/cycles/js/figures.ts';
import { loadPipeWireAddon } from '../../pipewire/js/addon.ts';

/** What a server reports (src/events.h). */
export type StreamEvent =
  /** Rate, quantum or clock changed; the figures have rate and quantum. */
  | {
      readonly what: 'format';
      /** `node.name` of the driver that runs the desk's node; '' while the server has not listed it. */
      readonly driver: string;
      /** The name of its clock. */
      readonly clock: string;
    }
  /** One value of the metadata `settings`; '': it was removed. */
  | { readonly what: 'setting'; readonly key: string; readonly value: string }
  /** Between a port and the world outside; the parts are to be added. */
  | {
      readonly what: 'latency';
      readonly isInput: boolean;
      /** From 1. */
      readonly channel: number;
      readonly quanta: number;
      readonly frames: number;
      readonly nanoseconds: number;
    }
  | { readonly what: 'lost'; readonly reason: string };

export type LatencyEvent = Extract<StreamEvent, { what: 'latency' }>;

export interface NativeStream {
  /** Events come on JavaScript's thread, none after `disconnect`. Throws Error with the cause. */
  connect(
    server: {
      readonly remote: string;
      readonly nodeName: string;
      readonly nodeLabel: string;
      /** Further properties of the node. */
      readonly properties: Readonly<Record<string, string>>;
    },
    event: (event: StreamEvent) => void,
  ): void;
  disconnect(): void;
  /** Asks for cycles of so many frames at this rate; a forced rate, unless 0, is the server's while the node is there. */
  request(blockFrames: number, rateHz: number, forcedHz: number): void;
  /** Names the node, or a port: its alias. Until `disconnect`. */
  label(text: string, isInput?: boolean, channel?: number): void;
  /** Fades both ways in or out. */
  enable(isEnabled: boolean): void;
  /** Cycles of this rate go to the processor, in each connection; others are silent. Throws Error with the cause. */
  start(processor: ProcessorHandle, rateHz: number): void;
  stop(): void;
  figures(): CycleFigures;
}

export interface Native {
  readonly Stream: new (inputs: number, outputs: number) => NativeStream;
  /** Of the library that was found. Throws Error with the remedy without one. */
  version(): string;
}

/** Throws Error with the remedy. */
export const loadNative = (): Native => loadPipeWireAddon(import.meta.url, 'pipewire_io', 'the PipeWire I/O driver');
