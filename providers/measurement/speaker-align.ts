// What delays an output on its way to the loudspeaker.
import type { DeskReader, ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';

export const speakerAlignPath = (output: StripRef): string => `${stripPath(output)}/speakerAlign`;

interface Reader extends DeskReader {
  readonly observed: ObservedReader;
}

/** In ms, as the mixer reports it; 0 while nothing is delayed. */
export function alignedMs(output: StripRef, desk: Reader): number {
  const path = speakerAlignPath(output);
  if (!desk.has(path) || desk.read(path).enabled !== true) return 0;
  return Number(desk.observed.read(path, 'appliedDelayMs')?.value ?? desk.read(path).delayMs ?? 0);
}
