// The patch as its views read it: sources, ports, edges, and why an edge is silent.
import { field } from '../desk/field.ts';
import { fieldOf, pathsOf } from '../desk/rows.ts';
import { kindAndIndex, stripName, stripPath } from '../desk/strip-name.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';

/** What the views of the patch watch. */
export const patchRows = ['/patch', '/source', '/patchbay/nodes', '/patchbay/hotInputs', '/channel/*/*'];

/** A place of the matrix: a strip with what it hears, or a leg of a strip with where it is heard. */
export interface PatchLine {
  readonly key: string;
  /** The strip. */
  readonly path: string;
  readonly leg: string;
  readonly words: string;
}

export interface PatchPort {
  readonly id: string;
  readonly words: string;
  /** The words in two parts, which have room beside each other. */
  readonly label: string;
  readonly device: string;
  readonly isPresent: boolean;
}

export type CellState = 'empty' | 'set' | 'waiting' | 'missing';

interface Source {
  readonly id: string;
  readonly device: string;
  readonly label: string;
  readonly present: boolean;
}

interface Missing {
  readonly edge: string;
  readonly reason: string;
}

interface Output {
  readonly strip: { readonly kind: string; readonly index: number };
  readonly leg: string;
  readonly portId: string;
  readonly levelDb?: number;
}

interface Node {
  readonly label: string;
  readonly present: boolean;
  readonly ports: readonly { readonly id: string; readonly label: string }[];
}

export const missing = (): readonly Missing[] => fieldOf<readonly Missing[]>('/patch', 'missing').value ?? [];

/** Where the mixer's end of an edge is: `mixer:input-5`, `mixer:main-1:left`; undefined for another edge. */
export function stripOfEdge(edge: string): string | undefined {
  const found = /mixer:([a-zA-Z]+)-(\d+)/.exec(edge);
  return found === null ? undefined : stripPath(String(found[1]), String(found[2]));
}

/** The end of an edge that is not the mixer's. */
export const portOfEdge = (edge: string): string => edge.split('~-').find((end) => !end.startsWith('mixer:')) ?? edge;

export const reasonOf = (path: string, port: string): string | undefined =>
  missing().find(({ edge }) => portOfEdge(edge) === port && stripOfEdge(edge) === path)?.reason;

export interface PatchSide {
  readonly lines: readonly PatchLine[];
  readonly ports: readonly PatchPort[];
  stateOf(line: PatchLine, port: string): CellState;
  /** A port that the line has is taken away, another one is given to it. */
  toggle(line: PatchLine, port: string): void;
  /** Row and field under which a refusal stands. */
  refusedAt(line: PatchLine): readonly [path: string, field: string];
}

/** The matrix of what strips hear. */
export function inputSide(): PatchSide {
  const lines = ['input', 'aux', 'fxReturn']
    .flatMap((kind) => pathsOf(stripPath(kind, '*')))
    .map((path) => ({ key: path, path, leg: '', words: stripName(path) }));
  const sources = fieldOf<readonly Source[]>('/source', 'sources').value ?? [];
  const known = new Set(sources.map(({ id }) => id));
  const lost = lines.map(({ path }) => fieldOf<string>(path, 'sourceId').value ?? '').filter((id) => !known.has(id));
  const shown = ({ path }: PatchLine) => field<string>(path, 'sourceId').shown.value;
  return {
    lines,
    ports: [...sources.map(({ id, device, label, present }) => portOf(id, label, device, present)), ...absent(lost)],
    stateOf: (line, port) => {
      if (shown(line) !== port) return 'empty';
      if (field(line.path, 'sourceId').state.value === 'pending') return 'waiting';
      return reasonOf(line.path, port) === undefined ? 'set' : 'missing';
    },
    toggle: (line, port) => field<string>(line.path, 'sourceId').move(shown(line) === port ? '' : port),
    refusedAt: ({ path }) => [path, 'sourceId'],
  };
}

