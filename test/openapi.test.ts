// The description of the default configuration, judged by a validator that knows nothing of Rowdesk.
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../core/config.ts';
import { MemoryStore, startTestHost, type TestHost } from '../core/testing.ts';

const shipped = readConfig(fileURLToPath(new URL('../providers.config.json', import.meta.url)));

let desk: TestHost;
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into here as its readers do
let document: any;
beforeAll(async () => {
  desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
  document = (await desk.get('/openapi.json')).body;
});
afterAll(() => desk.close());

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
    expect(Object.keys(document.paths).sort()).toEqual(registry.rows.map(({ template }) => template).sort());
    for (const row of registry.rows) {
      const [first] = registry.list(row);
      if (first === undefined) continue;
      const { methods } = await desk.options(first.path);
      if (methods.includes('PATCH')) expect(document.paths[row.template], row.template).toHaveProperty('patch');
    }
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
