import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Faults } from '../../base/fault-log.ts';
import { PackageBuilds } from './package-builds.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let folder = '';
let builds: PackageBuilds | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-builds-'));
});
afterEach(async () => {
  await builds?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A builder of `recorder` and `lv2` with this code, in which `say(name, state, reason)` is known. */
function begin(code: string): PackageBuilds {
  const program = join(folder, 'builder.mjs');
  const say = 'const say = (name, state, reason) => console.log(JSON.stringify({ name, state, reason }));\n';
  writeFileSync(program, say + code);
  builds = new PackageBuilds({ names: ['recorder', 'lv2'], faults: new Faults(quiet), program });
  builds.start();
  return builds;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('before its turn, in its turn and once it is built, a package says so; others have nothing to build', async () => {
  const { signal, abort } = { signal: join(folder, 'go'), abort: () => writeFileSync(join(folder, 'go'), '') };
  const wait = `import { existsSync } from 'node:fs';\nwhile (!existsSync('${signal}')) await new Promise((r) => setTimeout(r, 10));`;
  const all = begin(
    `say('recorder', 'building', '');\n${wait}\nsay('recorder', 'built', '');\nsay('lv2', 'building', '');\n`,
  );
  expect(all.of('mixer')).toBeUndefined();
  await until(() => all.of('recorder')?.reason.startsWith('it is being built (1 of 2)') === true);
  expect(all.of('lv2')).toEqual({
    state: 'building',
    reason: 'it waits to be built (2 of 2); the desk then takes it without a restart',
  });
  let changes = 0;
  all.onChange(() => changes++);
  abort();
  await until(() => all.of('recorder') === undefined);
  // The builder ended without a word of lv2's end.
  await until(() => all.of('lv2')?.state === 'failed');
  expect(all.of('lv2')?.reason).toBe('it is not built: the build ended with exit code 0. To build it: npm run build');
  expect(changes).toBeGreaterThanOrEqual(2);
});

test('a failure has its words, and lines that are none of the build are passed over', async () => {
  const all = begin(`console.log('{"name": 1}'); console.log('noise'); say('lv2', 'failed', 'no headers');\n`);
  await until(() => all.of('lv2')?.reason === 'it is not built: no headers');
  expect(all.of('lv2')?.state).toBe('failed');
});

test('a builder that dies says how, with its last words', async () => {
  const all = begin(`console.error('out of ideas'); process.kill(process.pid, 'SIGKILL');\n`);
  await until(() => all.of('recorder')?.state === 'failed');
  expect(all.of('recorder')?.reason).toBe(
    'it is not built: the build ended by SIGKILL (out of ideas). To build it: npm run build',
  );
});

test('the end of the desk ends the builder with the compilers that it started', async () => {
  const compiler = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => {}); // a builder that holds on
const child = spawn('sleep', ['1000']);
child.on('exit', () => process.exit(1));
writeFileSync('${join(folder, 'compiler')}', String(child.pid));
say('recorder', 'building', '');
`;
  const all = begin(compiler);
  await until(() => all.of('recorder')?.reason.startsWith('it is being') === true);
  const processId = Number(readFileSync(join(folder, 'compiler'), 'utf8'));
  expect(isAlive(processId)).toBe(true);
  await all.end();
  await until(() => !isAlive(processId));
});

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
