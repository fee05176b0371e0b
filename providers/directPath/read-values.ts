// What was read of the desk and of observed state, to know whether a change of it matters. Levels and pans matter at
// their ends only: a fader that moves opens and closes no way.
import type { DeskReader, Fields, ObservedReader } from 'rowdesk/provider';
import { isSilent } from './audible-ways.ts';

const decisive = [
  ...(['levelDb', 'muted', 'pan', 'mainAssigned', 'soloed', 'dcas', 'stereoLink', 'owner', 'base'] as const),
  ...(['sourceId', 'spareSourceId', 'sourceSelected', 'on', 'tapPoint', 'outputs'] as const),
  ...(['inputMode', 'busMode', 'idleSource'] as const),
];

export class ReadValues {
  readonly desk: DeskReader;
  readonly observed: ObservedReader;
  readonly #desk: DeskReader;
  readonly #observed: ObservedReader;
  /** By address. */
  readonly #rows = new Map<string, string>();
  /** By address and field. */
  readonly #readings = new Map<string, string>();

  constructor(desk: DeskReader, observed: ObservedReader) {
    this.#desk = desk;
    this.#observed = observed;
    const note = (path: string) => {
      if (!this.#rows.has(path)) this.#rows.set(path, this.#row(path));
    };
    const noteReading = (path: string, field: string) => {
      this.#readings.set(keyOf(path, field), this.#reading(path, field));
    };
    this.desk = {
      read: (path) => {
        note(path);
        return desk.read(path);
      },
      has: (path) => {
        note(path);
        return desk.has(path);
      },
    };
    this.observed = {
      read: (path, field) => {
        noteReading(path, field);
        return observed.read(path, field);
      },
      matches: (path, field) => {
        note(path);
        noteReading(path, field);
        return observed.matches(path, field);
      },
    };
  }

  isOtherRow(path: string): boolean {
    const before = this.#rows.get(path);
    return before !== undefined && before !== this.#row(path);
  }

  isOtherReading(path: string, field: string): boolean {
    const before = this.#readings.get(keyOf(path, field));
    return before !== undefined && before !== this.#reading(path, field);
  }

  #row(path: string): string {
    if (!this.#desk.has(path)) return '';
    const fields: Fields = this.#desk.read(path);
    return decisive.map((field) => (field in fields ? textOf(field, fields[field]) : '')).join('\n');
  }

  #reading(path: string, field: string): string {
    return textOf(field, this.#observed.read(path, field)?.value);
  }
}

const keyOf = (path: string, field: string): string => `${path} ${field}`;

function textOf(field: string, value: unknown): string {
  if (field === 'levelDb' && typeof value === 'number') return String(isSilent(value));
  if (field === 'pan') return value === 100 || value === -100 ? String(value) : '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
