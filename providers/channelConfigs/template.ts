// A template of a channel: one JSON file, named `<id>.json`. A file, and its name in a catalogue, are all that it needs.
import { checkedJson, type Static, Type } from 'rowdesk/provider';
import type { StripMove } from '../channel/index.ts';

const closed = { additionalProperties: false };
const words = Type.String({ minLength: 1, maxLength: 300 });

export const families = [
  'guitar',
  'wind',
  'brass',
  'playback',
  'vocals',
  'bass',
  'percussion',
  'strings',
  'keys',
  'drums',
] as const;

export const templateId = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$';
/** A row below a strip, as its address goes on; empty for the strip's own. */
const row = Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~/-]{0,190}$' });
const field = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,63}$' });
export const source = Type.Object({ fact: words, source: words }, closed);

const templateFile = Type.Object(
  {
    family: Type.Enum([...families]),
    /** By row, then by field. */
    moves: Type.Record(row, Type.Record(field, Type.Unknown(), { minProperties: 1, ...closed }), {
      minProperties: 1,
      ...closed,
    }),
    /** Where the facts stand that its values follow. */
    sources: Type.Optional(Type.Array(source, { minItems: 1 })),
  },
  closed,
);

const nameCatalogue = Type.Record(Type.String({ pattern: '^[A-Za-z0-9._~-]{1,128}$' }), words, closed);

/** By translation key, in English. */
export type NameCatalogue = Static<typeof nameCatalogue>;

export interface Template {
  readonly id: string;
  readonly family: (typeof families)[number];
  /** In English. */
  readonly name: string;
  readonly nameKey: string;
  readonly moves: readonly StripMove[];
  readonly sources: readonly Static<typeof source>[];
}

/** The translation key of a template's name. */
export const nameKeyOf = (id: string): string => `channelConfigs.${id}`;

/** Reads one template; `file` is the name of its file. Throws Error that says what is wrong and where. */
export function readTemplate(file: string, text: string, names: NameCatalogue): Template {
  const id = file.replace(/\.json$/, '');
  if (!new RegExp(templateId).test(id)) throw new Error(`the file's name is to match ${templateId} and end in .json`);
  const { family, moves, sources = [] } = checkedJson(templateFile, text);
  const nameKey = nameKeyOf(id);
  const name = Object.hasOwn(names, nameKey) ? names[nameKey] : undefined;
  if (name === undefined) throw new Error(`names.en.json beside it has no ${nameKey}`);
  return {
    id,
    family,
    name,
    nameKey,
    moves: Object.entries(moves).flatMap(([row, fields]) =>
      Object.entries(fields).map(([field, value]) => ({ row, field, value })),
    ),
    sources,
  };
}

/** Reads a catalogue of names. Throws Error that says what is wrong. */
export function readNames(text: string): NameCatalogue {
  return checkedJson(nameCatalogue, text);
}
