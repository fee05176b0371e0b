import type { Row } from './client.ts';
import { rowTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export const formats = ['json', 'table'] as const;
export type Format = (typeof formats)[number];

/** Whether a table is written: where a person looks on, unless `-o` asks for JSON. */
export const isTable = (format: Format | undefined, { width }: Terminal): boolean =>
  (format ?? (width === undefined ? 'json' : 'table')) === 'table';

/** What comes from the network goes to a terminal without its control characters. */
export const printable = (text: unknown): string => JSON.stringify(String(text)).slice(1, -1);

/** Writes a row: a table where a person looks on, JSON where a program does, or what `-o` asks for. */
export function printRow(row: Row, format: Format | undefined, to: Terminal): void {
  to.data(isTable(format, to) ? rowTable(row, to.width) : `${JSON.stringify(row, null, 2)}\n`);
}

/** Rows by their paths, as `printRow` writes one. */
export function printRows(rows: Readonly<Record<string, Row>>, format: Format | undefined, to: Terminal): void {
  if (!isTable(format, to)) printRow(rows, 'json', to);
  else for (const [path, row] of Object.entries(rows)) to.data(`${path}\n${rowTable(row, to.width)}\n`);
}
