// An update replaces the files of rowdesk while the desk runs: the process that runs needs none of them any more.
import { cpSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { opening } from '../harness/desk.ts';
import { removeFolder, root, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const folder = temporaryFolder();
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

/** A rowdesk of its own, with a copy of dist/; answers its command line. */
function copyOfRowdesk(): string {
  for (const name of ['dist', 'package.json', 'providers.config.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of ['node_modules', 'hardware-drivers', 'core/audio/process/native']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(root, name), join(folder, name));
  }
  return join(folder, 'dist/cli/main.js');
}

const processId = async (service: Service): Promise<number> => (await service.get('/telemetry/rt')).body.processId;

test('a desk whose dist is taken away goes on with all its rows, and starts another audio process once dist is back', async () => {
  const service = await startService({ cli: copyOfRowdesk() });
  await opening(service);
  const { origin } = new URL(service.url);
  const dist = join(folder, 'dist');
  renameSync(dist, `${dist}.away`);

  const { body: description } = await service.get('/openapi.json');
  const paths = Object.keys(description.paths).filter((path) => !path.includes('{'));
  const page = await (await fetch(`${origin}/mix`)).text();
  for (const [, file] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    expect([file, (await fetch(origin + file)).status]).toEqual([file, 200]);
  }
  expect(page).toMatch(/<script type="module" src="\/mix\/main-[0-9a-f]{12}\.js">/);
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) {
    const { status } = await service.get(path);
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
  }
  expect((await service.patch('/channel/input/1', { levelDb: -6 })).status).toBe(200);
  expect((await service.get('/channel/input/1')).body.levelDb).toBe(-6);

  const before = await processId(service);
  process.kill(before, 'SIGKILL');
  await service.until('/warnings', ({ warnings }) => JSON.stringify(warnings).includes('audio'));
  renameSync(`${dist}.away`, dist);
  await service.until('/telemetry/rt', (row) => row.processId > 0 && row.processId !== before);
  await opening(service);
});
