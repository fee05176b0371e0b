import type { Row } from './client.ts';
import { rowTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export const formats = ['json', 'table'] as const;
export type Format = (typeof formats)[number];

/** Writes a row: a table where a person looks on, JSON where a program does, or what `-o` asks for. */
export function printRow(row: Row, format: Format | undefined, to: Terminal): void {
  const asTable = (format ?? (to.width === undefined ? 'json' : 'table')) === 'table';
  to.data(asTable ? rowTable(row, to.width) : `${JSON.stringify(row, null, 2)}\n`);
}

/** Rows by their paths, as `printRow` writes one. */
export function printRows(rows: Readonly<Record<string, Row>>, format: Format | undefined, to: Terminal): void {
  const asTable = (format ?? (to.width === undefined ? 'json' : 'table')) === 'table';
  if (!asTable) printRow(rows, 'json', to);
  else for (const [path, row] of Object.entries(rows)) to.data(`${path}\n${rowTable(row, to.width)}\n`);
}
