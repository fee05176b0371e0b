// The Debian package for arm64, cross-compiled, under emulation: a desk starts from it, and what it renders is what this processor
// renders, to the bit.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, quietConfig, removeFolder, root, temporaryFolder } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const packagesByProgram = { 'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu', 'qemu-aarch64': 'qemu-user' };
const missing = Object.entries(packagesByProgram).flatMap(([program, name]) =>
  spawnSync(program, ['--version']).status === 0 ? [] : [name],
);
const isSkipped = process.arch === 'arm64' || (missing.length > 0 && process.env.CI !== 'true');
if (isSkipped) console.info(`the package for arm64 is not tried: ${missing.join(' ') || 'this machine is one'}`);

describe.skipIf(isSkipped)('the Debian package for arm64', () => {
  const folder = temporaryFolder();
  const own = join(folder, 'unpacked/usr/lib/rowdesk');
  const main = join(own, 'dist/cli/main.js');
  const node = join(folder, 'node');
  const config = join(folder, 'config.json');
  // A process of Node starts others by the path of its own program, which the kernel can't run here.
  const preload = join(folder, 'exec-path.cjs');
  const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, XDG_RUNTIME_DIR: folder };

  beforeAll(() => {
    const words = ['packaging/package.mjs', 'deb', '--arch', 'arm64', '--output', folder, '--compress', 'none'];
    execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
    const [file] = readdirSync(folder).filter((name) => name.endsWith('_arm64.deb')) as [string];
    execFileSync('dpkg-deb', ['--extract', join(folder, file), join(folder, 'unpacked')]);
    writeFileSync(node, `#!/bin/sh\nexec qemu-aarch64 -L /usr/aarch64-linux-gnu ${own}/bin/node "$@"\n`);
    chmodSync(node, 0o755);
    writeFileSync(preload, `process.execPath = ${JSON.stringify(node)};\n`);
    writeFileSync(config, JSON.stringify({ ...quietConfig, drivers: ['mixer', 'virtual'] }));
  }, 1_200_000);
  afterAll(() => removeFolder(folder));

  test('renders what this processor renders', { timeout: 600_000 }, () => {
    const voice = join(folder, 'voice.wav');
    writeWav(voice, 48_000, [sine(997, -20, 48_000, 24_000)]);
    const words = [
      'render',
      '--config',
      config,
      '--input',
      `1=${voice}`,
      '--set',
      '/channel/input/1 levelDb=-3 pan=20',
    ];
    const render = (program: string, script: string, name: string, environment: NodeJS.ProcessEnv) => {
      const out = join(folder, name);
      execFileSync(program, [script, ...words, '--output', `main/1=${out}`], { env: environment, stdio: 'pipe' });
      return createHash('sha256').update(readFileSync(out)).digest('hex');
    };
    expect(render(node, main, 'arm64.wav', env)).toBe(render(process.execPath, cli, 'here.wav', process.env));
  });

  test('starts a desk that plays', { timeout: 600_000 }, async () => {
    const state = join(folder, 'state');
    mkdirSync(state);
    const words = [main, 'start', '--port', '0', '--json', '--state', state, '--config', config];
    const desk: ChildProcess = spawn(node, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(createInterface({ input: desk.stdout as NodeJS.ReadableStream }), 'line');
      const { url } = JSON.parse(line as string);
      const row = async (path: string) => (await (await fetch(`${url}${path}`)).json()) as Record<string, unknown>;
      await expect.poll(async () => (await row('/console')).engine, { timeout: 300_000 }).toBe('running');
      const body = JSON.stringify({ levelDb: -6 });
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch(`${url}/channel/input/1`, { method: 'PATCH', headers, body })).status).toBe(200);
      expect((await row('/channel/input/1')).levelDb).toBe(-6);
    } finally {
      spawnSync(node, [main, 'stop', '--state', state], { env });
      desk.kill('SIGKILL');
    }
  });
});
