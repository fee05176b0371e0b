// What is different between two values of a row, for `watch --changes`.

/** What changed, by its place in the row as refusals write it (`levelDb`, `strips/0/levelDb`), and what is gone. */
export interface RowDiff {
  readonly changed: Readonly<Record<string, unknown>>;
  readonly gone: readonly string[];
}

/** Lists of the same length and objects are looked into; a list that grew or shrank is shown whole. */
export function changesBetween(before: unknown, after: unknown): RowDiff {
  const changed: Record<string, unknown> = {};
  const gone: string[] = [];
  collect(before, after, '', changed, gone);
  return { changed, gone };
}

export function isNothing({ changed, gone }: RowDiff): boolean {
  return gone.length === 0 && Object.keys(changed).length === 0;
}

function collect(
  before: unknown,
  after: unknown,
  place: string,
  changed: Record<string, unknown>,
  gone: string[],
): void {
  if (Object.is(before, after)) return;
  if (!canLookInto(before, after)) {
    changed[place] = after;
    return;
  }
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const below = (key: string) => (place === '' ? key : `${place}/${key}`);
  for (const key of Object.keys(now)) {
    if (Object.hasOwn(old, key)) collect(old[key], now[key], below(key), changed, gone);
    else changed[below(key)] = now[key];
  }
  gone.push(
    ...Object.keys(old)
      .filter((key) => !Object.hasOwn(now, key))
      .map(below),
  );
}

function canLookInto(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) return before.length === after.length;
  return isObject(before) && isObject(after);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
