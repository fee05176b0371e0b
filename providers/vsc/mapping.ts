// Which track each strip hears, and which channel of the play ring that is. Pure.
import { type DeskReader, isSameJson } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import { type SourceKind, sourceLegs } from '../patch/index.ts';
import type { TakeFile } from '../takes/index.ts';
import type { Assignment, Lane, Settings } from './contract.ts';

export type Track = Pick<TakeFile['tracks'][number], 'number' | 'path' | 'name' | 'channels' | 'role'>;

/** As `by` says. `strips`: those that have a source. */
export function mappingOf(
  { by, mapping }: Pick<Settings, 'by' | 'mapping'>,
  tracks: readonly Track[],
  strips: readonly StripRef[],
  desk: DeskReader,
): readonly Assignment[] {
  if (by === 'hand') return mapping as readonly Assignment[];
  const recorded = tracks.filter(({ role }) => role === 'track');
  return by === 'position' ? byPosition(recorded, strips) : byName(recorded, strips, desk);
}

function byPosition(tracks: readonly Track[], strips: readonly StripRef[]): readonly Assignment[] {
  const numbers = new Map(tracks.map(({ path, number }) => [path, number]));
  return strips.flatMap((strip) => {
    const track = numbers.get(stripPath(strip));
    return track === undefined ? [] : [{ strip, track }];
  });
}

/** Names that differ in case and outer spaces are one. Of several of a name the first goes to the first. */
function byName(tracks: readonly Track[], strips: readonly StripRef[], desk: DeskReader): readonly Assignment[] {
  const waiting = new Map<string, Track[]>();
  for (const track of tracks) {
    const name = plain(track.name);
    if (name !== '') waiting.set(name, [...(waiting.get(name) ?? []), track]);
  }
  return strips.flatMap((strip) => {
    const track = waiting.get(plain(desk.read(stripPath(strip)).name))?.shift();
    return track === undefined ? [] : [{ strip, track: track.number }];
  });
}

const plain = (name: unknown) =>
  String(name ?? '')
    .trim()
    .toLowerCase();

/** The lanes that the mixer plays. An assignment to a track that the take lacks plays nothing. */
export function lanesOf(mapping: readonly Assignment[], tracks: readonly Track[]): readonly Lane[] {
  const first = new Map<number, { readonly channel: number; readonly channels: number }>();
  let channel = 1;
  for (const { number, channels } of tracks) {
    first.set(number, { channel, channels });
    channel += channels;
  }
  const lanes = mapping.flatMap(({ strip: { kind, index }, track, leg: wanted, trackLeg }) => {
    const found = first.get(track);
    if (found === undefined) return [];
    const legs = sourceLegs[kind as SourceKind] === 2 ? (['left', 'right'] as const) : (['left'] as const);
    return legs
      .filter((leg) => wanted === undefined || leg === wanted)
      .map((leg): Lane => {
        const isRight = found.channels === 2 && (trackLeg ?? leg) === 'right';
        return { kind, index, leg, channel: found.channel + (isRight ? 1 : 0) };
      });
  });
  // A lane has one source: of a strip that is named without a leg and with one, the one with it.
  return lanes.filter((lane, n) => !lanes.some((other, m) => m > n && isSameJson(placeOf(other), placeOf(lane))));
}

const placeOf = ({ kind, index, leg }: Lane) => [kind, index, leg];
