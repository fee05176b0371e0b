import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

let fixture: Fixture;
const rows = new RowsDouble({ '/console': {} }, ['/console']);
beforeAll(async () => {
  // The check runs once a second; what is slow here is over the limit at the first check.
  fixture = await startServer(rows, { limits: { headersMs: 50, requestMs: 100 } });
});
afterAll(() => fixture.server.close());

/** Sends this and then nothing. */
async function stall(start: string): Promise<string> {
  const socket = connect(fixture.port, '127.0.0.1');
  socket.write(start);
  return text(socket);
}

test('a header that does not end is 408', async () => {
  const answer = await stall('GET /api/console HTTP/1.1\r\nHost: ');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request-timeout"');
});

test('a body that does not end is 408, and nothing is written', async () => {
  const head = `PATCH /api/console HTTP/1.1\r\nHost: 127.0.0.1:${fixture.port}\r\nContent-Type: application/json\r\n`;
  const answer = await stall(`${head}Content-Length: 10\r\n\r\n{"a"`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(rows.written).toEqual([]);
  expect(fixture.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
