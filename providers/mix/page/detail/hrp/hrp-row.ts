// `/channel/.../hrp` and its report as the page reads them: the protection of a strip against howling.
import { fieldOf } from '../../desk/rows.ts';

export interface Notch {
  readonly slot: number;
  readonly fixed: boolean;
  readonly frequencyHz: number;
  readonly q: number;
  readonly gainDb: number;
}

export interface Candidate {
  readonly frequencyHz: number;
  /** 0 to 1: 1 is a howl. */
  readonly score: number;
}

export const reportPath = (strip: string): string => `${strip}/hrp/report`;

const listOf = <T>(strip: string, name: string): readonly T[] =>
  fieldOf<readonly T[]>(reportPath(strip), name).value ?? [];

/** By frequency. */
export const notchesOf = (strip: string): readonly Notch[] =>
  [...listOf<Notch>(strip, 'notches')].sort((a, b) => a.frequencyHz - b.frequencyHz);

export const candidatesOf = (strip: string): readonly Candidate[] => listOf<Candidate>(strip, 'candidates');

export const isHowling = (strip: string): boolean => fieldOf(reportPath(strip), 'howling').value === true;

/** dB that the notches take, as a mean over octaves; 0 for nothing. */
export const costDbOf = (strip: string): number => fieldOf<number>(reportPath(strip), 'costDb').value ?? 0;

export const isProtected = (strip: string): boolean => fieldOf(`${strip}/hrp`, 'enabled').value === true;
