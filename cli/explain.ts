// The contract of a row, for a person.
import { describePattern } from '../core/base/pattern-description.ts';
import type { Contract, FieldContract } from './client.ts';
import { cell, table } from './table.ts';
import { optionsOf } from './values.ts';

/** What the row is, its writable fields with their ranges, then what can only be read. `width` in columns. */
export function explain(contract: Contract, width?: number): string {
  const { path, template, methods, fields } = contract;
  const head = [
    path,
    template === path ? '' : `an address of ${template}`,
    `answers ${methods.join(', ')}`,
    traits(contract),
  ];
  const writable = Object.entries(fields).filter(([, field]) => field.access === 'rw');
  const readOnly = Object.entries(fields).filter(([, field]) => field.access !== 'rw');
  const parts = [`${head.filter(Boolean).join('\n  ')}\n`];
  if (writable.length > 0) parts.push(`Can be written\n${fieldTable(writable, width)}`);
  if (readOnly.length > 0) parts.push(`Can be read\n${fieldTable(readOnly, width)}`);
  const [name, field] = writable.find(([, { type }]) => type === 'number' || type === 'integer') ?? writable[0] ?? [];
  if (contract.task) parts.push(`For example\n  rowdesk run ${path}\n`);
  else if (name && field) parts.push(`For example\n  rowdesk patch ${path} '${name}=${cell(sample(field))}'\n`);
  return parts.join('\n');
}

function traits({ watchable, onDemand, continuous, task }: Contract): string {
  const words = [
    task && 'a task: running=true starts it',
    watchable && 'can be watched',
    onDemand && 'computed only while it is watched',
    continuous && 'continuous: left out of the convergence barrier',
  ];
  return words.filter(Boolean).join('; ');
}

function fieldTable(fields: readonly (readonly [string, FieldContract])[], width?: number): string {
  const rows = fields.map(([field, contract]) => ({
    field,
    type: typeText(contract),
    allowed: allowedText(contract),
    default: contract.default === undefined ? '' : cell(contract.default),
  }));
  const columns = ['field', 'type', 'allowed', 'default'].filter((column) =>
    rows.some((row) => row[column as keyof typeof row] !== ''),
  );
  const [head = '', ...lines] = table(rows, columns, width).trimEnd().split('\n');
  const titled = lines.flatMap((line, place) => [line, ...titleOf(fields[place]?.[1])]);
  return `${[head, ...titled].join('\n')}\n`;
}

/** What the field is, on a line of its own: a terminal wraps it, and cuts nothing. */
function titleOf(field: FieldContract | undefined): readonly string[] {
  const title = field?.title;
  return typeof title === 'string' && title !== '' ? [`    ${cell(title)}`] : [];
}

/** `number`, `text or null`, `list of number`. */
export function typeText(schema: Readonly<Record<string, unknown>>): string {
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Readonly<Record<string, unknown>>[] | undefined;
  if (branches) return [...new Set(branches.map(typeText))].join(' or ');
  const words = [schema.type]
    .flat()
    .map((type) => (type === 'array' ? listText(schema) : (typeWords[String(type)] ?? type)));
  if (schema.type !== undefined) return words.join(' or ');
  return [
    ...new Set((optionsOf(schema) ?? []).map((o) => (o === null ? 'null' : (typeWords[typeof o] ?? typeof o)))),
  ].join(' or ');
}

const typeWords: Readonly<Record<string, string>> = { string: 'text', boolean: 'true/false', integer: 'whole number' };

function listText(schema: Readonly<Record<string, unknown>>): string {
  const items = schema.items as Readonly<Record<string, unknown>> | undefined;
  const type = items && typeText(items);
  return type ? `list of ${type}` : 'list';
}

/** `-144 to 10 dB in steps of 0.1`, `off, red, green`, `at most 64 characters`. */
export function allowedText(schema: Readonly<Record<string, unknown>>): string {
  const options = optionsOf(schema);
  if (options) return options.map((option) => (option === '' ? "''" : cell(option))).join(', ');
  const { minimum, maximum, multipleOf, unit, maxLength, minLength, pattern, maxItems, mergedBy, items } = schema;
  const ofItems = items === undefined ? '' : allowedText(items as Readonly<Record<string, unknown>>);
  const words = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `from ${minimum}`,
    minimum === undefined && maximum !== undefined && `up to ${maximum}`,
    unit,
    multipleOf !== undefined && multipleOf !== 1 && `in steps of ${multipleOf}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    typeof pattern === 'string' && describePattern(pattern),
    ofItems !== '' && `each ${ofItems},`,
    maxItems !== undefined && `at most ${maxItems} items`,
    Array.isArray(mergedBy) && `merged by ${mergedBy.join(', ')}`,
  ];
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Readonly<Record<string, unknown>>[] | undefined;
  const others = (branches ?? []).filter(({ type }) => type !== 'null');
  return [...words, ...others.map(allowedText)].filter(Boolean).join(' ').replace(/,$/, '');
}

function sample(field: FieldContract): unknown {
  if (field.default === null) return 'null';
  return field.default ?? optionsOf(field)?.[0] ?? field.minimum ?? (field.type === 'boolean' ? true : '...');
}
