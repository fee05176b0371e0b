// What is linked to what.
import { type Token, token } from '../base/token.ts';

/** A port in the audio graph. */
export interface GraphPort {
  /** `device:port`, stable over restarts and never a server's number; a device's id may hold colons itself. */
  readonly id: string;
  readonly label: string;
  /** A source gives sound (a stagebox's input), a sink takes it; the leg of a strip may be both, under one id. */
  readonly direction: 'source' | 'sink';
  /** From 1, among the node's ports of this direction. */
  readonly channel: number;
  /** Frames between this port and the outside world (a connector, a network); null where nobody knows. */
  readonly latencyFrames: number | null;
}
/** Something with ports: the mixer, a device, a programme that another one runs on the same audio server. */
export interface GraphNode {
  /** Stable; the part of its ports' ids before the last colon. */
  readonly id: string;
  readonly label: string;
  /** The device (of `Audio.devices`, or an audio server) through which it is reached, '' for the mixer. */
  readonly device: string;
  readonly kind: 'mixer' | 'device' | 'stream';
  readonly ports: readonly GraphPort[];
  /** False: it was there in this run or is named by configuration, and is not there now. */
  readonly present: boolean;
  /** The driver package that reports it. */
  readonly driver: string;
}
/** A link that is there now, whoever made it. */
export interface GraphLink {
  /** Follows from `from` and `to`: the same link has the same id whenever it comes back. */
  readonly id: string;
  /** Ids of ports: a source and a sink. */
  readonly from: string;
  readonly to: string;
  /** `rowdesk`, or the name of whoever made it. */
  readonly owner: string;
  /** ISO 8601 */
  readonly since: string;
}
/** By what a graph runs; read from what drives it, never from a request. */
export interface GraphClock {
  /** The node that drives, '' for none. */
  readonly driving: string;
  /** Hz; 0 while nothing drives. */
  readonly rate: number;
  /** Frames per block; 0 while nothing drives. */
  readonly quantum: number;
  /** Hz that somebody asked the graph to run at whatever else is wanted; null for nobody. */
  readonly forcedRate: number | null;
}
/** An audio server beside the mixer's own graph. Its nodes are those whose `device` is its id. */
export interface GraphServer extends GraphClock {
  readonly id: string;
  readonly label: string;
  readonly driver: string;
  readonly present: boolean;
  /** Why it is not, in words; '' while it is. */
  readonly reason: string;
  /** Why nothing of it can be changed, in words; '' where links can be made and ended. */
  readonly readOnly: string;
}
/** What is linked to what, as last reported; the clock is that of the graph which the mixer is in. */
export interface Graph extends GraphClock {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
  readonly servers: readonly GraphServer[];
  onChange(listener: () => void): () => void;
}
export const Graph: Token<Graph> = token<Graph>('core.graph');
