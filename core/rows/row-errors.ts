// The errors of a row literal, in words that name the field and the remedy.
import { type TSchema, Value } from '../base/typebox.ts';
import { boundErrors } from './bounds.ts';
import type { Row, Schemas } from './definitions.ts';
import { paramOptions, paramReader } from './param.ts';
import { isReservedName } from './reserved-names.ts';
import { settlingErrors } from './settling.ts';
import { parseTemplate, type Segment } from './template.ts';
import type { TemplateTree } from './template-tree.ts';
import { type Writers, writerNames } from './writers.ts';

/** The fields that every task row has (interface.md 2.9). */
const taskFieldNames = ['params', 'progress', 'refusal', 'report', 'running', 'startedAt'] as const;

/** All errors of one row; none for a good one. Calls no function of the provider. */
export function checkRow(row: Row, roots: readonly string[]): readonly string[] {
  if (typeof row !== 'object' || row === null || typeof row.template !== 'string') {
    return ['this is no row; make rows with setting, view, alias or task of rowdesk/provider'];
  }
  const errors: string[] = [];
  try {
    const segments = parseTemplate(row.template);
    errors.push(...rootErrors(segments, roots), ...paramErrors(row, segments));
  } catch (error) {
    errors.push((error as Error).message);
  }
  errors.push(...labelErrors(row), ...writersErrors(row), ...kindErrors(row));
  return errors;
}

/**
 * A parameter that may be the same text as a literal in its place makes one address mean two rows. Ids that are made
 * later can't be checked here: the provider that makes them refuses those equal to a literal.
 */
export function shadowedOptions(
  row: Row,
  segments: readonly Segment[],
  tree: TemplateTree<{ readonly row: Row }>,
): readonly string[] {
  return segments.flatMap(({ text: name, isParam }, index) => {
    if (!isParam) return [];
    const options = paramOptions(row.params[name] as TSchema);
    return tree.literalsBeside(segments, index).flatMap((literal) => {
      if (!options.includes(literal)) return [];
      const other = tree.leafAt(segments.with(index, { text: literal, isParam: false }));
      if (other === undefined) return [];
      return [`{${name}} may be "${literal}", which is the path of ${other.row.template}; take "${literal}" out`];
    });
  });
}

function rootErrors(segments: readonly Segment[], roots: readonly string[]): readonly string[] {
  const first = segments[0];
  if (first !== undefined && !first.isParam && roots.includes(first.text)) return [];
  const allowed = roots.map((root) => `/${root}`).join(', ');
  return [`the path must begin with ${allowed}; name another first segment in the provider's roots`];
}

function paramErrors(row: Row, segments: readonly Segment[]): readonly string[] {
  const params: Schemas = row.params ?? {};
  const names = segments.filter(({ isParam }) => isParam).map(({ text }) => text);
  const errors: string[] = [];
  for (const name of names) {
    if (!Object.hasOwn(params, name)) {
      errors.push(`the parameter {${name}} has no schema; give it one under params`);
      continue;
    }
    try {
      paramReader(params[name] as TSchema);
    } catch (error) {
      errors.push(`the schema of parameter {${name}} ${(error as Error).message}`);
    }
  }
  for (const name of Object.keys(params)) {
    if (!names.includes(name)) errors.push(`params.${name} is not in the path; write {${name}} there or leave it out`);
  }
  if (names.length > 0 && !(isFunction(row.addresses?.has) && isFunction(row.addresses?.list))) {
    errors.push('a path with parameters needs addresses: { has, list }');
  }
  return errors;
}

function labelErrors({ labels = {} }: Row): readonly string[] {
  if (typeof labels !== 'object' || labels === null) return ['labels must be an object of texts by name'];
  return Object.entries(labels).flatMap(([name, label]) =>
    typeof label === 'string' ? [] : [`labels.${name} is no text; give it one, or leave it out`],
  );
}

function writersErrors(row: Row): readonly string[] {
  const { writers } = row;
  if (writers === undefined) return [];
  const given: readonly unknown[] =
    typeof writers === 'object' && writers !== null ? Object.values(writers) : [writers];
  const unknown = given.filter((each) => !writerNames.includes(each as Writers));
  const isLive = row.type === 'setting' && typeof row.fields === 'function';
  return [
    ...unknown.map((each) => `writers has ${JSON.stringify(each)}, which is none of ${writerNames.join(', ')}`),
    ...(given.includes('bus') && !isFunction(row.busOf) ? ['writers has "bus", and busOf does not say which'] : []),
    ...(isLive ? [] : perFieldErrors('writers', writers, row.type === 'task' ? ['running'] : row.writable)),
  ];
}

