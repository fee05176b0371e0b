// How late sound leaves an insert: the result of a plugin is taken one block later, and it has a latency of its own; hardware is
// as late as the way there and back.
import type { Audio, DeskReader, ObservedReader } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import { processorPath } from './chain-addresses.ts';
import type { Processors } from './processors.ts';
import { insertIds } from './slots.ts';

/** In frames, also while the insert is passed by; 0 for one without a plugin and without hardware. */
export function insertLatency(
  path: string,
  { audio, processors }: { readonly audio: Pick<Audio, 'clock'>; readonly processors: Processors },
  desk: DeskReader,
  observed: ObservedReader,
): number {
  const { plugin } = desk.read(path);
  const hosted = processors.hosted(plugin);
  const delay = observed.read(path, 'delayFrames')?.value;
  const isThere = hosted !== undefined || (plugin === '' && hasHardware(path, observed));
  if (isThere && typeof delay === 'number' && delay > 0) return delay;
  if (hosted === undefined) return 0;
  // Before the mixer has said by how much it delays.
  const offset = isInsertPath(path) ? Number(desk.read(offsetPath(path)).offsetFrames) : 0;
  return audio.clock.quantum + Math.max(0, pluginLatency(path, processors, desk, observed) + offset);
}

/** Of the plugin alone, as the plugin host uses it, in frames; 0 without a plugin. */
export function pluginLatency(
  path: string,
  processors: Processors,
  desk: DeskReader,
  observed: ObservedReader,
): number {
  const hosted = processors.hosted(desk.read(path).plugin);
  if (hosted === undefined) return 0;
  const reported = observed.read(path, 'latencyFrames')?.value;
  return typeof reported === 'number' ? reported : hosted.description.latencyFrames;
}

const isInsertPath = (path: string): boolean => insertIds.some((processorId) => path.endsWith(`/${processorId}`));

/** The row with the offset of an insert. */
export const offsetPath = (path: string): string => `${path}/latency`;

/** The patch leads it through ports of a device, as the mixer says. */
export const hasHardware = (path: string, observed: ObservedReader): boolean =>
  observed.read(path, 'hardware')?.value === true;

/** Of all inserts of a strip, in milliseconds. */
export function insertLatencyMs(
  ref: StripRef,
  needs: { readonly audio: Pick<Audio, 'clock'>; readonly processors: Processors },
  desk: DeskReader,
  observed: ObservedReader,
): number {
  const places = insertIds.filter((processorId) => needs.processors.slot(ref.kind, processorId) !== undefined);
  const frames = places
    .map((processorId) => insertLatency(processorPath({ ...ref, processorId }), needs, desk, observed))
    .reduce((sum, own) => sum + own, 0);
  return millisecondsOf(frames, needs.audio.clock.rate);
}

/** To the microsecond; 0 while no rate drives. */
export const millisecondsOf = (frames: number, rate: number): number =>
  rate > 0 ? Math.round((frames / rate) * 1e6) / 1000 : 0;
