// Rows as aligned text, for a person's eye. Scripts ask for JSON.

type Row = Readonly<Record<string, unknown>>;

/** A column: the field it shows, and its heading. */
export type Columns = readonly string[];

/** One line per row under headings; numbers to the right. `width` cuts long lines where stdout is a terminal. */
export function table(rows: readonly Row[], columns: Columns, width = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => columns.map((column) => cell(row[column])));
  const isNumber = columns.map((column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const widths = columns.map((column, c) => Math.max(column.length, ...cells.map((line) => length(line[c] ?? ''))));
  const lines = [columns.map((column) => column.toUpperCase()), ...cells].map((line) =>
    line
      .map((text, c) => pad(text, widths[c] ?? 0, isNumber[c] ?? false))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.map((line) => cut(line, width)).join('\n')}\n`;
}

/** A whole row: its plain fields first, then each list of objects as a table of its own. */
export function rowTable(row: Row, width?: number): string {
  const lists = Object.entries(row).filter((entry): entry is [string, Row[]] => isListOfObjects(entry[1]));
  const plain = Object.entries(row).filter(([, value]) => !isListOfObjects(value));
  const parts = lists.map(([field, items]) => `${field} (${items.length})\n${table(items, columnsOf(items), width)}`);
  if (plain.length > 0) {
    parts.unshift(
      table(
        plain.map(([field, value]) => ({ field, value })),
        ['field', 'value'],
        width,
      ),
    );
  }
  return parts.join('\n');
}

/** Every field that any of these rows has, in the order in which they first occur. */
export function columnsOf(rows: readonly Row[]): Columns {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function isListOfObjects(value: unknown): value is Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => item !== null && typeof item === 'object' && !Array.isArray(item))
  );
}

/** Text as it is, all else as JSON; control characters escaped, so that a name can't drive the terminal. */
export function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const room = ' '.repeat(Math.max(0, width - length(text)));
  return toTheRight ? room + text : text + room;
}

function cut(line: string, width: number): string {
  return length(line) > width ? `${[...line].slice(0, Math.max(1, width - 1)).join('')}…` : line;
}

/** In characters as a person counts them, combining marks left out. */
function length(text: string): number {
  return [...text.replace(/\p{Mn}/gu, '')].length;
}
