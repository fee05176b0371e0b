// The units in systemd/, for the system and for the session of a user: hardened, without a fault that systemd would find, and
// as they start the two processes these find each other.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { processFlags } from '../../core/system/process-flags.ts';
import { cli, quietConfig, removeFolder, root, temporaryFolder } from '../harness/service.ts';

const units = ['rowdesk', 'rowdesk-audio'];
/** Beside them on a machine without a desktop. */
const server = 'rowdesk-pipewire';
const userUnits = ['user/rowdesk', 'user/rowdesk-audio'];
/** Beside them where plugins are used. */
const pluginUnits = ['rowdesk-plugins', 'user/rowdesk-plugins'];
/** Beside them where shows are recorded. */
const recorderUnits = ['rowdesk-recorder', 'user/rowdesk-recorder'];
/** For these there is a file that opens the network. */
const netaudioUnits = ['rowdesk', 'rowdesk-audio', 'user/rowdesk-audio'];
const fileOf = (unit: string) => join(root, 'systemd', `${unit}.service`);
const netaudioOf = (unit: string) => `${fileOf(unit)}.d/netaudio.conf`;
const settingsIn = (file: string, name: string) =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value as string);
const settingsOf = (unit: string, name: string) => settingsIn(fileOf(unit), name);

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const isSkipped = !hasAnalyze && process.env.CI !== 'true';
if (isSkipped)
  process.stderr.write(
    'systemd-analyze is not there: the units are not judged. To mend it: sudo apt-get install systemd\n',
  );

