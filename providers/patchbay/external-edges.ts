// Links that others made: another programme, or a session manager on the same audio server.
import type { Addresses, Audio, Graph, GraphLink, GraphServer } from 'rowdesk/provider';

/** Who makes the links of this desk, as the graph says it. */
const ours = 'rowdesk';

export interface ExternalEdge {
  readonly edgeId: string;
  readonly from: string;
  readonly to: string;
  readonly owner: string;
  readonly since: string;
}

export class ExternalEdges {
  readonly #graph: Graph;
  readonly #audio: Audio;

  constructor(graph: Graph, audio: Audio) {
    this.#graph = graph;
    this.#audio = audio;
  }

  list(): readonly ExternalEdge[] {
    return this.#graph.links.filter(({ owner }) => owner !== ours).map(edgeOf);
  }

  get(edgeId: string): ExternalEdge | undefined {
    return this.list().find((edge) => edge.edgeId === edgeId);
  }

  /** The audio server beside the mixer that has it; undefined for one of the graph that the mixer is in. */
  serverOf({ from }: Pick<ExternalEdge, 'from'>): GraphServer | undefined {
    return this.#graph.servers.find(({ id }) => from.startsWith(`${id}:`));
  }

  /** Those at a port of the desk's devices in this direction. */
  at(direction: 'input' | 'output'): readonly ExternalEdge[] {
    const ports = new Set(
      this.#audio.devices.flatMap((device) =>
        device.ports.filter((port) => port.direction === direction).map(({ id }) => id),
      ),
    );
    return this.list().filter((edge) => {
      return this.serverOf(edge) === undefined && ports.has(direction === 'input' ? edge.from : edge.to);
    });
  }

  /**
   * Those on audio servers at ports that are the desk's. Output: of its own node, or what its links play to; input: of its
   * own node, or what its links hear.
   */
  atServers(direction: 'input' | 'output'): readonly ExternalEdge[] {
    const own = new Set(
      this.#graph.nodes.flatMap(({ ports }) => ports.filter(({ devicePort }) => devicePort).map(({ id }) => id)),
    );
    const links = this.#graph.links.filter(({ owner }) => owner === ours);
    const played = new Set(links.filter(({ from }) => own.has(from)).map(({ to }) => to));
    const heard = new Set(links.filter(({ to }) => own.has(to)).map(({ from }) => from));
    // What takes sound from the desk takes it at its output.
    const isAt = ({ from, to }: ExternalEdge) =>
      direction === 'output' ? own.has(from) || played.has(to) : own.has(to) || heard.has(from);
    return this.list().filter((edge) => this.serverOf(edge) !== undefined && isAt(edge));
  }

  addresses(): Addresses<{ readonly edgeId: string }> {
    return {
      has: ({ edgeId }) => this.get(edgeId) !== undefined,
      list: () => this.list().map(({ edgeId }) => ({ edgeId })),
      watch: (changed) => this.onChange(changed),
    };
  }

  onChange(changed: () => void): () => void {
    return this.#graph.onChange(changed);
  }
}

function edgeOf({ id, from, to, owner, since }: GraphLink): ExternalEdge {
  return { edgeId: id, from, to, owner, since };
}
