// Reads the graphs of this process: the mixer's, and those of audio servers beside it.
import type { GraphReader } from '../../driver.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import { messageOf, plainSnapshot } from './untrusted.ts';

/** A graph, its device ('' for the mixer's own graph), and the package that describes it. */
export interface NamedGraph {
  readonly device: string;
  readonly driver: string;
  readonly graph: GraphReader;
}

/** Checked snapshots for the link. A graph that can't be read has a reason, and is empty. */
export function readGraphs(graphs: readonly NamedGraph[]): GraphReports {
  return graphs.map(({ device, driver, graph }) => ({ device, driver, snapshot: readGraph(graph) }));
}

function readGraph(graph: GraphReader): GraphReports[number]['snapshot'] {
  try {
    return plainSnapshot(graph);
  } catch (error) {
    const reason = messageOf(error);
    return { reason, nodes: [], links: [], driving: '', rate: 0, quantum: 0, forcedRate: null };
  }
}
