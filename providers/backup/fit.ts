// What of a backup does not fit this desk, as a row shows it: by strip and reason, bounded.
import { setImmediate } from 'node:timers/promises';
import { type ContentRow, type KeptRow, problemOf, Refusal, type UnfitValue } from 'rowdesk/provider';
import { grouped, stripOf } from '../scenes/index.ts';

const mostNamed = 8;
/** Rows whose ports are looked up in one turn of the event loop. */
const rowsPerTurn = 128;
export const mostItems = 100;

/** Kinds of which the backup's desk has more strips. */
export function smallerKinds(backup: Readonly<Record<string, number>>, here: Readonly<Record<string, number>>) {
  return Object.entries(backup)
    .filter(([kind, count]) => count > (here[kind] ?? 0))
    .map(([kind, count]) => ({ kind, backup: count, desk: here[kind] ?? 0 }));
}

/** Rows without an address are one item for each kind of strip, or for each provider. */
export function unfitIn(unfit: readonly UnfitValue[]) {
  const isGone = ({ field, refusal }: UnfitValue) => field === '' && refusal.code === 'unknown-row';
  const placeOf = (value: UnfitValue) =>
    isGone(value) ? value.path.split('/').slice(0, 3).join('/') : stripOf(value.path);
  const groups = grouped(unfit, (value) => {
    const { code, params } = value.refusal;
    return `${placeOf(value)} ${code} ${String(params.reason ?? '')}`;
  });
  return groups.slice(0, mostItems).map((of) => {
    const [first] = of as [UnfitValue, ...UnfitValue[]];
    return {
      path: placeOf(first),
      fields: of.slice(0, mostNamed).map(({ path, field }) => (field === '' ? path : `${path} ${field}`)),
      count: of.length,
      refusal: problemOf(first.refusal, first.path) as unknown as Record<string, unknown>,
    };
  });
}

/** The rows without phantom power that would come on, and what waits to be asked for. */
export function withoutPhantom(rows: readonly KeptRow[], isOn: (path: string) => boolean) {
  const waiting: UnfitValue[] = [];
  const left = rows.map((row) => {
    if (row.fields.phantom !== true || isOn(row.path)) return row;
    waiting.push({ path: row.path, field: 'phantom', refusal: phantomWaits(row.path) });
    const { phantom: _phantom, ...fields } = row.fields;
    return { ...row, fields };
  });
  return { rows: left, waiting };
}

function phantomWaits(path: string): Refusal {
  const remedy = `Switch it on there when nothing at the socket takes harm, or restore with phantom: true`;
  return new Refusal('conflict', `Phantom power comes on with no backup. ${remedy}.`, { reason: 'phantom-on', path });
}

/** The fields of rows that name ports, as content of the area of the patch. */
export async function patchOf(
  rows: readonly KeptRow[],
  areaOf: (path: string, field: string) => string | undefined,
): Promise<readonly ContentRow[]> {
  const patch: ContentRow[] = [];
  for (const [n, { path, fields }] of rows.entries()) {
    const own = Object.entries(fields).filter(([field]) => areaOf(path, field) === 'patch');
    if (own.length > 0) patch.push({ path, area: 'patch', fields: Object.fromEntries(own) });
    if (n % rowsPerTurn === rowsPerTurn - 1) await setImmediate();
  }
  return patch;
}
