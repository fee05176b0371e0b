// The description of the default configuration, judged by a validator that knows nothing of Rowdesk.
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../core/host/config.ts';
import type { RowRef } from '../core/rows/row-ref.ts';
import { type Answer, MemoryStore, startTestHost, type TestHost } from '../core/testing.ts';

const shipped = readConfig(fileURLToPath(new URL('../providers.config.json', import.meta.url)));

let desk: TestHost;
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into here as its readers do
let document: any;
beforeAll(async () => {
  desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
  document = (await desk.get('/openapi.json')).body;
});
afterAll(() => desk.close());

/** Strips of a kind have the same fields; what waits for a measurement is asked for once. */
function onePerKind(places: readonly RowRef[]): readonly RowRef[] {
  return [...new Map(places.map((place) => [place.at.kind ?? place.at.n ?? '', place])).values()];
}

async function faultsOf(description: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(structuredClone(description) as Record<string, unknown>);
  return valid ? [] : errors;
}

describe('/api/openapi.json', () => {
  test('is OpenAPI 3.1 in the eyes of an independent validator', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await faultsOf(document)).toEqual([]);
  });

  test.each([
    [
      'a response without a description',
      (d: typeof document) => delete d.paths['/console'].get.responses['200'].description,
    ],
    [
      'a parameter in a place that is none',
      (d: typeof document) => (d.paths['/console'].get.parameters[0].in = 'body'),
    ],
    ['a path without a slash', (d: typeof document) => (d.paths.console = d.paths['/console'])],
    ['no version', (d: typeof document) => delete d.info.version],
  ])('would not be with %s', async (_, spoil) => {
    const spoilt = structuredClone(document);
    spoil(spoilt);
    expect(await faultsOf(spoilt)).not.toEqual([]);
  });

  test('has every row, and PATCH exactly for those that answer it', async () => {
    const { registry } = desk.host.assembly;
    // The exception to JSON bodies: files, which are no rows.
    const files = Object.keys(document.paths).filter((path) => document.paths[path].put !== undefined);
    expect(files.sort()).toEqual(['/backup/{id}', '/shows/{id}']);
    const rows = Object.keys(document.paths).filter((path) => !files.includes(path));
    expect(rows.sort()).toEqual(registry.rows.map(({ template }) => template).sort());
    for (const row of registry.rows) {
      const [first] = registry.list(row);
      if (first === undefined) continue;
      const { methods } = await desk.options(first.path);
      if (methods.includes('PATCH')) expect(document.paths[row.template], row.template).toHaveProperty('patch');
    }
  });

  test('tells which fields every row has, at each of its addresses', async () => {
    const { registry } = desk.host.assembly;
    for (const row of registry.rows.filter(({ type }) => type !== 'task')) {
      const { get } = document.paths[row.template];
      const name = get.responses['200'].content['application/json'].schema.$ref.split('/').at(-1);
      const { required = [] } = document.components.schemas[name];
      for (const { path } of onePerKind(registry.list(row))) {
        const { status, body } = await desk.get(path);
        if (status === 200) expect(Object.keys(body), path).toEqual(expect.arrayContaining(required));
      }
    }
  });

  /** Header fields that only interest somebody who uses this interface. */
  const own = ['etag', 'allow', 'accept-patch', 'retry-after', 'rowdesk-revision'];
  const sent = ({ headers }: Answer) => own.filter((name) => headers.has(name));
  const told = ({ headers = {} }: { headers?: object }) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return own.filter((name) => names.includes(name));
  };

  test('tells the header fields that answers carry, of every row', async () => {
    const { registry } = desk.host.assembly;
    for (const row of registry.rows) {
      const [first] = registry.list(row);
      if (first === undefined) continue;
      const { get, options, patch } = document.paths[row.template];
      const { path } = first;
      expect(sent(await desk.send('OPTIONS', path)), path).toEqual(told(options.responses['200']));
      expect(sent(await desk.get(path)), path).toEqual(told(get.responses['200']));
      if (patch === undefined) continue;
      expect(sent(await desk.patch(path, {})), path).toEqual(told(patch.responses['200']));
      const mayBeHeld = patch.parameters.some(({ name }: { name: string }) => name === 'If-Match');
      expect(mayBeHeld, path).toBe((await desk.get(path)).headers.has('etag'));
    }
  });

  test('tells those of refusals', async () => {
    const { headers } = document.components.responses.Refusal;
    expect(Object.keys(headers)).toEqual(['Allow', 'Accept-Patch', 'ETag', 'Retry-After']);
    expect(sent(await desk.send('PUT', '/console'))).toEqual(['allow']);
    expect(sent(await desk.send('PATCH', '/console', '{}', { 'content-type': 'text/plain' }))).toEqual([
      'accept-patch',
    ]);
    expect(sent(await desk.patch('/console', {}, { 'if-match': '"other"' }))).toEqual(['etag']);
  });

  test('describes the event streams as they are', async () => {
    const { events, id } = document['x-event-streams'];
    expect(Object.keys(events)).toEqual(['snapshot', 'change', 'gone', 'beat', 'bye']);
    const watched = await desk.watch('/console');
    const first = await watched.next();
    watched.close();
    expect(first).toMatchObject({ event: 'snapshot', row: (await desk.get('/console')).body });
    expect(first.id).toMatch(new RegExp(id.pattern));
  });
});
