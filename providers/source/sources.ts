// All that gives sound to the desk or could: sockets of devices, and ports of audio servers and the programmes on them.
import { type Addresses, type Audio, type DeskReader, type Graph, stopAll } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import type { SourceNames } from './source-names.ts';

export interface Source {
  readonly id: string;
  /** By what comes in there; where nobody knows that, as its device calls it. */
  readonly name: string;
  readonly device: string;
  readonly port: string;
  readonly connector: string;
  readonly present: boolean;
  readonly kind: 'socket' | 'server' | 'programme';
}

export interface SourcesNeeds {
  readonly audio: Audio;
  readonly graph: Graph;
  readonly edges: PatchEdges;
  readonly names: SourceNames;
}

export class Sources {
  readonly #audio: Audio;
  readonly #graph: Graph;
  readonly #edges: PatchEdges;
  readonly #names: SourceNames;

  constructor({ audio, graph, edges, names }: SourcesNeeds) {
    this.#audio = audio;
    this.#graph = graph;
    this.#edges = edges;
    this.#names = names;
  }

  list(): readonly Source[] {
    const sockets = this.#audio.devices.flatMap(({ id: device, present, ports }) =>
      ports
        .filter(({ direction }) => direction === 'input')
        .map(({ id, label, connector }) => ({ id, name: label, device, present, connector, kind: 'socket' as const })),
    );
    const known = new Set(sockets.map(({ id }) => id));
    const others = this.#graph.nodes
      .filter(({ kind }) => kind !== 'mixer')
      .flatMap(({ id: device, present, reason, kind, ports }) =>
        ports
          .filter(({ id, direction }) => direction === 'source' && !known.has(id))
          .map(({ id, label }) => ({
            ...{ id, name: label, device, present: present && !reason, connector: '' },
            kind: kind === 'stream' ? ('programme' as const) : ('server' as const),
          })),
      );
    const inBox = this.#socketsOfBoxes();
    return [...sockets, ...others].map((source) => {
      const port = source.id.slice(source.device.length + 1);
      const known = { ...source, port, ...inBox.get(source.id) };
      return { ...known, name: this.#names.nameOf(source.id) || known.name };
    });
  }

  /** Of boxes of two devices, by the id of the port with the sound: what the other half says of the socket. */
  #socketsOfBoxes(): ReadonlyMap<string, Pick<Source, 'device' | 'name' | 'connector' | 'kind'>> {
    const joined = this.#audio.boxes.filter(({ id, audio }) => audio !== undefined && audio.id !== id);
    return new Map(
      joined.flatMap(({ id: device, ports }) =>
        ports
          .filter(({ id, direction }) => direction === 'input' && id !== '')
          .map(({ id, label: name, connector }) => [id, { device, name, connector, kind: 'socket' }]),
      ),
    );
  }

  get(id: string): Source | undefined {
    return this.list().find((source) => source.id === id);
  }

  /** By source the strips that hear it, whether it is the main or the spare one. */
  users(desk: DeskReader): ReadonlyMap<string, readonly StripRef[]> {
    const users = new Map<string, StripRef[]>();
    for (const { direction, from, strip } of this.#edges.list(desk)) {
      if (direction === 'output') continue;
      const strips = users.get(from) ?? [];
      const isKnown = strips.some(({ kind, index }) => kind === strip.kind && index === strip.index);
      users.set(from, isKnown ? strips : [...strips, strip]);
    }
    return users;
  }

  addresses(): Addresses<{ readonly id: string }> {
    const ids = () => this.list().map(({ id }) => id);
    return {
      has: ({ id }) => this.get(id) !== undefined,
      list: () => ids().map((id) => ({ id })),
      watch: (changed) => {
        let before = ids().join('\n');
        return this.onChange(() => {
          const now = ids().join('\n');
          if (now === before) return;
          before = now;
          changed();
        });
      },
    };
  }

  onChange(changed: () => void): () => void {
    return stopAll(this.#audio.onChange(changed), this.#graph.onChange(changed), this.#names.onChange(changed));
  }
}
