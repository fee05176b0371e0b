// A surface on a desk with keys: it has a key of its own, with the role of its row, and its peers' names in the history.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { accessFile } from '../../core/access/access-paths.ts';
import { hashOf, newSecret } from '../../core/access/secrets.ts';
import { type Answer, quietConfig, startService, stopServices, temporaryFolder } from '../harness/service.ts';

afterEach(stopServices);

test('surfaces move what their role may, on a desk that asks everybody for a key', async () => {
  const key = newSecret();
  const state = temporaryFolder();
  writeFileSync(accessFile(state), JSON.stringify({ keys: [{ name: 'FOH', hash: hashOf(key), role: 'run' }] }));
  const surfaces = ['osc', 'x32'].map((name) => ({ name, config: { port: 0 } }));
  const config = { providers: [...quietConfig.providers, 'surface'], surfaces };
  const desk = await startService({ state, config });
  expect((await desk.get('/console')).status).toBe(401);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const read = async (path: string): Promise<Answer['body']> => (await fetch(desk.url + path, { headers })).json();
  const until = async (path: string, isSo: (row: Answer['body']) => boolean) => {
    for (;;) {
      const row = await read(path);
      if (isSo(row)) return row;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const write = (path: string, body: object) =>
    fetch(desk.url + path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  const open = async (surface: string) => {
    expect((await write(surface, { enabled: true, role: 'mix' })).status).toBe(200);
    const { port } = await until(surface, (row) => row.state === 'running' && row.port !== null);
    return (...words: string[]) => execFileSync('oscsend', ['127.0.0.1', String(port), ...words]);
  };
  const send = await open('/surface/osc');
  send('/channel/input/1/levelDb', 'f', '-6');
  await until('/channel/input/1', ({ levelDb }) => levelDb === -6);
  const { entries } = await read('/history');
  expect(entries.at(0).actor ?? '').toMatch(/^surface:osc 127\.0\.0\.1:\d+$/);
  // Its way to the desk is open: what it asks for behind this is refused by its role.
  send('/console/name', 's', 'Moved');
  send('/channel/input/2/levelDb', 'f', '-7');
  await until('/channel/input/2', ({ levelDb }) => levelDb === -7);
  expect((await read('/console')).name).not.toBe('Moved');

  const sendAsX32 = await open('/surface/x32');
  sendAsX32('/ch/01/mix/fader', 'f', '0.5');
  await until('/channel/input/1', ({ levelDb }) => levelDb === -10);
});
