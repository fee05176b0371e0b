import { once } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

let fixture: Fixture;
afterEach(() => fixture.server.close());

const get = (path: string, more = '') => `GET /api${path} HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\n${more}\r\n`;

test('of a thousand requests in one packet all are answered in order, and others are served between them', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => `/many/${n}`);
  const rows = new RowsDouble({ '/other': {}, ...Object.fromEntries(many.map((path) => [path, { path }])) });
  const other = new Socket();
  const asked: string[] = [];
  const read = rows.read.bind(rows);
  rows.read = (path) => {
    if (asked.push(path) === 1) other.write(get('/other', 'Connection: close\r\n'));
    return read(path);
  };
  fixture = await startServer(rows);
  other.connect(fixture.port, '127.0.0.1').resume();
  await once(other, 'connect');
  const last = get('/many/999', 'Connection: close\r\n');
  const answers = await fixture.raw(
    many
      .slice(0, 999)
      .map((path) => get(path))
      .join('') + last,
  );
  expect([...answers.matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path)).toEqual(many);
  expect(asked.filter((path) => path !== '/other')).toEqual(many);
  expect(asked.indexOf('/other')).toBeGreaterThan(0);
  expect(asked.indexOf('/other')).toBeLessThan(500);
});

test('what waits for its turn on a connection that ends is never asked', async () => {
  const rows = new RowsDouble({ '/row': {} });
  let asked = 0;
  const read = rows.read.bind(rows);
  const client = new Socket();
  rows.read = (path) => {
    asked += 1;
    client.resetAndDestroy();
    return read(path);
  };
  fixture = await startServer(rows);
  client.on('error', () => {}).connect(fixture.port, '127.0.0.1');
  await once(client, 'connect');
  client.write(get('/row').repeat(1000));
  await once(client, 'close');
  expect((await fixture.send('GET', '/api/nothing')).status).toBe(404);
  expect(asked).toBeLessThan(100);
});
