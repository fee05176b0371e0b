// The JSON Schema of a configuration file, for editors: completion, words on what stands under the cursor, and faults while
// one types. The desk itself judges by the same schemas (config.ts).
import { type PackageKind, packageKinds } from '../base/shipped-packages.ts';
import type { TSchema } from '../base/typebox.ts';
import { ConfigFile } from './config.ts';

/** The packages that are known, with the schema of `config` of their entries. */
export type KnownPackages = Readonly<Record<PackageKind, Readonly<Record<string, TSchema>>>>;

/** As JSON has it. */
// biome-ignore lint/suspicious/noExplicitAny: any schema
type JsonSchema = Readonly<Record<string, any>>;

/** A schema of draft 7, which editors know best. */
export function configSchema(known: KnownPackages): object {
  const { properties, ...rest } = relaxed(ConfigFile);
  const lists = packageKinds.map((kind) => [kind, listOf(properties[kind], known[kind])] as const);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The configuration of a desk',
    // Of VS Code: comments are taken everywhere, trailing commas where this is said.
    allowComments: true,
    allowTrailingCommas: true,
    ...rest,
    properties: { ...properties, ...Object.fromEntries(lists) },
    required: ['providers'],
  };
}

interface ListSchema {
  readonly items: EntrySchema;
}
interface EntrySchema {
  readonly properties: { readonly name: object };
}

/** A name alone is an entry. An entry of a known package has the `config` of that package. */
function listOf(list: ListSchema, known: Readonly<Record<string, TSchema>>): object {
  const { name } = list.items.properties;
  const anyName = { anyOf: [{ enum: Object.keys(known) }, name] };
  const entry = list.items;
  const ofPackages = Object.entries(known).map(([each, config]) => ({
    if: { properties: { name: { const: each } }, required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { config: relaxed(config) } },
  }));
  const whole = { ...entry, properties: { ...entry.properties, name: anyName }, required: ['name'], allOf: ofPackages };
  return { ...list, items: { anyOf: [{ type: 'string', ...anyName }, whole] } };
}

const relaxed = (schema: TSchema) => withoutDefaultsRequired(JSON.parse(JSON.stringify(schema))) as JsonSchema;

/** What has a default may be left out; TypeBox requires it, since it fills in the defaults first. */
function withoutDefaultsRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaultsRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required, ...rest } = schema as Record<string, unknown>;
  const all = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, withoutDefaultsRequired(part)]));
  if (!Array.isArray(required)) return required === undefined ? all : { ...all, required };
  const properties = (rest.properties ?? {}) as Record<string, { readonly default?: unknown }>;
  const needed = required.filter((name) => properties[name]?.default === undefined);
  return needed.length === 0 ? all : { ...all, required: needed };
}
