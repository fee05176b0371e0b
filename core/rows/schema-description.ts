// Descriptions of schemas: `a number from 0 to 100 ms in steps of 0.01`.
import { describePattern } from '../base/pattern-description.ts';

export type Keywords = Readonly<Record<string, unknown>>;

const mostOptionsSpelledOut = 20;

/** What the schema allows, as it ends the sentence "delayMs must be ...". */
export function describeSchema(schema: Keywords): string {
  const options = optionsOf(schema);
  if (options !== undefined) return describeOptions(options);
  if (Array.isArray(schema.anyOf)) {
    return [...new Set(schema.anyOf.map((branch) => describeSchema(branch as Keywords)))].join(', or ');
  }
  switch (schema.type) {
    case 'number':
      return `a number${range(schema)}${unit(schema)}${step(schema)}`;
    case 'integer':
      return `a whole number${range(schema)}${unit(schema)}${step(schema)}`;
    case 'string':
      return `text${count(schema.minLength, schema.maxLength, 'character')}${form(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `a list${count(schema.minItems, schema.maxItems, 'item')}${schema.uniqueItems === true ? ', each once' : ''}`;
    case 'object':
      return 'an object';
    default:
      return 'a value of another form';
  }
}

/** The values that a schema enumerates, undefined for one that does not. */
export function optionsOf(schema: Keywords): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if ('const' in schema) return [schema.const];
  if (!Array.isArray(schema.anyOf)) return undefined;
  const branches = schema.anyOf.map((branch: Keywords) => (branch.type === 'null' ? [null] : optionsOf(branch)));
  return branches.every((options) => options !== undefined) ? branches.flat() : undefined;
}

function describeOptions(options: readonly unknown[]): string {
  const shown = options.slice(0, mostOptionsSpelledOut).map((option) => (option === '' ? '""' : String(option)));
  const more = options.length - shown.length;
  if (options.length === 0) return 'one of no options: there is none at this moment';
  if (shown.length === 1 && more === 0) return shown.join();
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function range(schema: Keywords): string {
  const from = schema.minimum ?? schema.exclusiveMinimum;
  const to = schema.maximum ?? schema.exclusiveMaximum;
  const above = schema.minimum === undefined ? 'above' : 'from';
  const below = schema.maximum === undefined ? 'below' : 'to';
  if (from !== undefined && to !== undefined) return ` ${above} ${from} ${below} ${to}`;
  if (from !== undefined) return above === 'from' ? ` of at least ${from}` : ` above ${from}`;
  if (to !== undefined) return below === 'to' ? ` of at most ${to}` : ` below ${to}`;
  return '';
}

function unit(schema: Keywords): string {
  return typeof schema.unit === 'string' ? ` ${schema.unit}` : '';
}

function step(schema: Keywords): string {
  return schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`;
}

function count(least: unknown, most: unknown, thing: string): string {
  const things = (n: unknown) => `${n} ${thing}${n === 1 ? '' : 's'}`;
  if (least !== undefined && most !== undefined) return ` of ${least} to ${things(most)}`;
  if (least !== undefined) return ` of at least ${things(least)}`;
  if (most !== undefined) return ` of at most ${things(most)}`;
  return '';
}

function form(schema: Keywords): string {
  if (typeof schema.format === 'string') return ` in the form ${schema.format}`;
  if (typeof schema.pattern !== 'string') return '';
  const words = describePattern(schema.pattern) ?? schema.title ?? schema.description;
  return words === undefined ? ' of another form' : `: ${words}`;
}
