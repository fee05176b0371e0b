// Rows as JSON Schemas (2020-12) for the OpenAPI description.

import { fieldCodes, keyCodes, type RefusalCode, refusalCodes } from '../../base/refusals.ts';
import { IsOptional } from '../../base/typebox.ts';
import type { FieldContract } from '../../rows/contract.ts';
import type { Row } from '../../rows/definitions.ts';
import { sparseItem } from '../../rows/merged-list.ts';
import { isOpen } from '../../rows/open-schemas.ts';
import { reservedNames } from '../../rows/reserved-names.ts';
import { fieldsOf } from '../../rows/static-contract.ts';

/** The answer to GET. Live fields may be absent; a row with live fields has no further schema. */
export function rowSchema(row: Row): object {
  const about = row.summary === undefined ? {} : { description: row.summary };
  if (isLive(row)) return { type: 'object', ...about };
  const fields = [...fieldsOf(row).values()];
  const required = fields.filter((field) => isAlwaysThere(row, field)).map(({ name }) => name);
  return {
    type: 'object',
    ...about,
    properties: Object.fromEntries(
      fields.map((field) => [field.name, shownField(field, required.includes(field.name))]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The body of PATCH. */
export function writeSchema(row: Row): object {
  if (isLive(row)) return { type: 'object' };
  const writable = [...fieldsOf(row).values()].filter(({ access }) => access === 'rw');
  return {
    type: 'object',
    properties: Object.fromEntries(writable.map((field) => [field.name, writtenField(field)])),
    ...(row.type === 'task' ? startingOnly(Object.keys(row.extra)) : {}),
    additionalProperties: false,
  };
}

/** Extra fields of a task belong into the body that starts it. */
function startingOnly(extra: readonly string[]): object {
  if (extra.length === 0) return {};
  return { dependentRequired: Object.fromEntries(extra.map((name) => [name, ['running']])) };
}

function isLive(row: Row): boolean {
  return row.type === 'setting' && typeof row.fields === 'function';
}

/** Optional fields are Type.Optional, or writable ones that limits may remove. */
function isAlwaysThere(row: Row, { access, schema, default: otherwise }: FieldContract): boolean {
  if (row.type === 'task') return access === 'ro' || otherwise !== undefined;
  return !IsOptional(schema) && (access === 'ro' || row.limits === undefined);
}

/** Removes the default: readers would take it as the value of an absent field. */
function shownField({ access, schema }: FieldContract, isRequired: boolean): object {
  const shown = isRequired ? schema : withoutDefault(schema);
  return access === 'ro' ? { ...shown, readOnly: true } : shown;
}

function withoutDefault(schema: object): object {
  const { default: _, ...rest } = schema as { readonly default?: unknown };
  return rest;
}

/** Without its default: a field that is not sent stays as it is. */
function writtenField({ schema: given, mergedBy }: FieldContract): object {
  const schema = withoutDefault(given);
  if (mergedBy === undefined) return isOpen(schema) ? { allOf: [schema, usableNamesRef] } : schema;
  const note = `A sparse list, merged by ${mergedBy.join(', ')}: members and items that are not given stay.`;
  return { ...schema, items: sparseItem(given, mergedBy), description: note };
}

const anyObject = { type: 'object' };

const usableNamesRef = { $ref: '#/components/schemas/UsableNames' };

/** For the outermost members only: generators of types can't name a recursive type. */
export const usableNamesSchema = {
  description: 'Any value; its members, and theirs, however deep, may have any name but these.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: {} },
    { type: 'object', propertyNames: { not: { enum: reservedNames } }, additionalProperties: true },
  ],
};

/** OPTIONS of a row. */
export const contractSchema = {
  type: 'object',
  description: 'The live contract of a row.',
  properties: {
    template: { type: 'string' },
    path: { type: 'string' },
    methods: { type: 'array', items: { type: 'string' } },
    watchable: { type: 'boolean' },
    onDemand: { type: 'boolean' },
    continuous: { type: 'boolean' },
    task: { type: 'boolean' },
    cancellable: { type: 'boolean' },
    summary: { type: 'string' },
    fields: {
      type: 'object',
      description: 'By name: what JSON Schema says of the field at this moment, and whether it can be written.',
      additionalProperties: {
        type: 'object',
        properties: { access: { type: 'string', enum: ['rw', 'ro'] } },
        required: ['access'],
      },
    },
    version: { type: 'string' },
  },
  required: ['template', 'path', 'methods', 'watchable', 'onDemand', 'continuous', 'task', 'fields', 'version'],
};

/** A multiplexed row in an event of `/streams/{id}`. */
export const carriedRowSchema = {
  type: 'object',
  description: 'Another row, as an event stream that carries several sends it.',
  properties: { path: { type: 'string' }, row: anyObject },
  required: ['path', 'row'],
};

/** application/problem+json (RFC 9457). */
export const problemSchema = (hasKeys: boolean) => ({
  type: 'object',
  description: 'Why a request is refused (RFC 9457).',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: {
      type: 'string',
      enum: Object.keys(refusalCodes).filter((code) => hasKeys || !keyCodes.has(code as RefusalCode)),
    },
    params: anyObject,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'A path in the body, strips/0/levelDb.' },
          code: { type: 'string', enum: Object.keys(fieldCodes) },
          message: { type: 'string' },
          params: anyObject,
        },
        required: ['field', 'code', 'message', 'params'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'params', 'errors'],
});
