// The native half: a Unix socket of datagrams, which Node has none of, and the interfaces of the network.
import { createRequire } from 'node:module';
import { builtFile } from '../../lib/built/js/built-file.ts';

/** What has arrived at a socket. */
export interface Datagram {
  /** The path of the sender's socket; '' for one without. */
  readonly from: string;
  /** At most 2048. */
  readonly bytes: Uint8Array;
  readonly isTruncated: boolean;
}

/** A bound Unix socket. Nothing of it waits. */
export interface DatagramSocket {
  /** '' where it was sent, else the name of the error: ENOENT, EACCES, ECONNREFUSED, EAGAIN for a full queue ... */
  send(bytes: Uint8Array, to: string): string;
  /** The next datagram, null where none has arrived. */
  receive(): Datagram | null;
  /** Takes its path away. */
  close(): void;
}

export interface Link {
  readonly name: string;
  readonly isLoopback: boolean;
  /** Switched on, and with a carrier. */
  readonly isUp: boolean;
  /** '' for none. */
  readonly mac: string;
  readonly mtu: number;
  /** 0 where it does not say. */
  readonly speedMbps: number;
}

export interface Native {
  /** Binds this path, in place of a socket that was left there. Throws Error with `code`. */
  readonly DatagramSocket: new (
    path: string,
  ) => DatagramSocket;
  /** The interfaces of the namespace of this process. */
  links(): readonly Link[];
}

let native: Native | undefined;

/** Throws Error with the remedy when it is not built. */
export function loadNative(): Native {
  const file = builtFile(new URL('..', import.meta.url), 'aes67_sessions.node');
  try {
    native ??= createRequire(import.meta.url)(file) as Native;
    return native;
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`its native part is not built (run: rowdesk drivers build aes67-sessions): ${message}`);
  }
}
