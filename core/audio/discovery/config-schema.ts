// The configuration schema of a driver's manifest, and the problems of a configuration in words.

import { checkWithDefaults, type SchemaViolation } from '../../base/schema-violations.ts';
import { Compile, type TSchema } from '../../base/typebox.ts';
import type { DriverManifest } from '../../driver.ts';

type Config = Readonly<Record<string, unknown>>;

/** For a manifest without a schema. */
export const anyConfig = { type: 'object' } as const;

/** The error of the schema itself, '' for none. */
export function configSchemaError({ configSchema }: Pick<DriverManifest, 'configSchema'>): string {
  if (configSchema === undefined) return '';
  try {
    Compile(configSchema as TSchema);
    return '';
  } catch (error) {
    return `configSchema can't be used: ${(error as Error).message}`;
  }
}

/** The configuration with the schema's defaults, and its problem, '' for none. */
export function fittingConfig(
  { configSchema }: Pick<DriverManifest, 'configSchema'>,
  given: Config,
): { readonly config: Config; readonly problem: string; readonly violations: readonly SchemaViolation[] } {
  if (configSchema === undefined) return { config: given, problem: '', violations: [] };
  const config = withDefaults(configSchema, structuredClone(given));
  const { violations } = checkWithDefaults(configSchema as TSchema, config);
  const words = violations.map(({ field, problem, remedy }) => `config ${field} ${problem}: ${remedy}`);
  const ofEntry = violations.map((each) => ({ ...each, field: each.field === '' ? 'config' : `config/${each.field}` }));
  return { config: config as Config, problem: words.join('; '), violations: ofEntry };
}

/** Fills in absent members from `default`: TypeBox fills in none for a schema that is plain JSON. */
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
