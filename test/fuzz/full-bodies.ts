// Bodies as large as they may be, of nothing but one thing again and again, in every place where a contract has a list.
import type { FieldWords } from '../../core/testing/bodies.ts';

type Words = Readonly<Record<string, unknown>>;
/** Puts JSON into the place where a list was found. */
type Around = (list: string) => string;

/** What a list is filled with: nothing fits everywhere, something fits somewhere, and each is there many times. */
const items = ['1', '""', 'null', '{}', '[]', '1e999', '{"kind":"input","index":1}'];

/** Each with its place, `strips/0/areas`, for people. */
export function* fullBodies(field: string, words: FieldWords, mostBytes: number): Iterable<[string, Buffer]> {
  for (const [place, around] of listsIn(words, '', (list) => list)) {
    for (const item of items) {
      const [before, after] = `{"${field}":${around('\0')}}`.split('\0') as [string, string];
      const count = Math.floor((mostBytes - before.length - after.length - 2) / (item.length + 1));
      yield [`${field}${place} of ${item}`, Buffer.from(`${before}[${`${item},`.repeat(count - 1)}${item}]${after}`)];
    }
  }
}

function* listsIn(words: Words, place: string, around: Around): Iterable<[string, Around]> {
  for (const branch of (words.anyOf as readonly Words[] | undefined) ?? []) yield* listsIn(branch, place, around);
  if (words.type === 'array') {
    yield [place, around];
    yield* listsIn((words.items as Words | undefined) ?? {}, `${place}/0`, (list) => around(`[${list}]`));
  }
  const open = { ...(words.patternProperties as object | undefined), any: words.additionalProperties };
  const members = {
    ...(words.properties as Readonly<Record<string, unknown>> | undefined),
    any: Object.values(open)[0],
  };
  for (const [member, of] of Object.entries(members)) {
    if (typeof of !== 'object') continue;
    yield* listsIn(of as Words, `${place}/${member}`, (list) => around(`{"${member}":${list}}`));
  }
}
