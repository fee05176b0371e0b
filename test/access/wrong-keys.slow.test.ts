// 10,000 wrong keys: each is a 401, nothing else suffers, and neither the log nor a table grows with them.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../core/access/secrets.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { access, send } from './keys.ts';

const count = 10_000;
const lines: string[] = [];
const write = (fields: object, message: string) => void lines.push(JSON.stringify(fields) + message);
const log = { debug: write, info: write, warn: write, error: write };

let desk: TestHost;
beforeAll(async () => {
  desk = await startTestHost({
    providers: ['console', 'channel', 'warnings', 'log'],
    config: { access: access('mix') },
    log,
  });
});
afterAll(() => desk.close());

test(`${count} wrong keys: nothing but 401, and a bounded log without any of them`, async () => {
  const before = lines.length;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const statuses = new Map<string, number>();
  const tried: string[] = [];
  const attempt = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const key = n % 5 === 0 ? 'x'.repeat(n % 300) : newSecret();
      tried.push(key);
      const name = `rowdesk-${new URL(desk.url).port}`;
      const headers: Record<string, string> =
        n % 3 === 0
          ? { cookie: `${name}=${Buffer.from('run').toString('base64url')}.${key}` }
          : { authorization: `Bearer ${key}` };
      const method = n % 2 === 0 ? 'PATCH' : 'GET';
      const sent = request(`${desk.url}/channel/input/1`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        agent,
      });
      sent.once('error', reject);
      sent.once('response', async (response) => {
        const { code } = JSON.parse(await text(response));
        const status = `${response.statusCode} ${code}`;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        resolve();
      });
      sent.end(method === 'PATCH' ? '{"muted":true}' : undefined);
    });
  let next = 0;
  const worker = async () => {
    while (next < count) await attempt(next++);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  agent.destroy();
  expect([...statuses]).toEqual([['401 key-unknown', count]]);
  expect(lines.length - before).toBeLessThan(5);
  const written = lines.join('\n');
  expect(tried.filter((key) => key.length > 20 && written.includes(key))).toEqual([]);
  // One warning of the desk, and who has a key goes on.
  const { warnings } = (await send(desk, 'view', 'GET', '/warnings')).body;
  expect(warnings.map(({ id }: { readonly id: string }) => id)).toContain('wrong-keys');
  expect((await send(desk, 'mix', 'PATCH', '/channel/input/1', { muted: true })).status).toBe(200);
});
