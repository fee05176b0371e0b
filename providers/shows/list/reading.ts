// A channel list as fields of the desk: a row for each input, under a row that names the columns.
import {
  type LostPart,
  type ReadOptions,
  type ReadShow,
  type ShowLine,
  type ShowValue,
  shortened,
  UnreadableShow,
} from '../read-show.ts';
import { readTable, type TableRow } from './table-text.ts';

/** The columns that are read, and the words by which a list names them. */
const columns = {
  channel: /^(#|no\.?|nr\.?|ch|channel|input|kanal)$/i,
  name: /^(name|label|instrument|channel name)$/i,
  source: /^(source|patch|socket|port|box)$/i,
  colour: /^(colou?r)$/i,
  phantom: /^(phantom|48 ?v|\+48 ?v)$/i,
  dca: /^(dcas?|groups?)$/i,
} as const;
type Column = keyof typeof columns;

const colours = ['off', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'orange', 'purple'];
const yes = /^(yes|y|x|on|1|true|48 ?v|ja)$/i;
const no = /^(no|n|-|off|0|false|nein|)$/i;
/** Sockets that a list knows by their number only. */
const listDevice = 'list';

/** Whether a text begins as a channel list: its first row names the channels' names. */
export function isChannelList(text: string): boolean {
  const first = text.slice(0, Math.min(4096, text.search(/[\r\n]|$/)));
  return first.split(/[\t;,]/).some((cell) => columns.name.test(cell.replaceAll('"', '').trim()));
}

/** Throws UnreadableShow. */
export function readChannelList(text: string, _options: ReadOptions): ReadShow {
  const [head, ...rows] = readTable(text);
  const named = (head?.cells ?? []).map((cell) => columnOf(cell));
  if (!named.includes('name')) throw new UnreadableShow('line 1 names no column `name`');
  const unknown = new Map(
    (head?.cells ?? []).flatMap((cell, n) => (named[n] === undefined ? [[n, cell] as const] : [])),
  );
  const lines = rows.map((row, n) => lineOf(row, n, named, unknown));
  const usesList = lines.some(({ values }) => values.some(({ value }) => String(value).startsWith(`${listDevice}:`)));
  return {
    ...{ format: 'channel-list', version: '', name: 'Channel list', notes: '', lines },
    devices: usesList ? [{ id: listDevice, label: 'Sockets that the list knows by number' }] : [],
  };
}

const columnOf = (cell: string): Column | undefined =>
  (Object.keys(columns) as Column[]).find((column) => columns[column].test(cell));

function lineOf(
  { line, cells }: TableRow,
  place: number,
  named: readonly (Column | undefined)[],
  unknown: ReadonlyMap<number, string>,
): ShowLine {
  const cell = (column: Column) => (named.includes(column) ? (cells[named.indexOf(column)] ?? '') : undefined);
  const values: ShowValue[] = [];
  const lost: LostPart[] = [];
  const lose = (part: string, from: string, why: string) => lost.push({ part, from: shortened(from), to: null, why });
  const number = /\d+/.exec(cell('channel') ?? '')?.[0] ?? (cell('channel') ? '' : String(place + 1));
  const strip = `/channel/input/${Number(number)}`;
  const key = shortened(`${number} ${cell('name') ?? ''}`.trim());
  if (number === '' || Number(number) < 1 || Number(number) > 999) {
    lose('line', cell('channel') ?? '', 'its channel is no number from 1 on');
    return { line, key, values, lost };
  }
  const set = (part: string, from: string, field: string, value: unknown, path = strip) =>
    values.push({ path, field, value, part, from: shortened(from), isDefault: false });
  const name = cell('name') ?? '';
  if (name !== '') set('name', name, 'name', [...name].slice(0, 64).join(''));
  const colour = cell('colour')?.toLowerCase() ?? '';
  if (colours.includes(colour) || /^#[0-9a-f]{6}$/.test(colour)) set('colour', colour, 'colour', colour);
  else if (colour !== '') lose('colour', colour, `it is none of: ${colours.join(', ')}, #rrggbb`);
  const source = sourceIn(cell('source') ?? '');
  if (source !== undefined && source !== '') set('source', source, 'sourceId', source);
  else if (source === undefined) lose('source', cell('source') ?? '', 'it is no number and no port device:in-1');
  takePhantom(cell('phantom') ?? '', source ?? '', { set, lose });
  const dcas = [...new Set((cell('dca') ?? '').split(/[\s,;/+&]+/).filter((each) => each !== ''))];
  if (dcas.length > 0 && dcas.every((each) => /^\d{1,2}$/.test(each)))
    set(
      'dca',
      dcas.join(' '),
      'dcas',
      dcas.map(Number).sort((a, b) => a - b),
    );
  else if (dcas.length > 0) lose('dca', dcas.join(' '), 'it is no list of numbers');
  for (const [n, title] of unknown) {
    if ((cells[n] ?? '') !== '')
      lose(shortened(title) || `column ${n + 1}`, cells[n] ?? '', 'the desk has no place for it');
  }
  return { line, key, values, lost };
}

/** `stage-left:in-3` as it is, `3` as a socket of the list; '' for none, undefined for what is neither. */
function sourceIn(text: string): string | undefined {
  if (text === '' || text === '-') return '';
  if (/^[A-Za-z0-9][A-Za-z0-9._~-]{0,120}:in-\d{1,3}$/.test(text)) return text;
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number > 0 ? `${listDevice}:in-${number}` : undefined;
}

interface Taking {
  readonly set: (part: string, from: string, field: string, value: unknown, path: string) => void;
  readonly lose: (part: string, from: string, why: string) => void;
}

/** Phantom belongs to the socket. */
function takePhantom(text: string, source: string, { set, lose }: Taking): void {
  const [, device, socket] = /^(.+):in-(\d+)$/.exec(source) ?? [];
  if (text === '') return;
  if (!yes.test(text) && !no.test(text)) lose('phantom', text, 'it is neither yes nor no');
  else if (device !== undefined)
    set('phantom', text, 'phantom', yes.test(text), `/stagebox/${device}/inputs/${socket}`);
  else if (yes.test(text)) lose('phantom', text, 'the list names no socket for it');
}
