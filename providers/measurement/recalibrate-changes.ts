// Collects the changes that keep a level, and what can not be changed that far.
import type { DeskReader } from 'rowdesk/provider';
import { isWithin, nearest } from './gain-range.ts';
import type { GainSources } from './gain-sources.ts';

/** dB: a level that is off by more is heard as another one. */
const exactDb = 0.05;
const silenceDb = -144;

export interface KeepingChange {
  readonly path: string;
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

export interface Uncompensated {
  readonly path: string;
  readonly field: string;
  readonly detail: string;
}

export class KeepingChanges {
  readonly uncompensated: Uncompensated[] = [];
  readonly #desk: DeskReader;
  readonly #sources: Pick<GainSources, 'adjustable'>;
  readonly #changes = new Map<string, KeepingChange>();

  constructor(desk: DeskReader, sources: Pick<GainSources, 'adjustable'>) {
    this.#desk = desk;
    this.#sources = sources;
  }

  get list(): readonly KeepingChange[] {
    return [...this.#changes.values()].filter(({ from, to }) => from !== to);
  }

  set(change: KeepingChange): void {
    this.#changes.set(`${change.path} ${change.field}`, change);
  }

  /**
   * Moves a number of a row by so many dB. Silence stays silence. `isHeard` false: nothing is heard of it now, and it stays
   * where its range ends.
   */
  move(path: string, field: string, byDb: number, isHeard: boolean): void {
    const now = this.#sources.adjustable(path, field, this.#desk);
    if (now === undefined || Math.abs(byDb) < exactDb / 10) return;
    const { value, range } = now;
    if (value <= silenceDb) return;
    const wanted = value + byDb;
    const to = nearest(wanted, range);
    // A level that would be below its range is silent.
    const isSilent = range.minimum <= silenceDb && wanted < range.minimum;
    if (isSilent || Math.abs(to - wanted) <= exactDb) this.set({ path, field, from: value, to });
    else if (isHeard) this.lacks(path, field, wordsOf(value, wanted, now));
  }

  lacks(path: string, field: string, detail: string): void {
    this.uncompensated.push({ path, field, detail });
  }
}

function wordsOf(value: number, wanted: number, { range }: { readonly range: Parameters<typeof nearest>[1] }): string {
  const round = (number: number) => Math.round(number * 100) / 100;
  const goes = isWithin(wanted, range)
    ? `in steps of ${range.step} dB`
    : `from ${range.minimum} to ${range.maximum} dB`;
  return `It is at ${round(value)} dB, would have to be at ${round(wanted)} dB, and goes ${goes}.`;
}
