// Takes that a recorder left unclosed, because it was killed or the computer lost its power: their files are mended.
import { access, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NativeRecorderClass } from './native.ts';
import { readNoLink } from './no-link.ts';
import { framesOf, parseTake, type TakeDocument, type TakePart, takeFile } from './take-document.ts';
import { TakeFolder } from './take-folder.ts';
import { namesOf } from './take-names.ts';
import type { TakePlaces } from './take-places.ts';

/** A take that was left longer ago does not go on. */
const freshMs = 5 * 60_000;

export interface UnclosedTake {
  readonly folder: TakeFolder;
  /** Of its last take.json, until it is mended. */
  readonly document: TakeDocument;
  /** Left in this run of the computer, a short time ago: it goes on. */
  readonly isFresh: boolean;
}

/** Unclosed takes, the one that was left last first; at most one is fresh. */
export async function findUnclosed(
  takesFolder: string,
  bootId: string,
  nowMs = sinceBootMs(),
): Promise<readonly UnclosedTake[]> {
  const names = await readdir(takesFolder).catch(() => []);
  const found: (UnclosedTake & { readonly leftMs: number })[] = [];
  for (const name of names) {
    const file = join(takesFolder, name, takeFile);
    const text = await readNoLink(file).catch(() => '');
    const document = parseTake(text);
    if (document?.state !== 'recording') continue;
    const leftMs = (await lstat(file).catch(() => undefined))?.mtimeMs ?? 0;
    const isFresh = document.bootId === bootId && isLeftNow(document, leftMs, nowMs);
    found.push({ folder: new TakeFolder(join(takesFolder, name)), document, isFresh, leftMs });
  }
  found.sort((one, other) => other.leftMs - one.leftMs);
  return found.map((take, index) => ({ ...take, isFresh: take.isFresh && index === 0 }));
}

/** Mends the files of a take; resolves to its document, complete: false. */
export async function mended(
  types: NativeRecorderClass,
  { folder, document }: UnclosedTake,
  places: TakePlaces,
): Promise<TakeDocument> {
  const { tracks, fileFormat, rate } = document;
  const names = namesOf(tracks);
  const fileOf = (track: number, part: number) => types.partFile(names[track]?.stem ?? '', part, fileFormat);
  const parts: TakePart[] = [];
  const faults: string[] = [];
  const missing = new Set(
    tracks.flatMap(({ files }, track) => files.flatMap((file, n) => (file === '' ? [fileOf(track, n + 1)] : []))),
  );
  for (let number = 1; ; number++) {
    const known = document.parts[number - 1];
    if (known && number < document.parts.length - 1) {
      parts.push(known);
      continue;
    }
    const made = await Promise.all(tracks.map((_, track) => exists(folder.file(fileOf(track, number)))));
    if (known === undefined && !made.includes(true)) break;
    const there = tracks.map((_, track) => track).filter((track) => made[track]);
    const place = places.parts.get(number);
    const gapFrames = place ? Math.max(0, place.at - framesOf(parts)) : (known?.gapFrames ?? 0);
    const at = framesOf(parts) + gapFrames;
    const mending = await types.mend({
      ...{ rate, at, markers: document.markers.map(({ atS, label }) => ({ at: Math.round(atS * rate), label })) },
      tracks: there.map((track) => ({
        ...{ file: folder.file(fileOf(track, number)), channels: tracks[track]?.channels ?? 1 },
        peaks: folder.file(names[track]?.peaks ?? ''),
      })),
    });
    faults.push(...mending.faults);
    if (mending.frames === 0) break;
    const whole = there.filter((_, n) => !mending.missing.includes(n));
    for (const track of tracks.keys()) if (!whole.includes(track)) missing.add(fileOf(track, number));
    const monotonicMs = place?.monotonicMs ?? known?.monotonicMs ?? 0;
    const startedAt = known?.startedAt ?? new Date(Date.parse(document.startedAt) + (at / rate) * 1000).toISOString();
    parts.push({ number, startedAt, monotonicMs, frames: mending.frames, gapFrames });
  }
  return {
    ...document,
    ...{ parts, complete: false, fault: faults[0] ?? document.fault },
    tracks: tracks.map((track, index) => {
      const files = parts.map(({ number }) => fileOf(index, number));
      return { ...track, files: files.map((file) => (missing.has(file) ? '' : file)) };
    }),
  };
}

/** By the clock on the wall or, as that may have been set meanwhile, by the end of its last part. */
function isLeftNow({ parts, rate }: TakeDocument, leftMs: number, nowMs: number): boolean {
  const sinceMs = Date.now() - leftMs;
  const last = parts.at(-1);
  const endedMs = last ? last.monotonicMs + (last.frames / rate) * 1000 : Number.NEGATIVE_INFINITY;
  return (sinceMs >= 0 && sinceMs < freshMs) || nowMs - endedMs < freshMs;
}

/** CLOCK_MONOTONIC, as the parts have it. */
const sinceBootMs = () => Number(process.hrtime.bigint() / 1_000_000n);

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
