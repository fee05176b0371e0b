// Pages of other origins: those that the configuration trusts fetch and send a backup, no other page does.
import { request } from 'node:http';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved, uploadId } from './backup-fixture.ts';

const trusted = 'https://panel.example.org';
let desk: TestHost;
beforeAll(async () => {
  const config = { trustedOrigins: [trusted] };
  desk = await startTestHost({
    providers: ['console', 'channel', 'patch', 'scenes', 'sessions', 'history', 'backup'],
    config,
  });
});
afterAll(() => desk.close());

/** As a browser does for a page: `fetch` of Node sets these fields by itself. */
function asked(method: string, path: string, headers: Record<string, string>, body?: Uint8Array) {
  return new Promise<{ readonly status: number | undefined; readonly headers: object; readonly text: string }>(
    (resolve, reject) => {
      const sent = request(`${desk.url}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('latin1').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      sent.on('error', reject).end(body);
    },
  );
}
const beforehand = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
const octets = { 'content-type': 'application/octet-stream' };

test('a page of a trusted origin asks beforehand, and sends a backup', async () => {
  const file = await saved(desk);
  const path = `/backup/${uploadId}`;
  const leave = await asked('OPTIONS', path, { ...beforehand, origin: trusted });
  expect(leave).toMatchObject({
    status: 200,
    headers: {
      'access-control-allow-origin': trusted,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, PUT',
      'access-control-allow-headers': expect.stringContaining('Content-Type'),
    },
  });
  const taken = await asked('PUT', path, { ...octets, origin: trusted, 'sec-fetch-site': 'cross-site' }, file);
  expect(taken).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': trusted } });
  expect(JSON.parse(taken.text)).toMatchObject({ id: uploadId, bytes: file.length });
  const [{ id }] = (await desk.get('/backup')).body.items;
  const fetched = await asked('GET', `/backup/${id}`, { origin: trusted, 'sec-fetch-site': 'cross-site' });
  expect(fetched).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': trusted } });
});

test('a page of any other origin gets no leave, and its file is refused', async () => {
  const id = 'foreign0123456789';
  const path = `/backup/${id}`;
  for (const origin of ['https://evil.example', 'null', `${trusted}.evil.example`]) {
    const leave = await asked('OPTIONS', path, { ...beforehand, origin });
    expect([origin, leave.status]).toEqual([origin, 403]);
    expect(Object.keys(leave.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const taken = await asked('PUT', path, { ...octets, origin }, Buffer.from('no backup'));
    expect([origin, taken.status, JSON.parse(taken.text).code]).toEqual([origin, 403, 'cross-origin']);
  }
  expect((await desk.get('/backup')).body.items.map((item: { id: string }) => item.id)).not.toContain(id);
});

test('leave to PUT is for files: at a row it is not given', async () => {
  const { headers } = await asked('OPTIONS', '/console', { ...beforehand, origin: trusted });
  expect(headers).toMatchObject({ 'access-control-allow-methods': 'GET, HEAD, OPTIONS, PATCH' });
});
