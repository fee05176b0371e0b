// Which rows are left out of the convergence barrier: the list of interface.md 6.4, over every row that exists.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isContinuous } from '../cli/conform/spec/spec.ts';
import { readConfig } from '../core/host/config.ts';
import { MemoryStore, startTestHost, type TestHost } from '../core/testing.ts';

const shipped = readConfig(fileURLToPath(new URL('../providers.config.json', import.meta.url)));
let desk: TestHost;
beforeAll(async () => {
  desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
});
afterAll(() => desk.close());

test('the continuous rows are those of interface.md, no more and no fewer, of the rows that exist', async () => {
  const templates = desk.host.rows.templates().map(({ template }) => template);
  const listed = templates.filter(isContinuous).sort();
  expect(listed).toContain('/channel/{kind}/{index}/eq/bands/sort');
  expect((await desk.get('/telemetry/convergence')).body.continuous).toEqual(listed);
});
