// A desk that is killed in the middle of a restoring: the next start is the old desk or the new one, never half of each.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';

const config = { providers: [...quietConfig.providers, 'backup'] };
const id = 'killed0123456789';
const scenes = 12;
let folder = '';
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

const media = () => join(folder, 'media', 'voice.wav');

async function run(service: Service, path: string, extra: object = {}): Promise<void> {
  await service.patch(path, { running: true, ...extra });
  await service.until(path, ({ running }) => running === false);
}

/** All of it says `name`: a strip, the scenes, and the content of a file. */
async function become(service: Service, name: string): Promise<void> {
  const strips = Array.from({ length: 16 }, (_, place) => ({ kind: 'input', index: place + 1, name }));
  await service.patch('/channel', { strips });
  for (let n = 1; n <= scenes; n++) await run(service, '/scene/store', { name: `${name} ${n}` });
  writeFileSync(media(), `${name} `.repeat(200_000));
}

/** The names that it has: one. */
async function namesOf(service: Service): Promise<readonly string[]> {
  const names = new Set<string>();
  for (let index = 1; index <= 16; index++) names.add((await service.get(`/channel/input/${index}`)).body.name);
  for (const { name } of (await service.get('/scenes')).body.items) names.add(name.split(' ')[0]);
  // A start ends the exchange of files once its rows answer.
  const staged = () => readdirSync(join(folder, 'backup')).some((name) => /^(in|run)-/.test(name));
  while (staged()) await new Promise((resolve) => setImmediate(resolve));
  names.add(readFileSync(media(), 'utf8').slice(0, 3));
  return [...names];
}

test('killed at any moment, a restoring has happened or has not', async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'media'));
  let service = await startService({ strips: 'all', state: folder, config });
  await become(service, 'new');
  await run(service, '/backup/save');
  const { report } = (await service.get('/backup/save')).body;
  const file = Buffer.from(await (await fetch(`${service.url}/backup/${report.id}`)).arrayBuffer());
  const outcomes: string[] = [];
  for (let round = 0; round < 8; round++) {
    const { items } = (await service.get('/scenes')).body;
    for (const { id } of items) await run(service, '/scene/delete', { id, confirm: true });
    await become(service, 'old');
    const headers = { 'content-type': 'application/octet-stream' };
    const taken = await fetch(`${service.url}/backup/${id}`, { method: 'PUT', body: file, headers });
    expect(taken.status).toBe(200);
    await service.patch('/backup/restore', { running: true, id, confirm: true });
    // At another place of the way each time: so many turns after the start, when the commit is seen, or when all is done.
    if (round === 7) await service.until('/backup/restore', ({ running }) => running === false);
    else if (round >= 4) await service.until('/channel/input/1', ({ name }) => name === 'new');
    else for (let turn = 0; turn < round * 8; turn++) await service.get('/console');
    await service.kill();
    service = await startService({ strips: 'all', state: folder, config });
    const names = await namesOf(service);
    expect(names, `round ${round}`).toHaveLength(1);
    outcomes.push(names[0] as string);
  }
  expect(outcomes).toContain('new');
  expect(existsSync(join(folder, 'rowdesk.db.backup-1'))).toBe(true);
}, 300_000);
