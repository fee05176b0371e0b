// The interface of rows for HTTP; tests of this folder use doubles of it.
import type { AddressBook } from '../rows/address-book.ts';
import type { RowAccess } from '../service/service.ts';

export interface RowApi extends Pick<RowAccess, 'open'> {
  /** The desk's revision, for beats. */
  readonly revision: number;
  /** The existing addresses. */
  readonly addresses: Pick<AddressBook, 'next' | 'of'>;
}
