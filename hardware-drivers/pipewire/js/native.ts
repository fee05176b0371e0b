// The native part as TypeScript sees it (src/addon.cc), and loading it.
import { loadAddon } from './addon.ts';

/** What a server says (src/events.h). Ids are the server's numbers: one is used again after its object went. */
export type ServerEvent =
  | {
      readonly what: 'added';
      readonly id: number;
      /** `Node`, `Port`, `Link`, `Client` and others. */
      readonly type: string;
      readonly properties: Readonly<Record<string, string>>;
    }
  | { readonly what: 'removed'; readonly id: number }
  | { readonly what: 'setting'; readonly key: string; readonly value: string }
  | {
      readonly what: 'latency';
      readonly port: number;
      /** About the way from here into the world (true), or from the world to here. */
      readonly isInput: boolean;
      /** To be summed up. */
      readonly quanta: number;
      readonly frames: number;
      readonly nanoseconds: number;
    }
  | { readonly what: 'profile'; readonly drivers: readonly RunningDriver[] }
  /** The first complete list of the server's objects has come. */
  | { readonly what: 'ready' }
  | { readonly what: 'lost'; readonly reason: string };

/** A node that runs others, as its newest cycle says. */
export interface RunningDriver {
  readonly node: number;
  /** Hz */
  readonly rate: number;
  /** Frames per cycle. */
  readonly quantum: number;
  readonly followers: number;
}

export interface NativeConnection {
  /** No event comes after it. */
  close(): void;
}

export interface Native {
  /** Events come on JavaScript's thread. Throws words when nobody answers at this socket. */
  readonly Connection: new (
    socket: string,
    event: (event: ServerEvent) => void,
  ) => NativeConnection;
  /** Of the library that was found. Throws words when there is none. */
  version(): string;
}

/** Throws Error with the remedy. */
export const loadNative = (): Native => loadAddon(import.meta.url, 'pipewire', 'the PipeWire driver');
