// Names of ports by what is patched to them: `input 3 Vocals`, `main 1 left`.
import { type Audio, type Desk, type DeskReader, type Listeners, stopAll } from 'rowdesk/provider';
import { kindLabels, type Layout, stripPath } from '../console/index.ts';
import { twoLegged } from './contract.ts';
import { entries, talkbackPaths } from './entrances.ts';
import { cuePath } from './exits.ts';
import { insertEdges, insertsOf, insertsPath, placeWords } from './inserts.ts';
import { type Edge, outputsPath, rightLegPath } from './live-patch.ts';
import type { PatchEdges } from './patch-edges.ts';
import { assignmentsAt, serverPath } from './server-reasons.ts';

const mostCharacters = 64;
/** Of rows that take part in the patch: most commits are of a fader, and change no name. */
const decisiveFields = ['name', 'sourceId', 'spareSourceId', 'outputs', 'ports', 'inserts'];

export interface PatchedPortsNeeds {
  readonly desk: Pick<Desk, 'read' | 'has' | 'onCommit'>;
  readonly audio: Audio;
  readonly layout: Layout;
  readonly edges: PatchEdges;
  readonly listeners: Listeners;
}

export class PatchedPorts {
  readonly #needs: PatchedPortsNeeds;
  /** By id of the port. Made at the first question after a change. */
  #names: ReadonlyMap<string, string> | undefined;
  /** What the names were made of: the decisive fields by address, and the devices. */
  #rows: ReadonlyMap<string, string> = new Map();
  #devices = '';

  constructor(needs: PatchedPortsNeeds) {
    this.#needs = needs;
  }

  /** Several with a comma between them; at most 64 characters; '' for a port without a patch. */
  nameOf(portId: string): string {
    this.#names ??= this.#read();
    return this.#names.get(portId) ?? '';
  }

  /** Of the inputs of strips, spares too. */
  sources(): readonly string[] {
    const { desk, edges } = this.#needs;
    return [...new Set(edges.list(desk).flatMap(({ direction, from }) => (direction === 'input' ? [from] : [])))];
  }

  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** Follows the desk until the returned function is called. */
  start(): () => void {
    const { desk, audio } = this.#needs;
    return stopAll(
      desk.onCommit((_revision, paths) => this.#dropIf(() => paths.some((path) => this.#isChanged(path)))),
      audio.onChange(() => this.#dropIf(() => devicesIn(audio) !== this.#devices)),
    );
  }

  #dropIf(isChanged: () => boolean): void {
    if (this.#names === undefined || !isChanged()) return;
    this.#names = undefined;
    this.#needs.listeners.notify();
  }

  #isChanged(path: string): boolean {
    const before = this.#rows.get(path);
    // A server may have come since.
    if (before === undefined) return path.startsWith(serverPath(''));
    return decisive(path, this.#needs.desk) !== before;
  }

  #read(): ReadonlyMap<string, string> {
    const { desk, audio, layout, edges } = this.#needs;
    const strips = layout.all().flatMap((strip) => [stripPath(strip), rightLegPath(strip)]);
    const servers = edges.servers.servers.map(({ id }) => serverPath(id));
    const paths = [...strips, ...talkbackPaths(desk), outputsPath, insertsPath, cuePath, ...servers];
    this.#rows = new Map(paths.map((path) => [path, decisive(path, desk)]));
    this.#devices = devicesIn(audio);
    const names = new Map<string, Set<string>>();
    const add = (portId: string, name: string) => names.set(portId, (names.get(portId) ?? new Set()).add(name));
    for (const edge of [...edges.list(desk), ...edges.live.exits(desk)]) {
      add(edge.direction === 'input' ? edge.from : edge.to, nameOfEdge(edge, desk));
    }
    for (const { from, to } of entries(desk)) add(from, to.replace('mixer:talkback-', 'talkback '));
    for (const item of insertsOf(desk)) {
      for (const { direction, portId, to } of insertEdges([item], audio)) {
        if (direction === 'input') add(portId, `${placeWords(item)} return`);
        else add(to, `${placeWords(item)} send`);
      }
    }
    // A port of the desk that stands for one of a server has the name of that one.
    for (const { portId, devicePort } of servers.flatMap((path) => assignmentsAt(path, desk))) {
      for (const name of names.get(portId) ?? []) add(devicePort, name);
    }
    return new Map([...names].map(([portId, all]) => [portId, shortened([...all].join(', '))]));
  }
}

function nameOfEdge({ strip, leg, isSpare }: Edge, desk: DeskReader): string {
  const { kind, index } = strip;
  const path = stripPath(strip);
  const label = Object.hasOwn(kindLabels, kind) ? kindLabels[kind as keyof typeof kindLabels] : kind;
  const name = desk.has(path) ? (desk.read(path).name ?? '') : '';
  const words = [label, index, name, twoLegged.includes(kind) ? leg : '', isSpare ? '(spare)' : ''];
  return words.filter((word) => word !== '').join(' ');
}

const shortened = (name: string): string =>
  name.length <= mostCharacters ? name : `${name.slice(0, mostCharacters - 1)}…`;

function decisive(path: string, desk: DeskReader): string {
  if (!desk.has(path)) return '';
  const fields = desk.read(path);
  return JSON.stringify(decisiveFields.map((field) => fields[field]));
}

/** The devices that ids of ports may stand for, the one that drives, and those that join it. */
function devicesIn({ clock, devices }: Audio): string {
  return JSON.stringify([clock.driving, ...devices.map(({ id, ports, joined }) => [id, ports.length, joined])]);
}
