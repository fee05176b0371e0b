// What a driver's manifest says of its configuration, and what a configuration has against it, in words.

import { checkWithDefaults } from '../../base/schema-faults.ts';
import { Compile, type TSchema } from '../../base/typebox.ts';
import type { DriverManifest } from '../../driver.ts';

type Config = Readonly<Record<string, unknown>>;

/** Where a manifest says nothing. */
export const anyConfig = { type: 'object' } as const;

/** Why the schema itself can't be used; '' for a good one. */
export function schemaFault({ configSchema }: Pick<DriverManifest, 'configSchema'>): string {
  if (configSchema === undefined) return '';
  try {
    Compile(configSchema as TSchema);
    return '';
  } catch (error) {
    return `configSchema can't be used: ${(error as Error).message}`;
  }
}

/** The configuration with the defaults of the schema, and what is wrong with it: '' for nothing. */
export function fittingConfig(
  { configSchema }: Pick<DriverManifest, 'configSchema'>,
  given: Config,
): { readonly config: Config; readonly fault: string } {
  if (configSchema === undefined) return { config: given, fault: '' };
  const config = withDefaults(configSchema, structuredClone(given));
  const { faults } = checkWithDefaults(configSchema as TSchema, config);
  const words = faults.map(({ field, problem, remedy }) => `config ${field} ${problem}: ${remedy}`);
  return { config: config as Config, fault: words.join('; ') };
}

/** What a value leaves out is what the schema says, member by member: plain JSON Schema, of which TypeBox fills in none. */
function withDefaults(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  const { properties, items } = schema;
  const given = value === undefined ? structuredClone(schema.default) : value;
  if (Array.isArray(given)) return given.map((item) => withDefaults(items, item));
  if (!isObject(given) || !isObject(properties)) return given;
  const members = Object.entries(properties).map(([name, part]) => [name, withDefaults(part, given[name])] as const);
  return { ...given, ...Object.fromEntries(members.filter(([, member]) => member !== undefined)) };
}

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
