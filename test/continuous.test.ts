// Which rows are left out of the convergence barrier: the list of interface.md 6.4, over every row that exists.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../core/config.ts';
import { MemoryStore, startTestHost, type TestHost } from '../core/testing.ts';

/** interface.md, part 4: "other paths that exist, named in the telemetry convergence list". */
const named = [
  '/channel/{kind}/{index}/eq/bands/sort',
  '/channel/{kind}/{index}/hrp/report',
  '/channel/{kind}/{index}/hrp/reset',
  '/channel/{kind}/{index}/meter',
  '/channel/{kind}/{index}/speakerAlign',
  '/channel/{kind}/{index}/spectrum',
  '/clipboard/{slot}/paste',
  '/console/bpm/tap',
  '/cue/clear',
  '/discovery/scan',
  '/measurement/plan',
  '/measurement/run',
  '/meters',
  '/patches',
  '/patches/{id}',
  '/patches/{id}/apply',
  '/record/start',
  '/record/stop',
  '/vendorA/totalmix/reassert',
  '/streams/{id}/demand',
  '/surface/autodetect',
  '/takes/{id}/export',
  '/takes/{id}/render',
  '/vsc/eject',
];
/** interface.md 6.4: "and the rows of telemetry, history, clock, scenes, sessions, patches, channelConfigs, patchbay ...". */
const groups =
  /^\/(telemetry|history|clock|scenes|sessions|patches|channelConfigs|patchbay\/disconnect|patchbay\/external)(\/|$)/;

const shipped = readConfig(fileURLToPath(new URL('../providers.config.json', import.meta.url)));
let desk: TestHost;
beforeAll(async () => {
  desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
});
afterAll(() => desk.close());

test('the continuous rows are those of interface.md, no more and no fewer, of the rows that exist', async () => {
  const templates = desk.host.rows.templates().map(({ template }) => template);
  const listed = templates.filter((template) => named.includes(template) || groups.test(template)).sort();
  expect(listed).toContain('/channel/{kind}/{index}/eq/bands/sort');
  expect((await desk.get('/telemetry/convergence')).body.continuous).toEqual(listed);
});
