// What a recall leaves as it is, and why.
import {
  type Areas,
  type Audio,
  type DeskReader,
  type Limits,
  type Static,
  type TSchema,
  Type,
} from 'rowdesk/provider';
import { stripKinds, stripPath } from '../console/index.ts';
import { inputOfPort } from '../stagebox/index.ts';
import { guarded } from './content.ts';

const areaName = Type.String({ minLength: 1, maxLength: 64 });
const closed = { additionalProperties: false };

/** Areas of one strip. */
const stripKeep = (name: TSchema = areaName) =>
  Type.Object(
    {
      kind: Type.Enum([...stripKinds]),
      index: Type.Integer({ minimum: 1, maximum: 256 }),
      areas: Type.Array(name as typeof areaName, { uniqueItems: true, maxItems: 64 }),
    },
    closed,
  );
/** Areas of everything. */
const wholeKeep = (name: TSchema = areaName) =>
  Type.Object({ areas: Type.Array(name as typeof areaName, { uniqueItems: true, maxItems: 64 }) }, closed);

export const keep = (name?: TSchema) => Type.Union([wholeKeep(name), stripKeep(name)]);
export type StripKeep = Static<ReturnType<typeof stripKeep>>;
export type Keep = Static<ReturnType<typeof keep>>;

export const keepsPath = '/scene/keeps';
export const keepsFields = {
  areas: Type.Array(areaName, {
    ...{ uniqueItems: true, maxItems: 64, default: [] },
    title: 'Areas that no scene changes, whatever it holds',
  }),
  grid: Type.Array(stripKeep(), { maxItems: 256, default: [], title: 'Areas of single strips that no scene changes' }),
};
type GlobalKeeps = { readonly areas: readonly string[]; readonly grid: readonly StripKeep[] };

/** The areas that may be named: those of this desk, and those that are named already. */
export function areaNames(areas: Areas, named: Partial<RecallSelection>): TSchema {
  const own = [...(named.areas ?? []), ...(named.keeps ?? []).flatMap((each) => each.areas)];
  return Type.Enum([...new Set([...areas.list(), ...own])].sort());
}

export function globalLimits(areas: Areas, desk: DeskReader): Limits {
  const { areas: everywhere, grid } = desk.read(keepsPath) as GlobalKeeps;
  const name = areaNames(areas, { areas: everywhere, keeps: grid });
  return { areas: { items: name }, grid: { items: stripKeep(name) } };
}

export function selectionLimits(areas: Areas, wanted: RecallSelection): Limits {
  const name = areaNames(areas, wanted);
  return { areas: { items: name }, keeps: { items: keep(name) } };
}

/** `default`: guarded, and not asked for; `global` and `strip`: of the desk; `scene`: of what is recalled. */
export type KeepReason = 'default' | 'global' | 'strip' | 'scene';

/** Why a field stays; undefined: it is recalled. */
export type Keeping = (path: string, area: string) => KeepReason | undefined;

export interface RecallSelection {
  /** What is recalled of what is held. */
  readonly areas: readonly string[];
  readonly keeps: readonly Keep[];
}

type Boxes = Audio['boxes'];

export function keepingOf({ areas, keeps }: RecallSelection, desk: DeskReader, boxes: Boxes): Keeping {
  const global = desk.read(keepsPath) as GlobalKeeps;
  const everywhere = new Set(global.areas);
  const inScene = new Set(keeps.filter((each) => !('kind' in each)).flatMap((each) => each.areas));
  const ofStrips = stripKeeps(global.grid, desk, boxes);
  const ofScene = stripKeeps(
    keeps.filter((each) => 'kind' in each),
    desk,
    boxes,
  );
  return (path, area) => {
    if (everywhere.has(area)) return 'global';
    if (ofStrips(path, area)) return 'strip';
    if (inScene.has(area) || ofScene(path, area)) return 'scene';
    return guarded.includes(area) && !areas.includes(area) ? 'default' : undefined;
  };
}

/** Buses of others: what each strip sends them is the sound of the one that hears the bus. */
const sentTo: readonly string[] = ['mix', 'fxSend', 'matrix'];

/**
 * Of a strip are the rows below it, its right leg in the patch, the socket of its preamp, and of a bus what all strips send it.
 */
function stripKeeps(
  keeps: readonly StripKeep[],
  desk: DeskReader,
  boxes: Boxes,
): (path: string, area: string) => boolean {
  const kept = new Map<string, Set<string>>();
  const intoBuses = new Set<string>();
  const note = (path: string, areas: readonly string[]) => {
    kept.set(path, new Set([...(kept.get(path) ?? []), ...areas]));
  };
  for (const { kind, index, areas } of keeps) {
    const path = stripPath({ kind, index });
    note(path, areas);
    note(`/patch/rightLegs/${kind}/${index}`, areas);
    if (sentTo.includes(kind) && areas.includes('sends')) intoBuses.add(`${kind}/${index}`);
    const socket = desk.has(path) ? inputOfPort(desk.read(path).sourceId, boxes) : undefined;
    if (socket !== undefined)
      note(
        socket.path,
        areas.filter((area) => area === 'preamp' || area === 'phantom'),
      );
  }
  if (kept.size === 0) return () => false;
  return (path, area) => {
    const [, first, second, third, fourth, bus, number] = path.split('/');
    if (area === 'sends' && fourth === 'sends' && intoBuses.has(`${bus}/${number}`)) return true;
    const strip = `/${first}/${second}/${third}`;
    return kept.get(strip)?.has(area) === true || kept.get(`${strip}/${fourth}`)?.has(area) === true;
  };
}
