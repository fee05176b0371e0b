// What a recall leaves as it is, and why.
import { type DeskReader, type Static, Type } from 'rowdesk/provider';
import { stripKinds } from '../console/index.ts';
import { guarded } from './content.ts';

const areaNames = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { uniqueItems: true, maxItems: 64 });
const strip = { kind: Type.Enum([...stripKinds]), index: Type.Integer({ minimum: 1, maximum: 256 }) };
const closed = { additionalProperties: false };

/** Areas of one strip. */
export const stripKeep = Type.Object({ ...strip, areas: areaNames }, closed);
/** Areas of one strip, or of everything where it names no strip. */
export const keep = Type.Object(
  { kind: Type.Optional(strip.kind), index: Type.Optional(strip.index), areas: areaNames },
  closed,
);
export type Keep = Static<typeof keep>;

export const keepsPath = '/scene/keeps';
export const keepsFields = {
  areas: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...{ uniqueItems: true, maxItems: 64, default: [] },
    title: 'Areas that no scene changes, whatever it holds',
  }),
  grid: Type.Array(stripKeep, { maxItems: 256, default: [], title: 'Areas of single strips that no scene changes' }),
};

/** `default`: guarded, and not asked for; `global` and `strip`: of the desk; `scene`: of what is recalled. */
export type Why = 'default' | 'global' | 'strip' | 'scene';

/** Why a field stays; undefined: it is recalled. */
export type Keeping = (path: string, area: string) => Why | undefined;

export interface Wanted {
  /** What is recalled of what is held. */
  readonly areas: readonly string[];
  readonly keeps: readonly Keep[];
}

export function keepingOf({ areas, keeps }: Wanted, desk: DeskReader): Keeping {
  const global = desk.read(keepsPath) as { readonly areas: readonly string[]; readonly grid: readonly Keep[] };
  const everywhere = new Set(global.areas);
  const inScene = new Set(keeps.filter(({ kind }) => kind === undefined).flatMap((each) => each.areas));
  const ofStrips = stripKeeps(global.grid, desk);
  const ofScene = stripKeeps(
    keeps.filter(({ kind }) => kind !== undefined),
    desk,
  );
  return (path, area) => {
    if (everywhere.has(area)) return 'global';
    if (ofStrips(path, area)) return 'strip';
    if (inScene.has(area) || ofScene(path, area)) return 'scene';
    return guarded.includes(area) && !areas.includes(area) ? 'default' : undefined;
  };
}

/** Of a strip are the rows below it, its right leg in the patch, and the socket that it hears. */
function stripKeeps(keeps: readonly Keep[], desk: DeskReader): (path: string, area: string) => boolean {
  const kept = new Map<string, Set<string>>();
  const note = (path: string, areas: readonly string[]) => {
    kept.set(path, new Set([...(kept.get(path) ?? []), ...areas]));
  };
  for (const { kind = '', index = 0, areas } of keeps) {
    const path = `/channel/${kind}/${index}`;
    note(path, areas);
    note(`/patch/rightLegs/${kind}/${index}`, areas);
    const socket = desk.has(path) ? socketOf(desk.read(path).sourceId) : undefined;
    if (socket !== undefined)
      note(
        socket,
        areas.filter((area) => area === 'preamp' || area === 'phantom'),
      );
  }
  if (kept.size === 0) return () => false;
  return (path, area) => {
    const [, first, second, third, fourth] = path.split('/');
    const strip = `/${first}/${second}/${third}`;
    return kept.get(strip)?.has(area) === true || kept.get(`${strip}/${fourth}`)?.has(area) === true;
  };
}

/** `box:in-3` is the port of `/stagebox/box/inputs/3`. */
function socketOf(sourceId: unknown): string | undefined {
  const [, device, socket] = /^([^:]+):in-(\d+)$/.exec(String(sourceId)) ?? [];
  return device === undefined ? undefined : `/stagebox/${device}/inputs/${socket}`;
}
