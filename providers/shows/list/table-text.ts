// Lists with values parted by commas, semicolons or tabs (RFC 4180): rows of cells, with quotes around what has separators.
import { UnreadableShow } from '../read-show.ts';

const mostRows = 1_000;
const mostCells = 64;
const mostCellChars = 1_024;

export interface TableRow {
  /** The line of the file where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Throws UnreadableShow. */
export function readTable(text: string): readonly TableRow[] {
  const separator = separatorIn(text.slice(0, text.search(/[\r\n]|$/)));
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let [line, begins] = [1, 1];
  const endCell = () => {
    if (cell.length > mostCellChars)
      throw new UnreadableShow(`line ${line}: a cell has more than ${mostCellChars} characters`);
    if (cells.length >= mostCells) throw new UnreadableShow(`line ${line}: a row has more than ${mostCells} cells`);
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== '')) rows.push({ line: begins, cells });
    if (rows.length > mostRows) throw new UnreadableShow(`has more than ${mostRows} rows`);
    cells = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') at += 1;
      else if (sign === '"') isQuoted = false;
      if (isQuoted) cell += sign;
      if (sign === '\n') line += 1;
    } else if (sign === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (sign === separator) endCell();
    else if (sign === '\n') {
      endRow();
      line += 1;
      begins = line;
    } else if (sign !== '\r') cell += sign;
  }
  if (isQuoted) throw new UnreadableShow(`line ${begins}: a quote is not closed`);
  endRow();
  return rows;
}

/** That which the first line has most of. */
function separatorIn(first: string): string {
  const counted = ['\t', ';', ','].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}