describe.skipIf(isSkipped)('judged by systemd', () => {
  test.each([...units, server, 'rowdesk-plugins', 'rowdesk-recorder'])(
    '%s.service is exposed at 2.0 of 10 at most',
    (unit) => {
      const { stdout, status } = spawnSync(
        'systemd-analyze',
        ['security', '--no-pager', '--offline=true', '--threshold=20', fileOf(unit)],
        { encoding: 'utf8' },
      );
      const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(level), stdout).toBeLessThanOrEqual(2);
      expect(status).toBe(0);
    },
  );

  /** As installed, side by side, with an ExecStart that exists; `withNetaudio`: with the files that open the network. */
  function install(manager: string, judged: readonly string[], withNetaudio: boolean): readonly string[] {
    const installed = join(folder, `${manager}${withNetaudio ? '-netaudio' : ''}`);
    mkdirSync(installed, { recursive: true });
    return judged.map((unit) => {
      const copy = join(installed, `${basename(unit)}.service`);
      const text = readFileSync(fileOf(unit), 'utf8');
      writeFileSync(copy, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      if (withNetaudio && netaudioUnits.includes(unit)) {
        mkdirSync(`${copy}.d`);
        copyFileSync(netaudioOf(unit), `${copy}.d/netaudio.conf`);
      }
      return copy;
    });
  }

  test.each([
    ['--system', [...units, server, 'rowdesk-plugins', 'rowdesk-recorder'], false],
    ['--system', units, true],
    ['--user', [...userUnits, 'user/rowdesk-plugins', 'user/rowdesk-recorder'], false],
    ['--user', userUnits, true],
  ])('no line of a unit is unknown or wrong: %s %s, with network audio %s', (manager, judged, withNetaudio) => {
    const copies = install(manager, judged, withNetaudio);
    const { stdout, stderr, status } = spawnSync('systemd-analyze', [manager, 'verify', '--man=no', ...copies], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });
});

test('network audio opens IPv4 and multicast, and nothing where its files are not installed', () => {
  for (const unit of ['rowdesk-audio', 'user/rowdesk-audio']) {
    expect(settingsOf(unit, 'RestrictAddressFamilies')).toEqual(['AF_UNIX AF_NETLINK']);
    // It adds to the list of the unit.
    expect(settingsIn(netaudioOf(unit), 'RestrictAddressFamilies')).toEqual(['AF_INET']);
  }
  expect(settingsOf('rowdesk-audio', 'IPAddressDeny')).toEqual(['any']);
  expect(settingsOf('rowdesk-audio', 'IPAddressAllow')).toEqual([]);
  for (const unit of units) {
    const [allowed = ''] = settingsIn(netaudioOf(unit), 'IPAddressAllow');
    expect(allowed.split(' ')).toContain('multicast');
    expect(allowed).not.toMatch(/\bany\b|\/0\b/);
  }
});

test('the units share a user, the state and the runtime folder; a folder that is shared outlives the first end', () => {
  for (const name of ['User', 'StateDirectory', 'RuntimeDirectory', 'Environment']) {
    expect([name, settingsOf('rowdesk', name)]).toEqual([name, settingsOf('rowdesk-audio', name)]);
    expect([name, settingsOf('rowdesk-plugins', name)]).toEqual([name, settingsOf('rowdesk-audio', name)]);
    expect([name, settingsOf('rowdesk-recorder', name)]).toEqual([name, settingsOf('rowdesk-audio', name)]);
  }
  for (const name of ['User', 'RuntimeDirectory', 'RuntimeDirectoryMode']) {
    expect([name, settingsOf(server, name)]).toEqual([name, settingsOf('rowdesk-audio', name)]);
  }
  expect(settingsOf('rowdesk-audio', 'Environment')).toContain(settingsOf(server, 'Environment')[0]);
  for (const unit of [...units, server]) expect(settingsOf(unit, 'RuntimeDirectoryPreserve')).toEqual(['yes']);
});

test('all units are watched, and are started again', () => {
  for (const unit of [...units, ...userUnits, ...pluginUnits, ...recorderUnits]) {
    expect(settingsOf(unit, 'Type')).toEqual(['notify']);
    // What they say is tried by life-signs.test.ts and audio-life-signs.test.ts.
    expect(Number(settingsOf(unit, 'WatchdogSec')[0])).toBeGreaterThan(0);
    // A package that ends it with 0 is no end that somebody ordered.
    expect(settingsOf(unit, 'Restart')).toEqual(['always']);
    expect(settingsOf(unit, 'MemoryMax')[0]).toMatch(/^\dG$/);
  }
});

test('the sound comes first and goes last, and PipeWire before and after it', () => {
  for (const unit of ['rowdesk', 'user/rowdesk']) {
    expect(settingsOf(unit, 'After')[0]).toContain('rowdesk-audio.service');
    expect(settingsOf(unit, 'Wants')[0]).toContain('rowdesk-audio.service');
  }
  for (const unit of [...pluginUnits, ...recorderUnits]) {
    expect(settingsOf(unit, 'After')).toEqual(['rowdesk-audio.service']);
    expect(settingsOf(unit, 'Before')).toEqual(['rowdesk.service']);
  }
  for (const unit of pluginUnits) {
    expect(settingsOf(unit, 'LimitRTPRIO')).toEqual(settingsOf('rowdesk-audio', 'LimitRTPRIO'));
  }
  expect(settingsOf(server, 'Before')[0]).toBe('rowdesk-audio.service rowdesk.service');
  for (const unit of userUnits) {
    expect(settingsOf(unit, 'After')[0]).toContain('pipewire.socket');
    expect(settingsOf(unit, 'Wants')[0]).toContain('pipewire.socket');
    expect(settingsOf(unit, 'Environment')).toEqual([`NODE_OPTIONS=${processFlags.join(' ')}`, 'XDG_RUNTIME_DIR=%t']);
  }
});

/** Starts what the unit starts, with its environment and an empty home; folders of systemd's are replaced by the test's. */
function startUnit(unit: string, more: readonly string[] = []) {
  const [words = ''] = settingsOf(unit, 'ExecStart');
  const own = settingsOf(unit, 'Environment').map((pair): [name: string, value: string] => {
    const placed = pair.replace(/=\/(var\/lib|run)\//, `=${folder}/$1/`).replace('%t', join(folder, 'session'));
    const end = placed.indexOf('=');
    return [placed.slice(0, end), placed.slice(end + 1)];
  });
  const env = { ...process.env, HOME: join(folder, 'home'), XDG_STATE_HOME: '', ...Object.fromEntries(own) };
  const folders = own.map(([, value]) => value).filter((value) => isAbsolute(value));
  for (const path of folders) mkdirSync(path, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, [cli, ...words.split(' ').slice(1), ...more], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, ended: once(child, 'exit') };
}

test.each([
  ['the system', '', 'var/lib/rowdesk'],
  ['a user', 'user/', 'home/.local/state/rowdesk'],
])(
  'as the units of %s start them the two processes find each other, and the end of the desk is not the end of the sound',
  async (_of, place, stateFolder) => {
    const audio = startUnit(`${place}rowdesk-audio`);
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify(quietConfig));
    const desk = startUnit(`${place}rowdesk`, ['--port', '0', '--json', '--config', config]);
    try {
      const [line] = await once(createInterface({ input: desk.child.stdout }), 'line');
      const { url, state } = JSON.parse(line as string);
      expect(state).toBe(join(folder, stateFolder));
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
  },
);
