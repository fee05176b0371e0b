import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Row } from '../client.ts';
import type { AskedSound } from './asked.ts';
import { machineIn } from './machine-double.ts';
import { networkAudio } from './network-audio.ts';
import type { Login } from './sound-server.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-machine-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const devices = [{ id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' }];
const asked: AskedSound = { rate: 48_000, blockFrames: 64, drivers: [], devices };
const ann: Login = { name: 'ann', uid: 1000, environment: { HOME: '/home/ann' } };
const installed = { '/usr/sbin/ptp4l': '' };
const running = (id: number, name: string, ...args: readonly string[]) => ({
  [`/proc/${id}/comm`]: `${name}\n`,
  [`/proc/${id}/cmdline`]: [name, ...args, ''].join('\0'),
});
const ptp = { state: 'locked', grandmasterId: '00-1D', domain: 0, offsetNs: 240, reason: '' };
const eth1 = { name: 'eth1', up: true, addresses: ['10.77.0.2', 'fe80::1'], roles: ['audio'] };
const net = { audioInterface: 'eth1', interfaces: [{ ...eth1, name: 'eth0', roles: [] }, eth1], ptp };

type Files = Readonly<Record<string, string>>;
const found = (files: Files, desk?: Row) => networkAudio(machineIn(root, files), ann, asked, desk && { net: desk });
const one = (name: string, ...of: Parameters<typeof found>) => found(...of).find((finding) => finding.name === name);

test('a desk without a device of the network is asked nothing', () => {
  expect(networkAudio(machineIn(root, {}), ann, { ...asked, devices: [] }, { net })).toEqual([]);
});

test('a ptp4l that is not installed, or does not run, is a fault with the command', () => {
  expect(one('network clock', {})).toMatchObject({ ok: false, fix: 'sudo apt-get install linuxptp' });
  expect(one('network clock', installed, net)).toMatchObject({ ok: false, fix: expect.stringContaining('ptp4l@eth1') });
});

test('a ptp4l that runs is installed, though no folder of the PATH has it', () => {
  expect(one('network clock', running(7, 'ptp4l', '-S'), net)?.ok).toBe(true);
});

test('without a running desk the socket of ptp4l must be open to this user', () => {
  const files = running(7, 'ptp4l', '-S');
  expect(one('network clock', files)).toMatchObject({ ok: false, fix: expect.stringContaining('systemctl edit') });
  expect(one('network clock', { ...files, '/run/ptp4l': '' })).toMatchObject({ ok: true });
});

test('a running desk says how the clock is', () => {
  const files = running(7, 'ptp4l', '-S');
  expect(one('network clock', files, net)).toMatchObject({
    ...{ ok: true, detail: 'locked to 00-1D in domain 0, 240 ns off' },
  });
  const lost = { ...net, ptp: { ...ptp, state: 'lost', reason: '00-1D is gone' } };
  expect(one('network clock', files, lost)).toMatchObject({ ok: false, detail: 'lost: 00-1D is gone' });
  expect(one('network clock', files, { ...net, ptp: { ...ptp, state: 'master' } })?.ok).toBe(true);
});

test('two programs that set the clock are a fault, unless this computer is the grandmaster', () => {
  expect(one('clock setting', {}, net)).toBeUndefined();
  const both = { ...running(7, 'ptp4l', '-S'), ...running(8, 'systemd-timesyn') };
  expect(one('clock setting', both, net)).toMatchObject({
    ...{ ok: false, fix: 'sudo systemctl disable --now systemd-timesyncd' },
  });
  expect(one('clock setting', both, { ...net, ptp: { ...ptp, state: 'master' } })?.ok).toBe(true);
});

test("a network card's own clock must be brought to that of the computer", () => {
  const fix = expect.stringContaining('phc2sys@eth1');
  expect(one('clock setting', running(7, 'ptp4l', '-i', 'eth1'), net)).toMatchObject({ ok: false, fix });
  const file = { ...running(7, 'ptp4l', '-f', '/etc/ptp.conf'), '/etc/ptp.conf': '[global]\ntime_stamping software\n' };
  expect(one('clock setting', file, net)?.detail).toContain('time stamps of software');
});