/** Kinds that are played somewhere, with their legs. */
const played = { main: ['left', 'right'], mix: ['mono'], matrix: ['mono'], mixMinus: ['mono'] } as const;

/** The matrix of where strips are heard. */
export function outputSide(): PatchSide {
  const outputs = fieldOf<readonly Output[]>('/patch', 'outputs').value ?? [];
  const lines = Object.entries(played).flatMap(([kind, legs]) =>
    pathsOf(stripPath(kind, '*')).flatMap((path) => legs.map((leg) => lineOf(path, leg))),
  );
  const sinks = fieldOf<readonly Node[]>('/patchbay/nodes', 'sinks').value ?? [];
  const ports = sinks.flatMap((node) => node.ports.map(({ id, label }) => portOf(id, label, node.label, node.present)));
  const known = new Set(ports.map(({ id }) => id));
  const used = [...new Set(outputs.map(({ portId }) => portId))].filter((id) => !known.has(id));
  const isDriving = (id: string) => id.startsWith('driving:');
  const driving = used.filter(isDriving).map((id) => portOf(id, portWords(id), '', true));
  const isOf = (line: PatchLine, port: string) => (each: Output) =>
    stripPath(each.strip.kind, each.strip.index) === line.path && each.leg === line.leg && each.portId === port;
  return {
    lines,
    ports: [...driving, ...ports, ...absent(used.filter((id) => !isDriving(id)))],
    stateOf: (line, port) => {
      if (!outputs.some(isOf(line, port))) return 'empty';
      return reasonOf(line.path, port) === undefined ? 'set' : 'missing';
    },
    toggle: (line, port) => {
      const others = outputs.filter((each) => !isOf(line, port)(each));
      const [kind, index] = kindAndIndex(line.path);
      const added = { strip: { kind, index: Number(index) }, leg: line.leg, portId: port, levelDb: 0 };
      const next = others.length < outputs.length ? others : [...outputs, added];
      void writeFields('/patch', { outputs: next }, 'outputs');
    },
    refusedAt: () => ['/patch', 'outputs'],
  };
}

const legWords: Readonly<Record<string, string>> = { left: ' L', right: ' R', mono: '' };

const lineOf = (path: string, leg: string): PatchLine => ({
  key: `${path} ${leg}`,
  path,
  leg,
  words: `${stripName(path)}${legWords[leg] ?? ''}`,
});

const portOf = (id: string, label: string, device: string, isPresent: boolean): PatchPort => ({
  ...{ id, label, device, isPresent },
  words: device === '' ? label : `${label} · ${device}`,
});

const absent = (ids: readonly string[]): readonly PatchPort[] =>
  [...new Set(ids)].filter((id) => id !== '').map((id) => portOf(id, portWords(id), '', false));

/** A port as its source is called; else its id, and `driving:out-1` in words. */
export function portWords(id: string): string {
  const source = fieldOf<readonly Source[]>('/source', 'sources').value?.find((each) => each.id === id);
  if (source !== undefined) return `${source.label} · ${source.device}`;
  const output = /^driving:out-(\d+)$/.exec(id)?.[1];
  return output === undefined ? id : t('show.drivingOut', { index: output });
}

export interface Connection {
  readonly key: string;
  readonly words: string;
  readonly state: CellState;
}

/** Everything that is patched and sounds, inputs first. */
export function connections(): readonly Connection[] {
  const of = (side: PatchSide, arrow: string) =>
    side.lines.flatMap((line) => {
      const ports = side.ports.filter(({ id }) => !['empty', 'missing'].includes(side.stateOf(line, id)));
      return ports.map(({ id, words }) => ({
        key: `${line.key} ${id}`,
        words: `${line.words} ${arrow} ${words}`,
        state: side.stateOf(line, id),
      }));
    });
  return [...of(inputSide(), '←'), ...of(outputSide(), '→')];
}
