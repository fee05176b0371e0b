// A take of strips as they come from the network: floats, in which each sample of the tests' own sender says which frame it is.
import { join } from 'node:path';
import type { TakeDocument } from '../../hardware-drivers/recorder/js/take-document.ts';
import { write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { readFloats, readTake } from '../recording/judged-take.ts';

export interface Take {
  readonly folder: string;
  readonly document: TakeDocument;
}

/** Records strips 1 to `count` from now on, each in a track of its own. */
export async function startTake(desk: Service, count: number): Promise<void> {
  const armed = Array.from({ length: count }, (_, n) => ({ kind: 'input', index: n + 1 }));
  await write(desk, '/record', { armed, programme: [], preRollS: 0, bitDepth: 32 });
  await desk.until('/record', ({ state }) => state === 'ready');
  await write(desk, '/record/start', { running: true, name: 'Network' });
  await desk.until('/record', ({ state, elapsedS }) => state === 'recording' && elapsedS > 0);
}

/** Waits until the take is so much longer. */
export async function taken(desk: Service, seconds: number): Promise<void> {
  const { elapsedS } = (await desk.get('/record')).body;
  await desk.until('/record', (row) => row.elapsedS >= elapsedS + seconds);
}

export async function stopTake(desk: Service): Promise<Take> {
  const { takeId } = (await desk.get('/record')).body;
  await write(desk, '/record/stop', { running: true });
  await desk.until('/record', ({ state }) => state === 'ready');
  const folder = join(desk.state, 'recordings', 'takes', takeId);
  return { folder, document: readTake(folder) };
}

/** The samples of a track, from 0. */
export function trackOf({ folder, document }: Take, track: number): Float32Array {
  return readFloats(join(folder, document.tracks[track]?.files[0] as string)).samples;
}

/** The tracks of a take in order. */
export function tracksOf(take: Take): readonly Float64Array[] {
  return take.document.tracks.map((_track, n) => Float64Array.from(trackOf(take, n)));
}
