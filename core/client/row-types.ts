// From the address of a row to the type of its fields.
import type { Row } from './contract.ts';
import type { Rows } from './rows.ts';

/** Fields that are written, and fields that are only read. */
export interface RowShape<Written = object, ReadOnly = object> {
  readonly written: Written;
  readonly readOnly: ReadOnly;
}

/** The address of a row, `/channel/input/1`. */
export type Path = `/${string}`;

type Shape<P extends string> = P extends `/${infer Segments}` ? Walk<Rows, Segments> : unknown;

type Walk<Tree, Segments extends string> = Segments extends `${infer First}/${infer Rest}`
  ? Walk<Step<Tree, First>, Rest>
  : Step<Tree, Segments> extends { '': infer Found }
    ? Found
    : unknown;

type Step<Tree, Segment extends string> = Segment extends keyof Tree
  ? Tree[Segment]
  : '{}' extends keyof Tree
    ? Tree['{}']
    : unknown;

/** The fields of the row at this address; of one that is not known when the program is compiled, any fields. */
export type RowAt<P extends string> =
  Shape<P> extends RowShape<infer Written, infer ReadOnly> ? Readonly<Written & ReadOnly> : Row;

/** The fields that may be written. */
export type WrittenAt<P extends string> = Shape<P> extends RowShape<infer Written> ? Readonly<Partial<Written>> : Row;
