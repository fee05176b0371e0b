// The memory of what is armed: the ring of the mixer and the tape of the recorder.
import type { Fields } from 'rowdesk/provider';
import { legsOf } from '../channel/index.ts';
import type { StripRef } from '../console/index.ts';

/** The ring, and what the tape has beside the pre-roll. */
const bufferS = 20 + 2;
const bytesPerSample = 4;
export const mebibyte = 2 ** 20;

/** Of the fields of /record at this rate, Hz. */
export function neededBytes({ armed, programme, preRollS }: Fields, rate: number): number {
  const strips = [...(armed as readonly StripRef[]), ...(programme as readonly StripRef[])];
  const channels = strips.reduce((sum, { kind }) => sum + legsOf(kind), 0);
  return channels * rate * bytesPerSample * ((preRollS as number) + bufferS);
}
