// Values as texts in one line, as `/node` answers and `/` takes: the address, then the values of its node in their order.

import type { OscValue } from '../../osc/js/parcel.ts';
import type { Entry } from './book.ts';

const longest = 4096;

export interface Assignment {
  readonly entry: Entry;
  readonly argument: OscValue;
}

export interface AddressBook {
  entry(address: string): Entry | undefined;
  node(address: string): readonly Entry[];
}

/** With a slash, whether it was written or not. */
export const slashed = (address: string): string => {
  const plain = address.trim().replace(/\/+$/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
};

/** The answer of `/node`, with a line feed at its end; undefined for what is no node and no address. */
export function nodeLine(address: string, book: AddressBook, text: (entry: Entry) => string): string | undefined {
  const entry = book.entry(address);
  const entries = entry === undefined ? book.node(address) : [entry];
  return entries.length === 0 ? undefined : `${address} ${entries.map(text).join(' ')}\n`;
}

/** What a line like `ch/01/mix ON -10.0` assigns; values that are missing at its end are left alone. */
export function assignmentsIn(line: string, book: AddressBook): readonly Assignment[] {
  const [address = '', ...values] = wordsIn(line.slice(0, longest));
  return assignments(slashed(address), values, book);
}

export function assignments(address: string, values: readonly OscValue[], book: AddressBook): readonly Assignment[] {
  const entry = book.entry(address);
  const entries = entry === undefined ? book.node(address) : [entry];
  return entries.flatMap((each, n) => {
    const argument = values[n];
    return argument === undefined ? [] : [{ entry: each, argument }];
  });
}

/** Parted by blanks, with quotes around what has some. */
function wordsIn(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}
