// What the doctor says of real audio, over folders laid out as the kernel and the system lay out theirs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AskedSound } from './asked.ts';
import { machineIn } from './machine-double.ts';
import { serverClock } from './server-clock.ts';
import { type ServerState, serverState } from './server-state.ts';
import { sound } from './sound.ts';
import { type Login, soundServer } from './sound-server.ts';
import { usb } from './usb.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-machine-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const uid = process.getuid?.() ?? 0;
const asked: AskedSound = { rate: 48_000, blockFrames: 64, drivers: [], devices: [] };
const socket = '/run/user/1000/pipewire-0';
const ann: Login = { name: 'ann', uid: 1000, environment: { XDG_RUNTIME_DIR: '/run/user/1000' } };
const listening = (path: string) => `00000000fe7ce6ad: 00000002 00000000 00010000 0001 01 5414127 ${path}\n`;
const passwd = `ann:x:${uid}:100::/home/ann:/bin/bash\nbob:x:1001:100::/home/bob:/bin/bash\n`;
const card =
  ' 0 [USB            ]: USB-Audio - Scarlett 18i20 USB\n                      Focusrite Scarlett at usb-1\n';

const object = (id: number, type: string, rest: object) => ({ id, type: `PipeWire:Interface:${type}`, ...rest });
const dump = (settings: Readonly<Record<string, string | number>>, ...more: readonly object[]) =>
  JSON.stringify([
    object(0, 'Core', { info: { version: '1.4.2' } }),
    object(17, 'Metadata', {
      props: { 'metadata.name': 'settings' },
      metadata: Object.entries(settings).map(([key, value]) => ({ subject: 0, key, value })),
    }),
    object(18, 'Client', { info: { props: { 'application.process.binary': 'pw-dump', 'core.version': '1.4.2' } } }),
    ...more,
  ]);
const usual = { 'clock.rate': 48_000, 'clock.quantum': 1024, 'clock.min-quantum': 32, 'clock.max-quantum': 2048 };
const found = (files: Readonly<Record<string, string>>, outputs = {}, login = ann) =>
  sound(machineIn(root, files, outputs), login, asked);

test('a machine without sound has two short findings, and neither is a fault', () => {
  expect(found({})).toEqual([
    { name: 'pipewire', ok: true, detail: `no server: nothing is at ${socket}`, fix: '' },
    { name: 'sound cards', ok: true, detail: 'the kernel has no sound: /proc/asound is absent', fix: '' },
  ]);
});

test('cards without a server are a fault, with the command that fits what is installed', () => {
  const files = { '/proc/asound/cards': card };
  expect(found(files)[0]).toMatchObject({ ok: false, fix: 'sudo apt-get install pipewire wireplumber' });
  const installed = { ...files, '/usr/lib/systemd/user/pipewire.service': '' };
  expect(found(installed)[0]).toMatchObject({
    ok: false,
    fix: 'systemctl --user start pipewire.socket pipewire.service',
  });
  const appliance = { ...ann, environment: { XDG_RUNTIME_DIR: '/run/rowdesk' } };
  const service = { ...files, '/etc/systemd/system/rowdesk-pipewire.service': '' };
  expect(found(service, {}, appliance)[0]).toMatchObject({ fix: 'sudo systemctl start rowdesk-pipewire' });
});

test('a server of the same user that the environment does not lead to is found, and one of another user is named', () => {
  const lost = { ...ann, environment: {} };
  expect(found({ [socket]: '' }, {}, lost)[0]).toMatchObject({
    ok: false,
    detail: expect.stringContaining('XDG_RUNTIME_DIR is not set; a server of ann'),
    fix: 'export XDG_RUNTIME_DIR=/run/user/1000',
  });
  rmSync(join(root, socket));
  const other = { '/run/user/1001/pipewire-0': '', '/etc/passwd': passwd };
  const steps = 'env XDG_RUNTIME_DIR=/run/user/1001 rowdesk start';
  expect(found(other)[0]).toMatchObject({ ok: false, fix: `sudo -u bob ${steps}` });
  // A user that a directory service knows.
  expect(found({ '/etc/passwd': '' })[0]).toMatchObject({ ok: false, fix: `sudo -u '#1001' ${steps}` });
});

test('a socket that a killed server left behind is told apart from one that listens', () => {
  const files = { [socket]: '', '/proc/net/unix': listening('/tmp/other'), '/etc/passwd': passwd };
  expect(found(files)[0]).toMatchObject({ ok: false, detail: expect.stringContaining('no server listens at') });
  const live = { ...files, '/proc/net/unix': listening(socket) };
  expect(found(live, { 'pw-dump': dump(usual) })[0]).toEqual({
    name: 'pipewire',
    ok: true,
    detail: `${socket} of ann: server 1.4.2, library 1.4.2`,
    fix: '',
  });
});

test('without pw-dump a server is there, and what it is like stays unknown', () => {
  const machine = machineIn(root, { [socket]: '' });
  const own = { ...ann, uid };
  expect(soundServer(machine, own, undefined, '')).toMatchObject({
    ok: true,
    fix: 'sudo apt-get install pipewire-bin',
  });
});

