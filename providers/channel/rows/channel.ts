import {
  alias,
  type Change,
  type Desk,
  type DeskReader,
  type Fields,
  type FieldsOf,
  fieldRefusal,
  type ObservedReader,
  type Refusal,
  type Row,
} from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../../console/index.ts';
import { clipLight } from '../clip-lights.ts';
import { channel } from '../contract.ts';
import type { StripSettings } from '../strip-settings.ts';

type Channel = FieldsOf<ReturnType<typeof channel>>;
type Strip = Channel['strips'][number];

/** All strips in one row, so that many are read, written and followed at once. */
export function channelRow(layout: Layout, settings: StripSettings, live: Desk): Row {
  const stripOf = stripReader(settings);
  const clippedIn = (observed: ObservedReader) => layout.all().filter((ref) => clipLight(ref, observed).clipped);
  return alias('/channel', {
    writers: 'parts',
    summary: 'All strips, and which of them have clipped',
    fields: channel(settings.schemas),
    writable: ['strips', 'clipped'],
    mergedBy: { strips: ['kind', 'index'] },
    atMostEveryMs: 100,
    largeBody: true,
    get: (_at, desk, observed) => ({
      clipped: clippedIn(observed).map(({ kind, index }) => ({
        kind,
        index,
        at: clipLight({ kind, index }, observed).at,
      })),
      strips: layout.all().map((ref) => stripOf(ref, desk)),
    }),
    set: (_at, change) => [
      ...(change.strips ?? []).flatMap((strip, place) => stripChanges(strip, place)),
      ...(change.clipped === undefined ? [] : clipChanges(change.clipped, clippedIn(live.observed))),
    ],
    // What has not clipped can not be named.
    limits: (_at, _desk, observed) => ({ clipped: { maxItems: clippedIn(observed).length } }),
  });
}

/** A strip that was not written since it was read is the same object again: most of 256 strips are. */
function stripReader(settings: StripSettings): (ref: StripRef, desk: DeskReader) => Strip {
  const known = new Map<string, { readonly row: Fields; readonly strip: Strip }>();
  return ({ kind, index }, desk) => {
    const path = stripPath({ kind, index });
    const row = desk.read(path);
    const before = known.get(path);
    if (before?.row === row) return before.strip;
    const own = settings.at({ kind, index }).map((field) => [field, row[field]]);
    const strip = { kind, index, ...Object.fromEntries(own) } as Strip;
    known.set(path, { row, strip });
    return strip;
  };
}

/** A strip that does not exist is refused by the desk, which knows the item's place in the list from the keys. */
function stripChanges({ kind, index, ...fields }: Strip, place: number): readonly Change[] {
  const path = stripPath({ kind, index });
  return Object.entries(fields).map(([field, value]) => ({ path, field, value, via: `strips/${place}/${field}` }));
}

/** The list is replaced as a whole: what it no longer names is turned off, and it can't name more than there is. */
function clipChanges(kept: Channel['clipped'], clipped: readonly StripRef[]): readonly Change[] {
  const paths = clipped.map(stripPath);
  const keptPaths = kept.map(({ kind, index }, place) => {
    const path = stripPath({ kind, index });
    if (!paths.includes(path)) throw notClipped(`clipped/${place}`, { kind, index });
    return path;
  });
  return paths
    .filter((path) => !keptPaths.includes(path))
    .map((path) => ({ path: `${path}/clip`, field: 'clipped', value: false, via: 'clipped' }));
}

function notClipped(field: string, { kind, index }: StripRef): Refusal {
  const message = `Strip ${kind}/${index} has not clipped; only the mixer turns a light on.`;
  return fieldRefusal(field, 'unknown-item', message, { kind, index });
}
