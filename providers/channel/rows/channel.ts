import { alias, type DeskReader, type FieldsOf, Refusal, type Row, type SettingChange } from 'rowdesk/provider';
import type { Layout, StripRef } from '../../console/index.ts';
import type { ClipLights } from '../clip-lights.ts';
import { channel, settingsOf } from '../contract.ts';
import { stripPath } from '../strips.ts';

type Channel = FieldsOf<typeof channel>;
type Strip = Channel['strips'][number];

/** All strips in one row, so that many are read, written and followed at once. */
export function channelRow(layout: Layout, lights: ClipLights): Row {
  return alias('/channel', {
    summary: 'All strips, and which of them have clipped',
    fields: channel,
    writable: ['strips', 'clipped'],
    mergedBy: { strips: ['kind', 'index'] },
    atMostEveryMs: 100,
    largeBody: true,
    get: (_at, desk) => ({
      clipped: layout.all().flatMap((ref) => {
        const { clipped, at } = lights.of(stripPath(ref));
        return clipped ? [{ kind: ref.kind, index: ref.index, at }] : [];
      }),
      strips: layout.all().map((ref) => stripOf(ref, desk)),
    }),
    set: (_at, change) => [
      ...(change.strips ?? []).flatMap((strip, place) => stripChanges(strip, place)),
      ...(change.clipped === undefined ? [] : clipChanges(change.clipped, lights)),
    ],
    // What has not clipped can not be named.
    limits: () => ({ clipped: { maxItems: lights.list().length } }),
    watch: (_at, changed) => lights.onChange(changed),
  });
}

function stripOf({ kind, index }: StripRef, desk: DeskReader): Strip {
  const row = desk.read(stripPath({ kind, index }));
  return { kind, index, ...Object.fromEntries(settingsOf[kind].map((field) => [field, row[field]])) };
}

/** A strip that does not exist is refused by the desk, which knows the item's place in the list from the keys. */
function stripChanges({ kind, index, ...fields }: Strip, place: number): readonly SettingChange[] {
  const path = stripPath({ kind, index });
  return Object.entries(fields).map(([field, value]) => ({ path, field, value, via: `strips/${place}/${field}` }));
}

/** The list is replaced as a whole: what it no longer names is turned off, and it can't name more than there is. */
function clipChanges(kept: Channel['clipped'], lights: ClipLights): readonly SettingChange[] {
  const keptPaths = kept.map(({ kind, index }, place) => {
    const path = stripPath({ kind, index });
    if (!lights.of(path).clipped) throw notClipped(`clipped/${place}`, { kind, index });
    return path;
  });
  return lights
    .list()
    .filter(([path]) => !keptPaths.includes(path))
    .map(([path]) => ({ path: `${path}/clip`, field: 'clipped', value: false, via: 'clipped' }));
}

function notClipped(field: string, { kind, index }: StripRef): Refusal {
  const message = `Strip ${kind}/${index} has not clipped; only the mixer turns a light on.`;
  return new Refusal('invalid-fields', message, {}, [
    { field, code: 'unknown-item', message, params: { kind, index } },
  ]);
}
