import { describe, expect, it } from 'vitest';
import { alias, liveSetting, setting, Type, task, view } from '../provider.ts';
import { openapi } from './openapi.ts';

const params = { kind: Type.Enum(['input']), index: Type.Integer({ minimum: 1 }) };
const addresses = { has: () => true, list: () => [] };
const level = Type.Number({ minimum: -144, maximum: 10, unit: 'dB', default: 0 });

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into here as its readers do
const document: any = openapi([
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
]);

describe('the OpenAPI description', () => {
  it('says once which names no member can have, where a field is open', () => {
    const free = setting('/free', { fields: { value: Type.Unknown({ default: null }) }, writable: ['value'] });
    const text = JSON.stringify(openapi([free]));
    expect(text.match(/"\$id":"urn:rowdesk:usable-names"/g)).toHaveLength(1);
    expect(
      text.match(/"value":\{"default":null,"allOf":\[\{"\$ref":"#\/components\/schemas\/UsableNames"\}\]\}/g),
    ).toHaveLength(1);
  });

  it('carries the version of the interface', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '2026-09-02' }, servers: [{ url: '/api' }] });
    expect(document.tags).toEqual([{ name: 'channel' }, { name: 'clock' }]);
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
        levelDb: { type: 'number', minimum: -144, maximum: 10, unit: 'dB', default: 0 },
        index: { type: 'integer', minimum: 1, readOnly: true },
      },
      required: ['levelDb'],
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
