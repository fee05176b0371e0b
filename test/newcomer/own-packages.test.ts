// What a newcomer does on the first day: rowdesk installed into an empty folder, a provider and a driver of one's own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { install, packRowdesk } from '../harness/packages.ts';
import { removeFolder, run, startService, stopServices, temporaryFolder } from '../harness/service.ts';

let room: string;
let cli: string;
beforeAll(() => {
  room = temporaryFolder();
  const packs = join(room, 'packs');
  mkdirSync(packs);
  install(room, [packRowdesk(packs)]);
  cli = join(room, 'node_modules/rowdesk/dist/cli/main.js');
}, 180_000);
afterEach(stopServices);
afterAll(() => removeFolder(room));

/** `npm run` in a package; answers what it printed. Throws with it when it fails. */
function npm(folder: string, ...words: string[]): string {
  return execFileSync('npm', words, { cwd: join(room, folder), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const configOf = (folder: string) => JSON.parse(readFileSync(join(room, folder, 'desk.config.json'), 'utf8'));

test('a new provider passes its tests, is found without fault, and answers in a desk at once', async () => {
  expect(await run(['new', 'provider', 'lamp'], { cli, cwd: room })).toMatchObject({ code: 0 });
  npm('lamp', 'test');
  expect(npm('lamp', 'run', 'build')).toMatch(/providers with \d+ rows/);
  // The test's configuration lies in the state folder: that is put into the package, as desk.config.json is.
  const state = join(room, 'lamp', '.desk');
  const service = await startService({ cli, state, config: { ...configOf('lamp'), lingerS: 5 } });
  expect((await service.patch('/lamp', { brightnessPercent: 12.5 })).body).toMatchObject({ lit: true });
}, 120_000);

test('a new driver builds, passes its test with sound, and drives a desk', async () => {
  expect(await run(['new', 'driver', 'toy-box'], { cli, cwd: room })).toMatchObject({ code: 0 });
  expect(npm('toy-box', 'test')).toMatch(/# fail 0/);
}, 180_000);

test('a faulty one is told by check, with what to do', async () => {
  expect(await run(['new', 'provider', 'broken'], { cli, cwd: room })).toMatchObject({ code: 0 });
  writeFileSync(
    join(room, 'broken', 'index.js'),
    `import { defineProvider, setting, Type } from 'rowdesk/provider';
export default defineProvider({ name: 'broken', rows: () => [
  setting('/elsewhere', { fields: { a: Type.Number() }, writable: ['a', 'b'] }) ] });`,
  );
  const { code, stderr } = await run(['check', '--config', join(room, 'broken', 'desk.config.json')], { cli });
  expect(code).toBe(1);
  expect(stderr).toMatch(/provider "broken", \/elsewhere/);
}, 60_000);
