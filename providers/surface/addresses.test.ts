import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'surface', 'warnings'] });
});
afterEach(() => desk.close());

interface Listed {
  readonly template: string;
  readonly n: number;
  readonly changes: number;
}

const listed = async (template: string): Promise<Listed> =>
  (await desk.get('/surface/addresses')).body.templates.find((each: Listed) => each.template === template);

test('all templates are listed, and each with its addresses by its number', async () => {
  const { templates } = (await desk.get('/surface/addresses')).body;
  expect(templates.map(({ template }: Listed) => template)).toEqual(
    desk.host.assembly.registry.rows.map(({ template }) => template),
  );
  const { n } = await listed('/channel/{kind}/{index}');
  const { addresses, isWhole } = (await desk.get(`/surface/addresses/${n}`)).body;
  expect([addresses[0], addresses.length > 20, isWhole]).toEqual(['/channel/input/1', true, true]);
  expect((await desk.get('/surface/addresses/9000')).status).toBe(404);
});

test('addresses that come or go are counted by their template', async () => {
  const before = await listed('/warnings/{id}');
  const titleCode = { code: 'walk', params: {} };
  desk.host.warnings.raise({ id: 'walk', title: 'Walk', titleCode, detail: '', severity: 'info', path: '' });
  expect((await listed('/warnings/{id}')).changes).toBeGreaterThan(before.changes);
  expect((await desk.get(`/surface/addresses/${before.n}`)).body.addresses).toContain('/warnings/walk');
});

test('a processor that is exchanged is a change of addresses, and of the contract of its values, while it is watched', async () => {
  const effect = '/channel/fxSend/1/chain/processors/effect';
  await desk.patch(effect, { plugin: 'builtin:delay' });
  const watched = await desk.watch('/surface/addresses');
  expect((await watched.next()).row.contracts).toEqual([]);
  // What contracts are at first is read in turns: the first exchanges may be sooner.
  let isSeen = false;
  const follow = (async () => {
    while (!isSeen) {
      const { contracts } = (await watched.next()).row;
      isSeen = contracts.some(({ path }: { readonly path: string }) => path === `${effect}/values`);
    }
  })();
  for (let n = 0; !isSeen; n += 1) {
    await desk.patch(effect, { plugin: n % 2 === 0 ? 'builtin:reverb' : 'builtin:delay' });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await follow;
  watched.close();
  const count = (await desk.get('/surface/addresses')).body.contracts.length;
  await desk.patch(effect, { plugin: 'builtin:delay' });
  expect((await desk.get('/surface/addresses')).body.contracts).toHaveLength(count);
});
