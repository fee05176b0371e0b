// Reads the graphs of this process: the mixer's, and those of audio servers beside it.
import { Value } from '../../base/typebox.ts';
import type { Graph } from '../../driver.ts';
import { type GraphReports, Snapshot } from '../link/graph-shapes.ts';

/** A graph, its device ('' for the mixer's own graph), and the package that describes it. */
export interface NamedGraph {
  readonly device: string;
  readonly driver: string;
  readonly graph: Graph;
}

/** Checked snapshots for the link. A graph that can't be read has a reason, and is empty. */
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
