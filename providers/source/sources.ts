// All that gives sound to the desk or could: sockets of devices, and ports of audio servers and the programmes on them.
import {
  type Addresses,
  type Audio,
  type Desk,
  type DeskReader,
  type Graph,
  stopAll,
  type Time,
} from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import { noColour } from './contract.ts';
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

/** How long after a commit the sources that are gone are looked through: a fader commits many times a second. */
const settlesMs = 100;

export interface SourcesNeeds {
  readonly audio: Audio;
  readonly desk: Pick<Desk, 'read' | 'has' | 'onCommit'>;
  readonly time: Pick<Time, 'after'>;
  readonly graph: Graph;
  readonly edges: PatchEdges;
  readonly names: SourceNames;
}

export class Sources {
  readonly #audio: Audio;
  readonly #desk: SourcesNeeds['desk'];
  readonly #time: SourcesNeeds['time'];
  readonly #graph: Graph;
  readonly #edges: PatchEdges;
  readonly #names: SourceNames;
  /** The source whose label and colour are read: reading asks whether it is there. */
  #asked = '';

  constructor({ audio, desk, time, graph, edges, names }: SourcesNeeds) {
    this.#audio = audio;
    this.#desk = desk;
    this.#time = time;
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

  /** Those that are there, and of the absent ones those that a strip hears or that have a label or a colour. */
  kept(
    desk: DeskReader,
    users: ReturnType<Sources['users']> = this.users(desk),
    all: readonly Source[] = this.list(),
  ): readonly Source[] {
    return all.filter((each) => each.present || users.has(each.id) || this.#isMarked(each, desk));
  }

  addresses(): Addresses<{ readonly id: string }> {
    const ids = () => {
      const all = this.list();
      return (all.every(({ present }) => present) ? all : this.kept(this.#desk, this.users(this.#desk), all)).map(
        ({ id }) => id,
      );
    };
    return {
      has: ({ id }) => this.#has(id),
      list: () => ids().map((id) => ({ id })),
      watch: (changed) => {
        let before = ids().join('\n');
        const look = () => {
          const now = ids().join('\n');
          if (now === before) return;
          before = now;
          changed();
        };
        return stopAll(this.onChange(look), this.#afterCommits(look));
      },
    };
  }

  #has(id: string): boolean {
    const source = this.get(id);
    if (source === undefined || source.present || id === this.#asked) return source !== undefined;
    return this.users(this.#desk).has(id) || this.#isMarked(source, this.#desk);
  }

  #isMarked({ id }: Source, desk: DeskReader): boolean {
    const before = this.#asked;
    this.#asked = id;
    try {
      const { label, colour } = desk.read(`/source/${id}`);
      return label !== '' || colour !== noColour;
    } finally {
      this.#asked = before;
    }
  }

  /** Commits may let go of an absent source: a strip that hears another one, a label that is taken away. */
  #afterCommits(look: () => void): () => void {
    let cancel: (() => void) | undefined;
    const stop = this.#desk.onCommit((_revision, paths) => {
      if (cancel !== undefined || !paths.some((path) => /^\/(source|channel)\//.test(path))) return;
      cancel = this.#time.after(settlesMs, () => {
        cancel = undefined;
        look();
      });
    });
    return stopAll(stop, () => cancel?.());
  }

  onChange(changed: () => void): () => void {
    return stopAll(this.#audio.onChange(changed), this.#graph.onChange(changed), this.#names.onChange(changed));
  }
}