test('with phc2sys beside it a card that stamps is fine', () => {
  const files = { ...running(7, 'ptp4l', '-i', 'eth1'), ...running(8, 'phc2sys', '-a') };
  expect(one('clock setting', files, net)).toMatchObject({ ok: true, detail: 'by ptp4l and phc2sys' });
});

test.each([
  [{ audioInterface: '' }, 'no interface is chosen; there are eth0, eth1'],
  [{ audioInterface: 'eth7' }, 'there is no eth7'],
  [{ interfaces: [{ ...eth1, up: false }] }, 'eth1 is down'],
  [{ interfaces: [{ ...eth1, addresses: ['fe80::1'] }] }, 'eth1 has no IPv4 address'],
])('an audio network of %j is a fault: %s', (changes, detail) => {
  expect(one('audio network', {}, { ...net, ...changes })).toMatchObject({ ok: false, detail });
  expect(one('audio network', {}, net)).toMatchObject({ ok: true, detail: 'eth1, 10.77.0.2' });
});

test('an enabled unit needs the file that opens its network, and that of the desk for multicast', () => {
  expect(one('unit network', {}, net)).toBeUndefined();
  const system = '/etc/systemd/system';
  const enabled = {
    [`${system}/multi-user.target.wants/rowdesk-audio.service`]: '',
    [`${system}/multi-user.target.wants/rowdesk.service`]: '',
    [`${system}/rowdesk.service.d/netaudio.conf`]: '',
  };
  expect(one('unit network', enabled, net)).toMatchObject({
    ...{ ok: false, detail: 'no netaudio.conf opens the network of rowdesk-audio.service' },
    fix: expect.stringContaining('sudo cp -r'),
  });
  const open = { ...enabled, [`${system}/rowdesk-audio.service.d/netaudio.conf`]: '' };
  expect(one('unit network', open, net)).toMatchObject({ ok: true, detail: `opened by netaudio.conf in ${system}` });
});

test('so does the unit in the session of a user', () => {
  const units = '/home/ann/.config/systemd/user';
  const enabled = { [`${units}/default.target.wants/rowdesk-audio.service`]: '' };
  expect(one('unit network', enabled, net)).toMatchObject({
    ok: false,
    fix: expect.stringContaining('systemctl --user'),
  });
  expect(one('unit network', { ...enabled, [`${units}/rowdesk-audio.service.d/netaudio.conf`]: '' }, net)?.ok).toBe(
    true,
  );
});

test('a firewall that is on is named with the command that opens it', () => {
  expect(one('firewall', {}, net)).toBeUndefined();
  const ufw = { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' };
  expect(one('firewall', ufw, net)).toMatchObject({ ok: true, fix: 'sudo ufw allow in on eth1' });
  const open = { ...ufw, '/etc/ufw/user.rules': '### tuple ### allow any any 0.0.0.0/0 any 0.0.0.0/0 in_eth1\n' };
  expect(one('firewall', open, net)?.fix).toBe('');
});

test('firewalld is named by its zone', () => {
  expect(one('firewall', running(9, 'firewalld'), net)?.fix).toContain('--change-interface=eth1');
});

test('where other programs send their multicast is said', () => {
  const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n';
  const line = (name: string, to: string, mask: string) =>
    `${name}\t${to}\t00000000\t0001\t0\t0\t0\t${mask}\t0\t0\t0\n`;
  const file = (...lines: readonly string[]) => ({ '/proc/net/route': head + lines.join('') });
  const byDefault = line('eth0', '00000000', '00000000');
  expect(one('multicast', file(byDefault), net)).toMatchObject({
    ok: true,
    detail: expect.stringContaining('by eth0'),
  });
  expect(one('multicast', file(byDefault, line('eth1', '000000E0', '000000F0')), net)?.fix).toBe('');
  expect(one('multicast', file(line('eth1', '0000004D', '00FFFFFF')), net)?.detail).toContain('not at all');
});
