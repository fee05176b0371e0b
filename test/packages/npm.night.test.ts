// The npm tarball with native parts: installed as a command by npm, without a compiler to be found, and played.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { readWav } from '../harness/wav.ts';

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

test('an installed tarball plays a first tone without a compiler', { timeout: 900_000 }, async () => {
  const words = ['packaging/package.mjs', 'npm', '--arch', process.arch, '--output', folder];
  execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz')) as [string];
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  // All that npm and the command need; no make, no compiler, no python3.
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  for (const [name, program] of [
    ['node', process.execPath],
    ['npm', realpathSync(npm)],
    ['sh', '/bin/sh'],
    ['env', '/usr/bin/env'],
  ] as const) {
    symlinkSync(program, join(bin, name));
  }
  const prefix = join(folder, 'prefix');
  const [state, runtime] = ['state', 'run'].map((name) => join(folder, name)) as [string, string];
  for (const each of [state, runtime]) mkdirSync(each, { mode: 0o700 });
  const env = { ...process.env, PATH: bin, XDG_RUNTIME_DIR: runtime };
  execFileSync('npm', ['install', '--global', '--prefix', prefix, join(folder, tarball)], { env, stdio: 'pipe' });
  const command = join(prefix, 'bin/rowdesk');
  expect(dirname(realpathSync(command))).toBe(realpathSync(join(prefix, 'lib/node_modules/rowdesk/dist/cli')));
  const rowdesk = (...args: readonly string[]) => execFileSync(command, args, { env, encoding: 'utf8', stdio: 'pipe' });
  const desk = spawn(command, ['start', '--port', '0', '--json', '--state', state], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface({ input: desk.stdout }), 'line');
    const { url } = JSON.parse(line as string) as { url: string };
    const patch = (...args: readonly string[]) => rowdesk('--url', url, 'patch', ...args);
    patch('/stagebox/virtual-32x16/inputs/1', 'signal=sine', 'frequencyHz=997', 'levelDbfs=-20');
    patch('/channel/input/1', 'sourceId=virtual-32x16:in-1', 'levelDb=0', '/channel/main/1', 'levelDb=0');
    patch('/stagebox/virtual-32x16', 'recordFile=first.wav');
    patch('/channel/input/1', 'name=Voice');
    patch('/stagebox/virtual-32x16', 'recordFile=');
  } finally {
    rowdesk('stop', '--state', state);
  }
  const { channels, rate } = readWav(join(state, 'recordings/first.wav'));
  const [left] = channels as [Float64Array];
  expect(fitSine(left.slice(-rate / 10), 997, rate).residualDb).toBeLessThan(-80);
});
