// The graphs of this process: that which the mixer is in, and those of audio servers beside it.

import { Value } from '../../base/typebox.ts';
import type { Graph } from '../../driver.ts';
import { type GraphReports, Snapshot } from '../link/graph-shapes.ts';

/** A graph, the device that brings it ('' for none), and that device's package. */
export interface NamedGraph {
  readonly device: string;
  readonly driver: string;
  readonly graph: Graph;
}

/** What each says of itself now, plain as it travels; one that fails says nothing but why. */
export function readGraphs(graphs: readonly NamedGraph[]): GraphReports {
  return graphs.map(({ device, driver, graph }) => ({ device, driver, snapshot: readGraph(graph) }));
}

function readGraph(graph: Graph): GraphReports[number]['snapshot'] {
  try {
    const snapshot: unknown = JSON.parse(JSON.stringify(graph.read()));
    if (Value.Check(Snapshot, snapshot)) return snapshot;
    const [first] = Value.Errors(Snapshot, snapshot);
    throw new Error(`what it says does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
  } catch (error) {
    const reason = (error as Error).message;
    return { reason, nodes: [], links: [], driving: '', rate: 0, quantum: 0, forcedRate: null };
  }
}
