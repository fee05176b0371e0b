import type { At, Change, DeskReader, Fields, Row, SettingRow } from './definitions.ts';

/** A row at an address that exists now. */
export interface RowRef {
  readonly row: Row;
  /** The decoded parameters. */
  readonly at: At;
  /** The canonical address, `/channel/input/3`: every spelling of an address has this one. No /api in front. */
  readonly path: string;
}

/** A setting at an address. */
export interface SettingPlace extends RowRef {
  readonly row: SettingRow;
}

export function isSetting(place: RowRef): place is SettingPlace {
  return place.row.type === 'setting';
}

/** True while a row that was found still has its address. */
export function exists({ row, at }: RowRef): boolean {
  return row.addresses?.has(at) ?? true;
}

/** Reads settings by address, and those that are found already without another look-up. */
export interface SettingReader extends DeskReader {
  /** As `read` of its path; the caller knows that the address exists. */
  readAt(place: SettingPlace): Fields;
}

/** A change whose row may be found already, in this tick: the desk then looks the address up no more. */
export interface LocatedChange extends Change {
  readonly place?: RowRef;
}
