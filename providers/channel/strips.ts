// The addresses of strips, and what every row of a strip asks of them.
import type { Addresses, Audio, DeskReader, SeenReader } from 'rowdesk/provider';
import type { Layout, StripRef } from '../console/index.ts';
import { carriesSound } from './contract.ts';

export const stripPath = ({ kind, index }: StripRef): string => `/channel/${kind}/${index}`;

/** Every row of a strip is there for every kind; a DCA's meter has no leg, and its clip light is never on. */
export const stripAddresses = (layout: Layout): Addresses<StripRef> => ({
  has: ({ kind, index }) => layout.has(kind, index),
  list: () => layout.all(),
});

/**
 * Why a strip is silent: as the mixer reports. A mixer that has not reported has not opened its outputs either; of a DCA
 * and of a mute group, which have no sound of their own, it reports nothing.
 */
export function mutedByOf(ref: StripRef, desk: DeskReader, seen: SeenReader): readonly string[] {
  const path = stripPath(ref);
  const reported = seen.read(path, 'mutedBy');
  if (reported !== undefined) return reported.value as readonly string[];
  const own = desk.read(path).muted ? ['mute'] : [];
  return carriesSound(ref.kind) ? [...own, 'startup'] : own;
}

/** True when the mixer runs and the port that the strip hears, if any, is there. */
export function isPresent(sourceId: unknown, audio: Audio): boolean {
  if (audio.state !== 'running' && audio.state !== 'degraded') return false;
  if (typeof sourceId !== 'string' || sourceId === '') return true;
  return audio.devices.some(({ present, ports }) => present && ports.some(({ id }) => id === sourceId));
}
