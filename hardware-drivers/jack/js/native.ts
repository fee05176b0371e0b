// The native part as TypeScript sees it (src/addon.cc), and its loading.
import type { ProcessorHandle } from 'rowdesk/driver';
import { loadAddon } from '../../lib/cycles/js/addon.ts';
import type { CycleFigures } from '../../lib/cycles/js/figures.ts';

/** What a server reports (src/events.h). Names of ports are full: `client:port`. */
export type ClientEvent =
  | {
      /** The server runs the desk's cycles. */
      readonly what: 'opened';
      /** The name that the client got. */
      readonly client: string;
      /** Hz, and frames per cycle. */
      readonly rate: number;
      readonly frames: number;
      /** Ports of hardware in the server's order: sound from outside, and to the outside. */
      readonly captures: readonly string[];
      readonly playbacks: readonly string[];
      /** The first alias of the first of them, `alsa_pcm:hw:0:out1`; '' for none. */
      readonly hardware: string;
    }
  | { readonly what: 'frames'; readonly frames: number }
  /** Between the desk's ports and the world outside, at most. */
  | { readonly what: 'latency'; readonly inputFrames: number; readonly outputFrames: number }
  /** The ports that one of the desk's (channel from 1) is linked to now. */
  | { readonly what: 'links'; readonly isInput: boolean; readonly channel: number; readonly others: readonly string[] }
  | { readonly what: 'lost'; readonly reason: string };

export type OpenedEvent = Extract<ClientEvent, { what: 'opened' }>;
export type LinksEvent = Extract<ClientEvent, { what: 'links' }>;

export interface NativeClient {
  /**
   * Begins to connect; events come on JavaScript's thread, none after `disconnect`: the first is `opened` or `lost`. No
   * call waits for the server. Throws Error with the cause.
   */
  connect(
    server: {
      /** JACK_DEFAULT_SERVER */
      readonly server: string;
      /** The client's name, as asked for. */
      readonly name: string;
    },
    event: (event: ClientEvent) => void,
  ): void;
  disconnect(): void;
  /** The alias of a port; '' for none. Until `disconnect`. */
  label(text: string, isInput: boolean, channel: number): void;
  /** Links two ports by their full names; one that is not there is no error. */
  link(from: string, to: string): void;
  /** Fades both ways in or out. */
  enable(isEnabled: boolean): void;
  /** Cycles of this rate go to the processor, in each connection; others are silent. Throws Error with the cause. */
  start(processor: ProcessorHandle, rateHz: number): void;
  stop(): void;
  figures(): CycleFigures;
}

export interface Native {
  readonly Client: new (inputs: number, outputs: number) => NativeClient;
  /** Of the library that was found. Throws Error with the remedy without one, and for PipeWire's. */
  version(): string;
}

/** Throws Error with the remedy. */
export const loadNative = (): Native =>
  loadAddon({ module: import.meta.url, name: 'jack', driver: 'the JACK driver', headers: 'libjack-jackd2-dev' });
