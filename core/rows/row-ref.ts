import type { At, Row } from './definitions.ts';

/** A row at an address that exists now. */
export interface RowRef {
  readonly row: Row;
  /** The decoded parameters. */
  readonly at: At;
  /** The canonical address, `/channel/input/3`: every spelling of an address has this one. No /api in front. */
  readonly path: string;
}
