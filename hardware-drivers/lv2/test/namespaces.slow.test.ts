// Racks in namespaces of their own, as /proc and unshare(1) of util-linux say it from outside.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rackProcesses } from '../../../test/plugins/rack-processes.ts';
import { program, RackUnderTest, sine } from './rack-program.ts';

const isGiven = spawnSync('unshare', ['--user', '--pid', '--fork', '--map-root-user', 'true']).status === 0;
if (!isGiven) console.info('skipped: this system gives no user namespaces to racks');

let rack: RackUnderTest;
beforeEach(() => {
  rack = new RackUnderTest();
});
afterEach(() => rack.close());

const processes = () => rackProcesses(rack.folder)[0] ?? [];
const statusOf = (id: number) => readFileSync(`/proc/${id}/status`, 'utf8');
const runs = (id: number) => existsSync(`/proc/${id}`) && !/^State:\s+Z/m.test(statusOf(id));
/** Of a plugin whose library does not come to an end of being opened. */
function sleepingBundle(): string {
  const bundle = join(rack.folder, 'sleeps.lv2');
  mkdirSync(bundle);
  const sound = (index: number, type: string) =>
    `[ a lv2:AudioPort, lv2:${type} ; lv2:index ${index} ; lv2:symbol "p${index}" ; lv2:name "p${index}" ]`;
  const port = `${sound(0, 'InputPort')} , ${sound(1, 'OutputPort')}`;
  const prefixes = '@prefix lv2: <http://lv2plug.in/ns/lv2core#> . @prefix doap: <http://usefulinc.com/ns/doap#> .';
  const plugin = `<urn:test:sleeps> a lv2:Plugin ; lv2:binary <sleeps.so> ; doap:name "Sleeps" ; lv2:port ${port} .`;
  writeFileSync(join(bundle, 'manifest.ttl'), `${prefixes}\n${plugin}\n`);
  const code = '__attribute__((constructor)) static void sleeps(void) { for (;;) sleep(1000); }';
  const flags = ['-shared', '-fPIC', '-x', 'c', '-include', 'unistd.h', '-', '-o', join(bundle, 'sleeps.so')];
  execFileSync('cc', flags, { input: code });
  return bundle;
}
async function gone(...ids: readonly number[]): Promise<void> {
  while (ids.some(runs)) await sleep(10);
}

test('the program says what it is held by, and names namespaces where the system gives them', () => {
  const { stdout, status } = spawnSync(program, ['--sandbox'], { encoding: 'utf8' });
  const { sandbox } = JSON.parse(stdout) as { readonly sandbox: readonly string[] };
  expect(status).toBe(0);
  expect(sandbox.filter((each) => each.endsWith('-namespace'))).toEqual(
    isGiven ? ['user-namespace', 'process-namespace'] : [],
  );
  expect(sandbox).toContain('no-new-privileges');
});

test('where no user namespace is given a rack runs without, and says so', async () => {
  // In a namespace of its own that may have no more of them.
  const words = [
    '--user',
    '--map-root-user',
    'sh',
    '-c',
    `echo 0 > /proc/sys/user/max_user_namespaces && exec ${program} --sandbox`,
  ];
  const { stdout, status } = spawnSync('unshare', words, { encoding: 'utf8' });
  if (!isGiven || status !== 0) return console.info('skipped: user namespaces can not be taken away here');
  expect(JSON.parse(stdout).sandbox).not.toContain('user-namespace');
  expect(JSON.parse(stdout).sandbox).toContain('no-new-privileges');
});

describe.skipIf(!isGiven)('where the system gives namespaces', () => {
  test('a rack is the first process of its own, has the ids of its user, and no capability', async () => {
    await rack.start();
    const [outer, inner] = processes() as [number, number];
    const status = statusOf(inner);
    expect(status).toMatch(new RegExp(`^NSpid:\\t${inner}\\t1$`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapPrm:\t0+$/m);
    expect(readFileSync(`/proc/${inner}/uid_map`, 'utf8').trim().split(/\s+/)).toEqual([
      ...[String(process.getuid?.()), String(process.getuid?.()), '1'],
    ]);
    expect(await rack.stop()).toBe(0);
    await gone(outer, inner);
  });

  test('sound goes through a rack in namespaces as through one without', async () => {
    await rack.start();
    const input = sine(1000, 1);
    const mixer = await rack.mixer('input-1-insert1', [input]);
    await rack.load('input-1-insert1', 'http://gareus.org/oss/lv2/fil4#mono', '/usr/lib/lv2/fil4.lv2');
    mixer.start();
    const [heard] = await mixer.result();
    expect(heard?.some(Number.isNaN)).toBe(false);
  });

  test.each([0, 1])('SIGKILL to process %i of a rack ends both, and the host hears of SIGKILL', async (which) => {
    await rack.start();
    const both = processes() as [number, number];
    expect(both).toHaveLength(2);
    process.kill(both[which] as number, 'SIGKILL');
    await rack.end();
    expect(rack.signal).toBe('SIGKILL');
    await gone(...both);
  });

  test('a probe whose scan is killed ends, also one that sleeps for ever', async () => {
    const words = ['--probe', 'lv2', 'urn:test:sleeps', sleepingBundle()];
    const script = `require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(words)})`;
    const scan = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1e6)`], { stdio: 'ignore' });
    while (processes().length < 2) await sleep(10);
    const both = processes();
    scan.kill('SIGKILL');
    await once(scan, 'exit');
    await gone(...both);
  });
});
