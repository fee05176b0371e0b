// The shape of the table: which addresses there are, how their values are written, and which field of the desk each stands
// for. Everything here is data; the code, the page of the documentation and the tests read the same lines.
import type { ConversionName } from '../conversions.ts';
import type { LawName } from './law-names.ts';
import type { MeterTable } from './meter-parts.ts';

/**
 * An address below its node, the law of its values, and what is read while no field stands behind it, as text. Then the
 * address of a field, in which `{strip}`, `{send}` and the counters stand for what the address has, and the conversion.
 */
export type Leaf = readonly [name: string, law: LawName, otherwise: string, to?: string, as?: ConversionName];

export interface NodeLines {
  /** `/ch/{ch}/mix/{odd}`. */
  readonly node: string;
  readonly leaves: readonly Leaf[];
}

export interface Counter {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  /** As many figures at least. */
  readonly digits: number;
}

export interface Model {
  /** What `/info` says. */
  readonly model: string;
  readonly firmware: string;
  readonly port: number;
  readonly counters: Readonly<Record<string, Counter>>;
  /** By address of a strip, the row that it is; with counters, the number of the row by itself. */
  readonly strips: Readonly<Record<string, string>>;
  /** The strip that a send leads to: of `/ch/01`, number `13`. */
  sendsTo(strip: string, number: string): string;
  readonly nodes: readonly NodeLines[];
  readonly meters: MeterTable;
  /** The addresses of the strips in the order of their ids, from 0; undefined where clients use no ids. */
  readonly stripIds?: readonly string[];
}

export const node = (address: string, ...leaves: readonly (Leaf | readonly Leaf[])[]): NodeLines => ({
  node: address,
  leaves: leaves.flatMap((each) => (typeof each[0] === 'string' ? [each as Leaf] : (each as readonly Leaf[]))),
});

/** Switches and others of one law, which stand for nothing. */
export const alike = (names: readonly string[], law: LawName, otherwise: string): readonly Leaf[] =>
  names.map((name) => [name, law, otherwise]);