test.each([
  [{}, true, ''],
  [{ 'clock.force-quantum': 64 }, true, ''],
  [{ 'clock.force-quantum': 256 }, false, 'pw-metadata -n settings 0 clock.force-quantum 0'],
  [{ 'clock.force-rate': 44_100 }, false, 'pw-metadata -n settings 0 clock.force-rate 0'],
  [{ 'clock.min-quantum': 128 }, false, 'pw-metadata -n settings 0 clock.min-quantum 64'],
  [{ 'clock.max-quantum': 32 }, false, 'pw-metadata -n settings 0 clock.max-quantum 64'],
  [{ 'clock.rate': 44_100 }, false, "pw-metadata -n settings 0 clock.allowed-rates '[ 44100, 48000 ]'"],
  [{ 'clock.rate': 44_100, 'clock.allowed-rates': '[ 44100, 48000 ]' }, true, ''],
])('with %o the server can give what the desk asks for: %s', (settings, ok, fix) => {
  const machine = machineIn(root, {}, { 'pw-dump': dump({ ...usual, ...settings }) });
  expect(serverClock(serverState(machine) as ServerState, asked)).toMatchObject({ ok, fix });
});

test('of a card on USB the profile pro-audio is advised, where a session manager can give it', () => {
  const device = (profile: string) =>
    object(42, 'Device', {
      info: {
        props: { 'device.api': 'alsa', 'device.bus': 'usb', 'device.description': 'Scarlett' },
        params: { Profile: [{ index: 1, name: profile }], EnumProfile: [{ index: 7, name: 'pro-audio' }] },
      },
    });
  const manager = object(30, 'Client', { info: { props: { 'application.process.binary': 'wireplumber' } } });
  const profiles = (...objects: readonly object[]) =>
    found({}, { 'pw-dump': dump(usual, ...objects) }).find(({ name }) => name === 'card profiles');
  expect(profiles(manager)).toBe(undefined);
  expect(profiles(manager, device('pro-audio'))).toMatchObject({ ok: true, fix: '' });
  expect(profiles(manager, device('output:analog-stereo'))).toMatchObject({ ok: true, fix: 'wpctl set-profile 42 7' });
  expect(profiles(device('output:analog-stereo'))).toMatchObject({ ok: true, fix: '' });
});

test('the process that holds a card is named, not its thread; PipeWire may hold it', () => {
  const files = {
    '/proc/asound/cards': card,
    '/proc/asound/card0/pcm0p/sub0/status': 'state: RUNNING\nowner_pid   : 4242\ntrigger_time: 1.2\n',
    '/proc/asound/card0/pcm0c/sub0/status': 'closed\n',
    '/proc/4242/status': 'Name:\tdata-loop.0\nTgid:\t4240\n',
    '/proc/4240/comm': 'pulseaudio\n',
  };
  const cards = () => found({}).find(({ name }) => name === 'sound cards');
  machineIn(root, files);
  expect(cards()).toMatchObject({
    ok: false,
    detail: 'card0/pcm0p/sub0 is held by pulseaudio (process 4240)',
    fix: expect.stringContaining('pulseaudio.socket'),
  });
  machineIn(root, { '/proc/4240/comm': 'pipewire\n' });
  expect(cards()).toMatchObject({
    ok: true,
    detail: 'hw:0 USB (Scarlett 18i20 USB); held: card0/pcm0p/sub0 by pipewire',
  });
});

test('sound devices on USB that share a hub or run at full speed are told; others at that hub are none', () => {
  const device = (port: string, product: string, speed: number, kind: string) => ({
    [`/sys/bus/usb/devices/${port}/product`]: `${product}\n`,
    [`/sys/bus/usb/devices/${port}/speed`]: `${speed}\n`,
    [`/sys/bus/usb/devices/${port}:1.0/bInterfaceClass`]: `${kind}\n`,
  });
  const at = (...devices: readonly Readonly<Record<string, string>>[]) =>
    usb(machineIn(root, Object.assign({}, ...devices)));
  expect(at(device('1-4.1', 'Mouse', 12, '03'))).toBe(undefined);
  expect(at(device('1-4.2', 'Scarlett', 480, '01'))).toMatchObject({
    fix: '',
    detail: 'Scarlett (1-4.2, 480 Mbit/s)',
  });
  expect(at(device('2-1', 'UMC', 480, '01'))).toMatchObject({ fix: '' });
  expect(at(device('1-4.3.1', 'UFX', 480, '01'))).toMatchObject({
    ok: true,
    detail: 'Scarlett (1-4.2, 480 Mbit/s) and UFX (1-4.3.1, 480 Mbit/s) share a hub',
    fix: expect.stringContaining('lsusb -t'),
  });
  expect(at(device('3-1', 'Headset', 12, '01'))?.detail).toMatch(/^Headset \(3-1\) runs at 12 Mbit\/s/);
});
