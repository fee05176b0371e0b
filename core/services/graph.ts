// The audio graph: nodes, ports and links.
import { type Token, token } from '../base/token.ts';
import type { GraphDriverDescription, GraphNodeDescription, GraphPortDescription } from '../driver.ts';

/** A port in the audio graph; a device's id, the first part of the port's, may hold colons itself. */
export type GraphPort = GraphPortDescription;
/** The mixer, a device, or another programme on the same audio server. */
export interface GraphNode extends GraphNodeDescription {
  /** The device (of `Audio.devices`, or an audio server) that the node belongs to, '' for the mixer. */
  readonly device: string;
  /** False for an absent node that was present in this run or is in the configuration. */
  readonly present: boolean;
  /** The driver package that reports it. */
  readonly driver: string;
}
/** A present link, made by the desk or by another client. */
export interface GraphLink {
  /** Depends on `from` and `to` only: a link that returns has the same id. */
  readonly id: string;
  /** Ids of ports: a source and a sink. */
  readonly from: string;
  readonly to: string;
  /** `rowdesk`, or the name of the client that made the link. */
  readonly owner: string;
  /** ISO 8601 */
  readonly since: string;
}
/** The clock of a graph; read from the driving node, never from a request. */
export interface GraphClock {
  /** The node that drives, '' for none. */
  readonly driving: string;
  /** Hz; 0 while nothing drives. */
  readonly rate: number;
  /** Frames per block; 0 while nothing drives. */
  readonly quantum: number;
  /** Rate that a client forced on the graph, Hz; null without one. */
  readonly forcedRate: number | null;
}
/** An audio server beside the mixer's own graph. Its nodes are those whose `device` is its id. */
export interface GraphServer extends GraphClock {
  readonly id: string;
  readonly label: string;
  readonly driver: string;
  readonly present: boolean;
  /** Why the server is absent; '' while it is present. */
  readonly reason: string;
  /** Why links can't be changed, for a read-only server; '' otherwise. */
  readonly readOnly: string;
  /** Nodes of the server whose clock can drive it. */
  readonly drivers: readonly GraphDriverDescription[];
  /** Ids of the nodes that the server's users chose for capture and playback, '' without a choice. */
  readonly defaultSource: string;
  readonly defaultSink: string;
}
/** The last reported state of all graphs; the clock is that of the mixer's graph. */
export interface Graph extends GraphClock {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
  readonly servers: readonly GraphServer[];
  onChange(listener: () => void): () => void;
}
export const Graph: Token<Graph> = token<Graph>('core.graph');
