// What the armed strips need: memory for the ring of the mixer and the tape of the recorder, and room on the disk.
import type { Fields } from 'rowdesk/provider';
import { legsOf } from '../channel/index.ts';
import type { StripRef } from '../console/index.ts';

/** The ring, and what the tape has beside the pre-roll. */
const bufferS = 20 + 2;
const bytesPerSample = 4;
export const mebibyte = 2 ** 20;

/** Of the fields of /record at this rate, Hz. */
export function neededBytes(fields: Fields, rate: number): number {
  return channelsOf(fields) * rate * bytesPerSample * ((fields.preRollS as number) + bufferS);
}

/** What a second of them is in files at most: a FLAC is smaller. */
export function writtenBytes(fields: Fields, rate: number): number {
  return (channelsOf(fields) * rate * (fields.bitDepth as number)) / 8;
}

function channelsOf({ armed, programme }: Fields): number {
  const strips = [...(armed as readonly StripRef[]), ...(programme as readonly StripRef[])];
  return strips.reduce((sum, { kind }) => sum + legsOf(kind), 0);
}
