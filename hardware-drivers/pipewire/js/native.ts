// The native part as TypeScript sees it (src/addon.cc), and loading it.
import { loadPipeWireAddon } from './addon.ts';

export type Properties = Readonly<Record<string, string>>;

/** What a server says (src/events.h). Ids are the server's numbers: one is used again after its object went. */
export type ServerEvent =
  | {
      readonly what: 'added';
      readonly id: number;
      /** `Node`, `Port`, `Link`, `Client` and others. */
      readonly type: string;
      /** The server lets this client destroy the object. */
      readonly isDestroyable: boolean;
      readonly properties: Properties;
    }
  | { readonly what: 'removed'; readonly id: number }
  /** After the node was added, and at every change of it. */
  | {
      readonly what: 'node';
      readonly id: number;
      /** Why it is in the state `error`, '' in any other. */
      readonly error: string;
      /** An adapter, which takes a PortConfig; absent when unchanged. */
      readonly isConfigurable?: boolean;
      /** All of them; absent when unchanged. */
      readonly properties?: Properties;
    }
  /** After the link was added, and at every change of it. */
  | { readonly what: 'link'; readonly id: number; readonly error: string; readonly properties?: Properties }
  /** The server does not make the link of this request. */
  | { readonly what: 'linkRefused'; readonly request: number; readonly reason: string }
  /** The server refused another request. */
  | { readonly what: 'refused'; readonly reason: string }
  /** Of the metadata `settings` or `default`. Without a key: all of them went. */
  | { readonly what: 'setting'; readonly metadata: string; readonly key: string; readonly value: string }
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

/** The server's numbers of two ports and their nodes. */
export interface NumberedEnds {
  readonly fromNode: number;
  readonly fromPort: number;
  readonly toNode: number;
  readonly toPort: number;
}

/** How an adapter gets its ports: one a channel of its widest format. */
export interface PortConfig {
  /** A sink takes sound. */
  readonly isInput: boolean;
  /** With ports that give what the adapter takes. */
  readonly isMonitored: boolean;
  /** Hz */
  readonly rate: number;
}

export interface NativeConnection {
  /** Asks for a link that outlives the connection. The event `linkRefused` bears the number of a refused request. */
  link(request: number, ends: NumberedEnds, properties: Properties): void;
  /** Asks for the end of an object. */
  destroy(id: number): void;
  configure(node: number, config: PortConfig): void;
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
export const loadNative = (): Native => loadPipeWireAddon(import.meta.url, 'pipewire', 'the PipeWire driver');
