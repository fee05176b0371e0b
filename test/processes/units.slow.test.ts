// The units in systemd/: hardened, without a fault that systemd would find, and as they start the two processes these find
// each other.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { cli, quietConfig, removeFolder, root, temporaryFolder } from '../harness/service.ts';

const units = ['rowdesk', 'rowdesk-audio'];
const fileOf = (unit: string) => join(root, 'systemd', `${unit}.service`);
const settingsOf = (unit: string, name: string) =>
  [...readFileSync(fileOf(unit), 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(
    ([, value]) => value as string,
  );

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const isSkipped = !hasAnalyze && process.env.CI !== 'true';
if (isSkipped)
  process.stderr.write(
    'systemd-analyze is not there: the units are not judged. To mend it: sudo apt-get install systemd\n',
  );

describe.skipIf(isSkipped)('judged by systemd', () => {
  test.each(units)('%s.service is exposed at 2.0 of 10 at most', (unit) => {
    const { stdout, status } = spawnSync(
      'systemd-analyze',
      ['security', '--no-pager', '--offline=true', '--threshold=20', fileOf(unit)],
      { encoding: 'utf8' },
    );
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(level), stdout).toBeLessThanOrEqual(2);
    expect(status).toBe(0);
  });

  test('no line of either is unknown or wrong', () => {
    // As installed: the command exists.
    const command = process.execPath;
    const copies = units.map((unit) => {
      const copy = join(folder, `${unit}.service`);
      writeFileSync(copy, readFileSync(fileOf(unit), 'utf8').replace(/^ExecStart=rowdesk/m, `ExecStart=${command}`));
      return copy;
    });
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies], {
      encoding: 'utf8',
    });
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });
});

test('the units share a user, the state and the runtime folder; both are watched, and are started again', () => {
  for (const name of ['User', 'StateDirectory', 'RuntimeDirectory', 'Environment']) {
    expect([name, settingsOf('rowdesk', name)]).toEqual([name, settingsOf('rowdesk-audio', name)]);
  }
  for (const unit of units) {
    expect(settingsOf(unit, 'Type')).toEqual(['notify']);
    // A shared folder must outlive the one that ends first.
    expect(settingsOf(unit, 'RuntimeDirectoryPreserve')).toEqual(['yes']);
    // What they say is tried by life-signs.test.ts and audio-life-signs.test.ts.
    expect(Number(settingsOf(unit, 'WatchdogSec')[0])).toBeGreaterThan(0);
    // A package that ends it with 0 is no end that somebody ordered.
    expect(settingsOf(unit, 'Restart')).toEqual(['always']);
    expect(settingsOf(unit, 'MemoryMax')[0]).toMatch(/^\dG$/);
  }
  expect(settingsOf('rowdesk', 'After')[0]).toContain('rowdesk-audio.service');
});

/** Starts what the unit starts, with its environment, folders of systemd's replaced by the test's. */
function startUnit(unit: string, more: readonly string[] = []) {
  const [words = ''] = settingsOf(unit, 'ExecStart');
  const own = settingsOf(unit, 'Environment').map((pair) =>
    pair.replace(/=\/(var\/lib|run)\//, `=${folder}/$1/`).split('='),
  );
  const env = { ...process.env, ...Object.fromEntries(own) };
  for (const [, path] of own) mkdirSync(path as string, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, [cli, ...words.split(' ').slice(1), ...more], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, ended: once(child, 'exit') };
}

test('as the units start them the two processes find each other, and the end of the desk is not the end of the sound', async () => {
  const audio = startUnit('rowdesk-audio');
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(quietConfig));
  const desk = startUnit('rowdesk', ['--port', '0', '--json', '--config', config]);
  try {
    const [line] = await once(createInterface({ input: desk.child.stdout }), 'line');
    const { url, state } = JSON.parse(line as string);
    expect(state).toBe(join(folder, 'var/lib/rowdesk'));
    await expect
      .poll(async () => ((await (await fetch(`${url}/telemetry/rt`)).json()) as { processId: number }).processId, {
        timeout: 20_000,
      })
      .toBe(audio.child.pid);
    desk.child.kill('SIGTERM');
    expect(await desk.ended).toEqual([0, null]);
    expect(audio.child.exitCode).toBe(null);
    audio.child.kill('SIGTERM');
    expect(await audio.ended).toEqual([0, null]);
  } finally {
    for (const { child } of [audio, desk]) child.kill('SIGKILL');
  }
});
