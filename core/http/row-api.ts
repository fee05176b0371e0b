// What HTTP asks of the rows; tests of this folder put doubles here.
import type { AddressBook } from '../rows/address-book.ts';
import type { RowAccess } from '../service/service.ts';

export interface RowApi extends Pick<RowAccess, 'open'> {
  /** The desk's, for beats. */
  readonly revision: number;
  /** Which addresses there are now. */
  readonly addresses: Pick<AddressBook, 'next' | 'of'>;
}
