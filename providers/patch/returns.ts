// What comes back: from an output of the desk to one of its inputs, by cables that an operator told of, or in the graph.
import type { DeskReader, Graph } from 'rowdesk/provider';
import type { ServerPorts } from './server-ports.ts';
import { assignmentOf } from './server-reasons.ts';

export const cablesPath = '/patch/cables';

interface Cable {
  readonly output: string;
  readonly input: string;
}

export class Returns {
  readonly #graph: Graph;
  readonly #servers: ServerPorts;
  #nodes: Graph['nodes'] = [];
  #mayReturn = false;

  constructor(graph: Graph, servers: ServerPorts) {
    this.#graph = graph;
    this.#servers = servers;
  }

  /** False: nothing comes back, whatever is patched. */
  any(desk: DeskReader): boolean {
    const { nodes } = this.#graph;
    if (nodes !== this.#nodes) {
      this.#mayReturn = nodes.some(({ ports }) =>
        ports.some((port) => isMonitor(port) || port.devicePort !== undefined),
      );
    }
    this.#nodes = nodes;
    return this.#mayReturn || this.#cables(desk).length > 0;
  }

  /** The ports at which the sound of this one comes back. */
  of(output: string, desk: DeskReader): readonly string[] {
    const cables = this.#cables(desk).filter((cable) => cable.output === output);
    return [...new Set([...cables.map(({ input }) => input), ...this.#inGraph(output, desk)])];
  }

  #cables(desk: DeskReader): readonly Cable[] {
    return desk.read(cablesPath).cables as readonly Cable[];
  }

  /**
   * A monitor gives what its node plays; from there links of others may lead on. A port of the desk at a server gives what
   * the desk plays at its device port, and what reaches one is heard there.
   */
  #inGraph(output: string, desk: DeskReader): readonly string[] {
    const { links } = this.#graph;
    const sinks = new Set([output]);
    const heard = new Set<string>();
    const follow = (source: string) => {
      for (const { from, to } of links) if (from === source) sinks.add(to);
    };
    const server = this.#servers.serverOf(output);
    const devicePort = server === undefined ? output : assignmentOf(output, server, desk)?.devicePort;
    const own = devicePort === undefined ? undefined : this.#servers.own(devicePort);
    if (own !== undefined) follow(own.port.id);
    for (const sink of sinks) {
      const reached = this.#servers.find(sink);
      if (reached?.port.devicePort !== undefined) heard.add(reached.port.devicePort);
      for (const port of reached?.node.ports ?? []) {
        if (!isMonitor(port) || port.channel !== reached?.port.channel) continue;
        heard.add(port.id);
        follow(port.id);
      }
    }
    return [...heard];
  }
}

/** As audio servers name what comes out of a virtual cable, or what a card plays. */
function isMonitor({ id, direction }: { readonly id: string; readonly direction: string }): boolean {
  return direction === 'source' && /:monitor[^:]*$/.test(id);
}
