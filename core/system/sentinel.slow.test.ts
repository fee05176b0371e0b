// In processes of their own, since they are ended.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../base/package-root.ts';
import { PackageRecord } from './package-record.ts';
import { runtimeFolder } from './runtime-folder.ts';

let folder = '';
let loops = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-sentinel-'));
  mkdirSync(join(folder, 'package'));
  loops = join(folder, 'package', 'loops.mjs');
  writeFileSync(loops, 'export const loop = () => {\n  for (;;) {}\n};\n');
});
afterEach(() => {
  rmSync(runtimeFolder(folder), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

const heldMs = 500;
function reason(): string | undefined {
  const record = new PackageRecord(folder);
  record.open();
  return record.setAside('loops');
}

/** A process in which the package runs and then this does. */
function run(code: string) {
  const built = `${packageRoot}/build/core/system`;
  const main = `import { PackageRecord } from '${built}/package-record.js';
    import { Sentinel } from '${built}/sentinel.js';
    import { loop } from '${loops}';
    const every = (ms, run) => { const timer = setInterval(run, ms); return () => clearInterval(timer); };
    const record = new PackageRecord('${folder}');
    const sentinel = new Sentinel({ record, time: { every }, log: console, heldMs: ${heldMs} });
    sentinel.runs('loops', '${join(folder, 'package')}');
    ${code}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', main], { encoding: 'utf8', timeout: 20_000 });
}

test('a package that holds the process three times is set aside, until its file is another', () => {
  for (let time = 0; time < 3; time++) {
    expect(reason()).toBeUndefined();
    const { signal, stderr } = run('sentinel.ready(); setTimeout(loop, 300);');
    expect([signal, JSON.parse(stderr)]).toMatchObject([
      'SIGKILL',
      { level: 50, provider: 'loops', where: `${loops}:2` },
    ]);
  }
  expect(reason()).toBe(`it held the desk for 0.5 s 3 times, last in ${loops}:2`);
  utimesSync(loops, 1, 1);
  expect(reason()).toBeUndefined();
});

test('a package that holds it before rows answer is set aside at once', () => {
  expect(run('loop();').signal).toBe('SIGKILL');
  expect(reason()).toBe(`it held the desk for 0.5 s at its start, in ${loops}:2`);
});

test('what is held by other code goes on', () => {
  const { signal, stdout } = run(`
    setTimeout(() => {
      const end = Date.now() + 4 * ${heldMs};
      while (Date.now() < end) {}
      setTimeout(() => { console.log('goes on'); void sentinel.stop(); }, 50);
    }, 300);`);
  expect([signal, stdout]).toEqual([null, 'goes on\n']);
});
