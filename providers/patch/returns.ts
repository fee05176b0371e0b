// What comes back: from an output of the desk to one of its inputs, by cables that an operator told of, or in the graph.
import type { DeskReader, Graph } from 'rowdesk/provider';

export const cablesPath = '/patch/cables';

interface Cable {
  readonly output: string;
  readonly input: string;
}

export class Returns {
  readonly #graph: Graph;
  #nodes: Graph['nodes'] = [];
  #hasMonitor = false;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** False: nothing comes back, whatever is patched. */
  any(desk: DeskReader): boolean {
    const { nodes } = this.#graph;
    if (nodes !== this.#nodes) this.#hasMonitor = nodes.some(({ ports }) => ports.some(isMonitor));
    this.#nodes = nodes;
    return this.#hasMonitor || this.#cables(desk).length > 0;
  }

  /** The ports at which the sound of this one comes back. */
  of(output: string, desk: DeskReader): readonly string[] {
    const cables = this.#cables(desk).filter((cable) => cable.output === output);
    return [...new Set([...cables.map(({ input }) => input), ...this.#inGraph(output)])];
  }

  #cables(desk: DeskReader): readonly Cable[] {
    return desk.read(cablesPath).cables as readonly Cable[];
  }

  /** A monitor gives what its node plays; from there links of others may lead on. */
  #inGraph(output: string): readonly string[] {
    const { nodes, links } = this.#graph;
    const sinks = new Set([output]);
    const heard = new Set<string>();
    for (const sink of sinks) {
      const node = nodes.find(({ ports }) => ports.some(({ id }) => id === sink));
      const channel = node?.ports.find(({ id }) => id === sink)?.channel;
      for (const port of node?.ports ?? []) {
        if (!isMonitor(port) || port.channel !== channel) continue;
        heard.add(port.id);
        for (const { from, to } of links) if (from === port.id) sinks.add(to);
      }
    }
    return [...heard];
  }
}

/** As audio servers name what comes out of a virtual cable, or what a card plays. */
function isMonitor({ id, direction }: { readonly id: string; readonly direction: string }): boolean {
  return direction === 'source' && /:monitor[^:]*$/.test(id);
}
