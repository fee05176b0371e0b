// The places of plugins: their addresses in the desk, and the names of their slots (rowdesk/insert_slot.h).

export interface PlaceAddress {
  /** The row of the place, `/channel/input/1/chain/processors/insert1`. */
  readonly path: string;
  /** The link of its slot, `input-1-insert1`. */
  readonly name: string;
  /** For the operator, `insert1 of input 1`. */
  readonly words: string;
}

const pattern = /^\/channel\/([A-Za-z]{1,24})\/(\d{1,5})\/chain\/processors\/([A-Za-z0-9]{1,24})(\/(?:values|state))?$/;

/** The place of a row, or of the row of its values or its state; undefined for any other path. */
export function placeOf(path: string): PlaceAddress | undefined {
  const [, kind, index, id, below = ''] = pattern.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const row = path.slice(0, path.length - below.length);
  return { path: row, name: `${kind}-${index}-${id}`, words: `${id} of ${kind} ${index}` };
}
