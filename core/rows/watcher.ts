import type { Permit } from './permit.ts';

/** A client that watches. */
export interface Watcher {
  /** Header Rowdesk-Actor, else the remote address. */
  readonly actor: string;
  /** Remote address, '' for the service itself. */
  readonly address: string;
  /** Absent while every client may do all. */
  readonly permit?: Permit;
}
