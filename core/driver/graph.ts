// The graph of audio links: nodes, ports and links.
import type { ClockGrade } from './device.ts';
import type { DeviceIdentity } from './discovered-model.ts';

/** A port of a node. A source emits sound, a sink receives it; a leg of the mixer may be both, under one id. */
export interface GraphPortDescription {
  /**
   * `node:port`, the port's part without a colon: stable over restarts of everything, never a server's number. Made of
   * A-Z, a-z, 0-9 and `._~:-`, the first of them a letter or digit, at most 127 characters.
   */
  readonly id: string;
  readonly label: string;
  readonly direction: 'source' | 'sink';
  /** From 1, among the node's ports of this direction. */
  readonly channel: number;
  /** Frames between the port and the world outside the graph; null if unknown. */
  readonly latencyFrames: number | null;
  /** `device:port` of the desk, for a port of the desk's own node at an audio server; absent for any other. */
  readonly devicePort?: string;
}

export interface GraphNodeDescription {
  /** The `id` of its ports without the port's part. */
  readonly id: string;
  readonly label: string;
  /** `device`: hardware, independent of programmes; `stream`: a programme's, present while the programme is. */
  readonly kind: 'mixer' | 'device' | 'stream';
  readonly ports: readonly GraphPortDescription[];
  /** Of a node of kind `device`, where the server knows. */
  readonly identity?: DeviceIdentity;
  /** Why the node has no sound although it is listed (its card fails); absent or '' while it works. */
  readonly reason?: string;
}

/** A node whose clock can drive the graph of an audio server. */
export interface GraphDriverDescription {
  /** The id of the node. */
  readonly node: string;
  /** The server prefers the highest. */
  readonly priority: number;
  /** Hz and frames of its running cycles; 0 while it does not run. */
  readonly rate: number;
  readonly quantum: number;
  /** Absent where the driver does not know it. */
  readonly grade?: ClockGrade;
}

/** Ids of two ports, a source and a sink. At most one link exists from a port to another. */
export interface LinkEnds {
  readonly from: string;
  readonly to: string;
}

export interface GraphLinkDescription extends LinkEnds {
  /** `rowdesk`, the name of the client that made the link, or `unknown`. */
  readonly owner: string;
  /** Creation, epoch milliseconds; for a link older than the driver's first look, the time of that look. */
  readonly sinceMs: number;
}

/** The whole observed state of a graph at this moment, read from its server: applied values, never requested ones. */
export interface GraphSnapshot {
  /** Why the graph can't be read now (the server is gone), the rest is then empty; '' while it can. */
  readonly reason: string;
  /** Why links can't be changed, for a read-only graph; absent or '' otherwise. */
  readonly readOnly?: string;
  readonly nodes: readonly GraphNodeDescription[];
  readonly links: readonly GraphLinkDescription[];
  /** The node that drives the clock, '' while nothing runs. Of several, the driver of the most nodes. */
  readonly driving: string;
  /** Hz, of the driving node; 0 while nothing runs. */
  readonly rate: number;
  /** Frames per block; 0 while nothing runs. */
  readonly quantum: number;
  /** Rate that a client forced, Hz; null without one. It may differ from `rate`. */
  readonly forcedRate: number | null;
  /** An audio server's possible drivers, present nodes all; absent where there is no choice. */
  readonly drivers?: readonly GraphDriverDescription[];
  /** Ids of the nodes that the server's users chose for capture and playback; absent or '' without a choice. */
  readonly defaultSource?: string;
  readonly defaultSink?: string;
}

/**
 * A graph of audio links: an audio server's, or the mixer's own. Level-triggered: DriverContext.changed announces a
 * change (of nodes, links or rate), and `read` returns the whole state; one announcement may stand for several changes.
 *
 * Targets. The mixer's graph is `graph`; any other is `graph:<device>`. Desired links arrive as field `links` (list of
 * `{ from, to }`, in addition to the mixer's own). `call('disconnect', { links })` removes links made by other clients;
 * the next snapshot no longer contains them. `graph` also applies field `wanted`: `outputs` reserves the desk's outputs,
 * `all` its sources too, `none` nothing. It ends links of other clients there, and observes the level that it enforces.
 * Each field has one row, and is reported under the path that it arrived with.
 */
export interface GraphReader {
  read(): GraphSnapshot;
}
