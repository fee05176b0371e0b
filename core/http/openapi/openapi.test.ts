import { describe, expect, it } from 'vitest';
import { alias, liveSetting, type Row, setting, Type, task, view } from '../../provider.ts';
import { openapi } from './openapi.ts';

const params = { kind: Type.Enum(['input']), index: Type.Integer({ minimum: 1 }) };
const addresses = { has: () => true, list: () => [] };
const level = Type.Number({ minimum: -144, maximum: 10, unit: 'dB', default: 0 });

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into here as its readers do
const openapiOf = (...rows: readonly Row[]): any => openapi(rows);

const document = openapiOf(
  setting('/channel/{kind}/{index}', {
    ...{ params, addresses, summary: 'A strip' },
    fields: { levelDb: level, index: params.index },
    writable: ['levelDb'],
    computed: ({ index }) => ({ index }),
  }),
  alias('/channel', {
    fields: { strips: Type.Array(Type.Object({ ...params, levelDb: level })) },
    writable: ['strips'],
    mergedBy: { strips: ['kind', 'index'] },
    get: () => ({}),
    set: () => [],
  }),
  liveSetting('/channel/live', { fields: () => ({ fields: {}, writable: [] }) }),
  view('/channel/meter', { fields: { at: Type.Optional(Type.String()) }, onDemand: true, get: () => ({}) }),
  task('/clock/sort', { extra: { confirm: Type.Boolean({ default: false }) }, run: () => ({}) }),
);

describe('the OpenAPI description', () => {
  it('says once which names no member can have, where a field is open', () => {
    const free = setting('/free', { fields: { value: Type.Unknown({ default: null }) }, writable: ['value'] });
    const document = openapiOf(free);
    const text = JSON.stringify(document);
    expect(text.match(/"UsableNames":\{/g)).toHaveLength(1);
    const written = document.paths['/free'].patch.requestBody.content['application/json'].schema;
    expect(written.properties).toEqual({ value: { allOf: [{}, { $ref: '#/components/schemas/UsableNames' }] } });
    expect(text).not.toContain('"$ref":"#"');
  });

  it('has our own words of schemas as extensions, and those of JSON Schema as they are', () => {
    const list = { unordered: true, uniqueBy: ['unit'] };
    const fields = {
      unit: Type.String(),
      levels: Type.Array(Type.Object({ unit: level }), list),
      any: Type.Record(Type.String(), level),
      either: Type.Union([level, Type.Null()]),
      only: Type.Union([level]),
    };
    const { properties } = openapiOf(view('/own', { fields, get: () => ({}) })).components.schemas.Own;
    const inDecibel = { type: 'number', minimum: -144, maximum: 10, default: 0, 'x-unit': 'dB' };
    expect(properties.unit).toEqual({ type: 'string', readOnly: true });
    expect(properties.levels).toMatchObject({ 'x-unordered': true, 'x-uniqueBy': ['unit'] });
    expect(properties.levels.items.properties).toEqual({ unit: inDecibel });
    expect(Object.values(properties.any.patternProperties ?? { all: properties.any.additionalProperties })).toEqual([
      inDecibel,
    ]);
    expect(properties.either.anyOf[0]).toEqual(inDecibel);
    expect(properties.only).toEqual({ ...inDecibel, readOnly: true });
  });

  it('says which fields are always there, and gives a default to no other', () => {
    const meter = view('/meter', { fields: { postDb: level, at: Type.Optional(Type.String()) }, get: () => ({}) });
    expect(openapiOf(meter).components.schemas.Meter.required).toEqual(['postDb']);
    const limits = () => ({ levelDb: false as const });
    const fields = { levelDb: level, kind: Type.String() };
    const strip = setting('/strip', { fields, writable: ['levelDb'], limits, computed: () => ({ kind: 'input' }) });
    const { required, properties } = openapiOf(strip).components.schemas.Strip;
    expect([required, 'default' in properties.levelDb]).toEqual([['kind'], false]);
  });

  it('has words for every operation and every group', () => {
    const { paths, tags } = document;
    expect(paths['/channel/{kind}/{index}'].get.summary).toBe('A strip');
    expect(paths['/channel/{kind}/{index}'].options.summary).toBe('The live contract: A strip');
    expect(paths['/channel/{kind}/{index}'].patch.summary).toBe('Write: A strip');
    expect(paths['/clock/sort'].patch.summary).toBe('Run: The row at /clock/sort');
    expect(tags.map(({ description }: { description: string }) => description)).toEqual([
      'The row at /channel',
      'Rows below /clock',
    ]);
  });

  it('carries the version of the interface', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '2026-09-02' }, servers: [{ url: '/api' }] });
    expect(document.tags).toMatchObject([{ name: 'channel' }, { name: 'clock' }]);
  });

  it('has each row with its methods and parameters', () => {
    expect(Object.keys(document.paths)).toEqual([
      ...['/channel', '/channel/live', '/channel/meter', '/channel/{kind}/{index}', '/clock/sort'],
    ]);
    const strip = document.paths['/channel/{kind}/{index}'];
    expect(strip.parameters).toEqual([
      { name: 'kind', in: 'path', required: true, schema: { enum: ['input'] } },
      { name: 'index', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    ]);
    expect(Object.keys(strip)).toEqual(['summary', 'parameters', 'get', 'options', 'patch']);
    expect(document.paths['/channel/meter']).not.toHaveProperty('patch');
  });

  it('says what is written and what is read', () => {
    expect(document.components.schemas.Channel_ByKind_ByIndex).toEqual({
      type: 'object',
      description: 'A strip',
      properties: {
        levelDb: { type: 'number', minimum: -144, maximum: 10, 'x-unit': 'dB', default: 0 },
        index: { type: 'integer', minimum: 1, readOnly: true },
      },
      required: ['levelDb', 'index'],
      additionalProperties: false,
    });
    const { requestBody } = document.paths['/channel/{kind}/{index}'].patch;
    expect(requestBody.required).toBe(true);
    expect(requestBody.content['application/json'].schema).toMatchObject({
      properties: { levelDb: { type: 'number' } },
      additionalProperties: false,
    });
    expect(requestBody.content['application/json'].schema.properties).not.toHaveProperty('index');
  });

  it('says that a list merged by key may be sparse', () => {
    const { strips } = document.paths['/channel'].patch.requestBody.content['application/json'].schema.properties;
    expect(strips.items.required).toEqual(['kind', 'index']);
    expect(document.components.schemas.Channel.properties.strips.items.required).toEqual(['kind', 'index', 'levelDb']);
  });

  it('offers an event stream and refusals everywhere', () => {
    for (const { get } of Object.values<{ get: { responses: Record<string, { content: object }> } }>(document.paths)) {
      expect(get.responses['200']?.content).toHaveProperty('text/event-stream');
      expect(get.responses['4XX']).toEqual({ $ref: '#/components/responses/Refusal' });
    }
  });

  it('has operations of unique names, refers to what is there, and is nothing but JSON', () => {
    const text = JSON.stringify(document);
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(14);
    for (const [, group, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components[group as string]).toHaveProperty([name as string]);
    }
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(text).not.toContain('~kind');
  });
});
