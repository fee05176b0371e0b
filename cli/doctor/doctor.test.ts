// The parts of the doctor that look at something real: a port, names, a disk, binaries, a configuration.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Processes are started and disks measured: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

import { runCommand } from '../run.ts';
import { fakeTerminal } from '../service-double.ts';
import { disk } from './disk.ts';
import { hostNames, port } from './network.ts';
import { compiler, nativeBuilds, nodeVersion } from './toolchain.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a Node that is too old is told with what would do', () => {
  expect(nodeVersion('20.19.0').ok).toBe(true);
  expect(nodeVersion('24.1.0').ok).toBe(true);
  expect(nodeVersion('20.18.3')).toMatchObject({ ok: false, fix: expect.stringContaining('node@22') });
});

test('a port that another program has is a fault, with a port that may be free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const taken = (other.address() as AddressInfo).port;
  expect(await port('127.0.0.1', taken, folder)).toMatchObject({ ok: false, fix: `rowdesk start --port ${taken + 1}` });
  await new Promise((resolve) => other.close(resolve));
  expect((await port('127.0.0.1', taken, folder)).ok).toBe(true);
});

test('another port is proposed with its address, and not for an address that the machine has not', async () => {
  const other = createServer().listen(0, '127.0.0.2');
  await new Promise((resolve) => other.once('listening', resolve));
  const taken = (other.address() as AddressInfo).port;
  expect((await port('127.0.0.2', taken, folder)).fix).toBe(`rowdesk start --host 127.0.0.2 --port ${taken + 1}`);
  await new Promise((resolve) => other.close(resolve));
  expect(await port('192.0.2.7', 8700, folder)).toMatchObject({
    ...{ ok: false, detail: '192.0.2.7:8700 is no address of this machine' },
    fix: 'ip -brief address   # lists what --host may be',
  });
});

test('a name that leads elsewhere or nowhere is a fault; a name with a port is a proxy', async () => {
  const names: Record<string, string[]> = { desk: ['127.0.1.1'], elsewhere: ['192.0.2.7'] };
  const find = async (name: string) => names[name] ?? [];
  expect((await hostNames(['desk', 'panel.example.org:443'], '127.0.0.1', find)).ok).toBe(true);
  const lost = await hostNames(['desk', 'elsewhere', 'nowhere'], '0.0.0.0', find);
  expect(lost.detail).toBe('elsewhere leads to 192.0.2.7, not to this machine; nowhere leads nowhere');
  expect(lost.fix).toBe("echo '127.0.0.1 elsewhere nowhere' | sudo tee -a /etc/hosts");
});

test('the line for /etc/hosts has the address on which the desk listens', async () => {
  const { fix } = await hostNames(['nowhere'], '192.0.2.20', async () => []);
  expect(fix).toBe("echo '192.0.2.20 nowhere' | sudo tee -a /etc/hosts");
});

test('a name that the machine is slow to find is no fault', async () => {
  const slow = async (name: string) => (name === 'desk' ? ['127.0.0.1'] : undefined);
  expect(await hostNames(['desk', 'later'], '127.0.0.1', slow)).toMatchObject({
    ok: true,
    detail: 'desk, later; no answer within 5 s for later',
    fix: '',
  });
});

test('the disk is measured where the state folder will be, and nothing is left there', () => {
  const found = disk(join(folder, 'not', 'made', 'yet'));
  expect(found.detail).toMatch(/\d+ MB free, a flush takes \d+\.\d ms/);
  expect(readdirSync(folder)).toEqual([]);
  expect(disk('/proc/rowdesk').ok).toBe(false);
  // never the folder above, in which others live
  expect(disk('/proc/my desk').fix).toBe(`sudo install -d -m 700 -o "$USER" '/proc/my desk'`);
  expect(disk('/proc/sys').fix).toBe(`sudo chown -R "$USER" '/proc/sys'`);
});

test('a native part that is not built, or can not be loaded, is named with the command that builds it', () => {
  const release = (name: string) => join(folder, name, 'build', 'Release');
  mkdirSync(release('torn'), { recursive: true });
  writeFileSync(join(release('torn'), 'torn.node'), 'no library');
  const found = nativeBuilds({
    nativePackages: () => [join(folder, 'absent'), join(folder, 'torn')],
    nameOf: (path) => path.split('/').at(-1) as string,
  });
  expect(found).toMatchObject({ ok: false, fix: 'rowdesk drivers build absent torn' });
  expect(found.detail).toMatch(/^absent: is not built; torn: .*torn\.node/);
});

test('what a running desk builds is no fault', () => {
  const steps = { nativePackages: () => [join(folder, 'absent')], nameOf: () => 'absent' };
  expect(nativeBuilds(steps, ['absent'])).toMatchObject({
    ok: true,
    detail: expect.stringContaining('the running desk builds absent'),
  });
});

test('what the build misses is said in its own words', () => {
  const steps = {
    nativePackages: () => ['a', 'b'],
    missingFor: () => 'g++ not found. To mend it: sudo apt-get install g++',
  };
  expect(compiler(steps)).toMatchObject({ ok: false, detail: 'g++ not found.', fix: 'sudo apt-get install g++' });
});

test('all findings come in one answer, faults make the exit code 1', async () => {
  const config = join(folder, 'desk.config.json');
  writeFileSync(config, JSON.stringify({ providers: ['console', 'nowhere'], drivers: ['mixer', 'acme-box'] }));
  const terminal = fakeTerminal();
  const words = ['doctor', '--port', '0', '--state', folder, '--config', config, '-o', 'json'];
  expect(await runCommand(words, terminal)).toBe(1);
  const { ok, findings } = JSON.parse(terminal.out) as {
    ok: boolean;
    findings: { name: string; ok: boolean; fix: string }[];
  };
  expect(ok).toBe(false);
  const of = (name: string) => findings.find((finding) => finding.name === name);
  expect(of('configuration')).toMatchObject({ ok: false, fix: `rowdesk check --config ${config}` });
  expect(of('drivers')).toMatchObject({ ok: false, fix: `rowdesk check --config ${config}` });
  expect(of('port')).toMatchObject({ ok: true });
  for (const { name, ok, fix } of findings) expect(ok || fix !== '', name).toBe(true);
});