function kindErrors(row: Row): readonly string[] {
  switch (row.type) {
    case 'setting':
      if (typeof row.fields === 'function') return [];
      return [
        ...fieldErrors(row.fields),
        ...writableErrors(row.fields, row.writable),
        ...defaultErrors(row.fields, row.writable),
        ...boundErrors(row.fields, row.writable),
        ...settlingErrors(row.fields),
        ...computedErrors(row.fields, row.writable, isFunction(row.computed)),
        // A target gets what is sent beside writable fields, too.
        ...perFieldErrors('target', row.target, row.sends === undefined ? row.writable : Object.keys(row.fields)),
        ...(['area', 'life', 'lockable', 'confirmOnUndo'] as const).flatMap((key) =>
          perFieldErrors(key, row[key], row.writable),
        ),
      ];
    case 'alias':
      return [
        ...fieldErrors(row.fields),
        ...writableErrors(row.fields, row.writable),
        ...boundErrors(row.fields, row.writable),
        ...(isFunction(row.get) ? [] : ['an alias needs get']),
        ...(row.writable.length > 0 && !isFunction(row.set) ? ['an alias with writable fields needs set'] : []),
        ...Object.keys(row.mergedBy).flatMap((name) =>
          row.writable.includes(name) ? [] : [`mergedBy.${name} is not a writable field; name it in writable`],
        ),
      ];
    case 'view':
      return [
        ...fieldErrors(row.fields),
        ...writableErrors(row.fields, row.writable),
        ...(isFunction(row.get) ? [] : ['a view needs get']),
        ...(row.writable.length > 0 && !isFunction(row.write) ? ['a view with writable fields needs write'] : []),
      ];
    case 'task':
      return [
        ...fieldErrors(row.extra),
        ...taskFieldNames.flatMap((name) =>
          Object.hasOwn(row.extra, name) ? [`extra.${name} is a field that every task has; give it another name`] : [],
        ),
        ...(isFunction(row.run) ? [] : ['a task needs run']),
      ];
    default:
      return ['this is no row; make rows with setting, view, alias or task of rowdesk/provider'];
  }
}

function fieldErrors(fields: Schemas): readonly string[] {
  if (typeof fields !== 'object' || fields === null) return ['fields must be an object of schemas by name'];
  return Object.entries(fields).flatMap(([name, schema]) => {
    if (isReservedName(name) || name.includes('/')) return [`a field can not be called ${name}; give it another name`];
    return typeof schema === 'object' && schema !== null
      ? []
      : [`the field ${name} has no schema; use Type of typebox`];
  });
}

function writableErrors(fields: Schemas, writable: readonly string[]): readonly string[] {
  return writable.flatMap((name) =>
    Object.hasOwn(fields, name)
      ? []
      : [`writable names ${name}, which is not a field; add it to fields or take it out`],
  );
}

function defaultErrors(fields: Schemas, writable: readonly string[]): readonly string[] {
  return writable.flatMap((name) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof schema !== 'object' || schema === null) return [];
    if (!('default' in schema)) return [`the writable field ${name} needs a default in its schema`];
    if (Value.Check(schema, schema.default)) return [];
    return [`the default of ${name} does not fit its own schema; change one of the two`];
  });
}

function computedErrors(fields: Schemas, writable: readonly string[], isComputed: boolean): readonly string[] {
  const rest = Object.keys(fields).filter((name) => !writable.includes(name));
  if (rest.length === 0 || isComputed) return [];
  return [`${rest.join(', ')}: neither writable nor computed; name them in writable or give computed`];
}

function perFieldErrors(key: string, perField: unknown, writable: readonly string[]): readonly string[] {
  if (typeof perField !== 'object' || perField === null) return [];
  return Object.keys(perField).flatMap((name) =>
    writable.includes(name) ? [] : [`${key}.${name} is not a writable field; name it in writable or take it out`],
  );
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
