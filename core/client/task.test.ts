import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { FakeTiming } from './timing-double.ts';
import type { Transport } from './transport.ts';

/** A desk that starts a task and refuses with `statuses`, one after the other, to show how it goes. */
function refusing(...statuses: readonly number[]) {
  const timing = new FakeTiming();
  let asked = 0;
  const transport: Transport = async (_url, { method }) => {
    const status = method === 'PATCH' ? 200 : (statuses[asked++] ?? 401);
    const text = JSON.stringify({ running: true, startedAt: 'now' });
    return {
      status,
      header: () => undefined,
      text: async () => (method === 'PATCH' ? text : ''),
      read: async () => {},
    };
  };
  return { timing, client: new Client('http://desk/api', { transport, timing }) };
}

test.each([401, 403])(
  'a run that may not be followed (%i) rejects, and is not waited for without an end',
  async (status) => {
    await expect(refusing(status).client.run('/scene/store')).rejects.toMatchObject({ name: 'Refused', status });
  },
);

test('a run goes on being followed after a refusal for a moment', async () => {
  const { client, timing } = refusing(429, 503, 401);
  const lost: string[] = [];
  const report = client.run('/scene/store', {}, { lost: ({ name }) => lost.push(name) }).catch(({ status }) => status);
  await timing.pass(60_000);
  expect([await report, lost]).toEqual([401, ['Refused', 'Unreachable']]);
});
