// Values of the desk as a plugin takes them, and back: choices and switches are numbers there, files are paths.
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { HostedParameter, HostedProperty, PluginDescription } from 'rowdesk/driver';

/** The command of a rack, without the place. */
export type PluginValue =
  | { readonly verb: 'value'; readonly words: readonly [symbol: string, value: number] }
  | { readonly verb: 'property'; readonly words: readonly [uri: string, type: string, text: string] };

/** Plugins have float32: 0.1 of a description may be 0.10000000149 there. */
const tolerance = 1e-6;

/** `media`: the folder of the files that a plugin may be given. Throws Error with the reason of a refusal. */
export function forPlugin(plugin: PluginDescription, field: string, value: unknown, media: string): PluginValue {
  const parameter = plugin.parameters.find(({ symbol }) => symbol === field);
  if (parameter) return { verb: 'value', words: [field, numberOf(parameter, value)] };
  const property = plugin.properties.find((each) => each.property === field);
  if (!property) throw new Error(`${plugin.name} has no ${field}`);
  if (!property.writable) throw new Error(`${field} of ${plugin.name} can't be written`);
  return { verb: 'property', words: [property.uri, property.type, textOf(property, value, media)] };
}

/** A value of the plugin as the desk has it; undefined where the plugin has no such parameter. */
export function forDesk(plugin: PluginDescription, symbol: string, number: number): unknown {
  const parameter = plugin.parameters.find((each) => each.symbol === symbol);
  if (!parameter) return undefined;
  if (parameter.scale === 'toggle') return number > 0;
  if (parameter.scale !== 'enum') return Math.min(parameter.maximum, Math.max(parameter.minimum, number));
  const distance = (choice: { readonly number: number }) => Math.abs(choice.number - number);
  return [...(parameter.choices ?? [])].sort((a, b) => distance(a) - distance(b))[0]?.value;
}

/** A property of the plugin, or its text, as the desk has it; undefined for none that the desk can have. */
export function propertyForDesk(plugin: PluginDescription, uri: string, value: unknown, media: string) {
  const property = plugin.properties.find((each) => each.uri === uri);
  if (!property?.writable) return undefined;
  const { property: field, type } = property;
  if (type === 'boolean') return { field, value: value === true || value === 'true' };
  if (type === 'integer' || type === 'number')
    return Number.isFinite(Number(value)) ? { field, value: Number(value) } : undefined;
  if (typeof value !== 'string') return undefined;
  if (type === 'string' || value === '') return { field, value };
  const folder = `${media}${sep}`;
  return value.startsWith(folder) ? { field, value: value.slice(folder.length) } : undefined;
}

function numberOf({ symbol, scale, minimum, maximum, choices = [] }: HostedParameter, value: unknown): number {
  if (scale === 'toggle') {
    if (typeof value !== 'boolean') throw new Error(`${symbol} must be true or false`);
    return value ? 1 : 0;
  }
  if (scale === 'enum') {
    const choice = choices.find((each) => each.value === value);
    if (!choice) throw new Error(`${symbol} has no choice ${String(value).slice(0, 64)}`);
    return choice.number;
  }
  return within(symbol, value, minimum, maximum);
}

/** A number beside the range by no more than a rounding is at its end. */
function within(field: string, value: unknown, minimum: number, maximum: number): number {
  const room = tolerance * Math.max(1, Math.abs(minimum), Math.abs(maximum));
  if (typeof value !== 'number' || !(value >= minimum - room && value <= maximum + room)) {
    throw new Error(`${field} must be a number from ${minimum} to ${maximum}`);
  }
  return Math.min(maximum, Math.max(minimum, value));
}

function textOf(property: HostedProperty, value: unknown, media: string): string {
  const { property: field, type, minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = property;
  switch (type) {
    case 'boolean':
      if (typeof value !== 'boolean') throw new Error(`${field} must be true or false`);
      return String(value);
    case 'integer':
    case 'number':
      if (type === 'integer' && !Number.isSafeInteger(value)) throw new Error(`${field} must be a whole number`);
      return String(within(field, value, minimum, maximum));
    default:
      if (typeof value !== 'string') throw new Error(`${field} must be a text`);
      return type === 'path' ? fileOf(field, value, media) : value;
  }
}

/** The file below the folder, with every link followed; '' for none. */
function fileOf(field: string, file: string, media: string): string {
  if (file === '') return '';
  const found = file.includes('\0') ? undefined : realPathOf(join(media, file));
  const folder = realPathOf(media);
  if (found === undefined || folder === undefined) throw new Error(`${field}: there is no file ${file} in media`);
  if (!found.startsWith(`${folder}${sep}`)) throw new Error(`${field} must be a file below the folder media`);
  return found;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
