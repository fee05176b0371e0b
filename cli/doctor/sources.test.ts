// What the doctor says of JACK, of cards that the desk opens itself, and of what these need.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AskedSound } from './asked.ts';
import { machineIn } from './machine-double.ts';
import { sound } from './sound.ts';
import type { Login } from './sound-server.ts';
import { neededSteps } from './toolchain.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-machine-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const driver = (name: string, transport: string, libraries = {}) => ({ name, transports: [transport], libraries });
const drivers = [
  driver('pipewire-io', 'pipewire', { 'libpipewire-0.3.so.0': 'libpipewire-0.3-0' }),
  driver('jack', 'jack', { 'libjack.so.0': 'libjack-jackd2-0' }),
  driver('alsa', 'alsa', { 'libasound.so.2': 'libasound2' }),
];
const asked: AskedSound = { rate: 48_000, blockFrames: 64, drivers, devices: [] };
const ann: Login = { name: 'ann', uid: 1000, environment: { XDG_RUNTIME_DIR: '/run/user/1000', HOME: '/home/ann' } };
const named = (resample?: boolean): AskedSound => ({
  ...asked,
  devices: [{ id: 'alsa-USB', transport: 'alsa', model: 'card', ...(resample ? { resample } : {}) }],
});
const cards = ' 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n 1 [USB            ]: USB-Audio - Scarlett 18i20 USB\n';
const withCards = { '/proc/asound/cards': cards };

const found = (files: Readonly<Record<string, string>>, outputs = {}, of = asked, login = ann) =>
  sound(machineIn(root, files, outputs), login, of);
const one = (name: string, ...args: Parameters<typeof found>) => found(...args).find((each) => each.name === name);

const stat = (policy: number) => `12 (jackd main) S ${Array.from({ length: 37 }, () => 0).join(' ')} ${policy} 0\n`;
const jackd = (policy: number) => ({
  '/etc/passwd': 'ann:x:1000:100::/home/ann:/bin/bash\nbob:x:1001:100::/home/bob:/bin/bash\n',
  '/dev/shm/jack_default_1000_0': '',
  '/proc/net/unix':
    'Num       RefCount Protocol Flags    Type St Inode Path\n0: 00000002 00000000 00010000 0001 01 7 /dev/shm/jack_default_1000_0\n',
  '/proc/12/comm': 'jackd\n',
  '/proc/12/task/12/stat': stat(0),
  '/proc/12/task/13/stat': stat(policy),
});
const clock = { jack_bufsize: '64\n', jack_samplerate: '48000\n' };

test('a JACK server is told with its clock, and gives the desk its sound where PipeWire does not listen', () => {
  expect(one('jack', {})).toBe(undefined);
  expect(one('jack', jackd(1), clock)).toEqual({
    ...{ name: 'jack', ok: true, fix: '' },
    detail: 'server default of ann: 64 frames at 48000 Hz; the desk asks for 64 at 48000 Hz',
  });
  expect(one('pipewire', { ...jackd(1), ...withCards }, clock)).toMatchObject({
    ...{ ok: true, fix: '' },
    detail: expect.stringContaining('JACK gives the desk its sound'),
  });
  expect(one('jack', jackd(1))?.detail).toContain('its clock is unknown without jack_bufsize');
});

test('of a JACK server other frames are advice and threads without real time a fault', () => {
  expect(one('jack', jackd(1), { ...clock, jack_bufsize: '256\n' })).toMatchObject({
    ok: true,
    fix: 'jack_bufsize 64',
  });
  const slow = one('jack', jackd(0), clock);
  expect(slow).toMatchObject({ ok: false, detail: expect.stringContaining('none of its threads has real time') });
  expect(slow?.fix).toContain('rtprio');
  const chrt = { 'chrt --fifo 80 true': '' };
  expect(one('jack', jackd(0), { ...clock, ...chrt })?.fix).toMatch(/^jack_control stop .*without -r$/);
});

test('a JACK server of another name or user is told with the way to it, and a socket without a listener is none', () => {
  const other = { ...ann, environment: { ...ann.environment, JACK_DEFAULT_SERVER: 'stage' } };
  expect(one('jack', jackd(1), clock, asked, other)).toMatchObject({
    ok: true,
    fix: 'export JACK_DEFAULT_SERVER=default',
  });
  expect(one('jack', jackd(1), clock, asked, { ...ann, name: 'bob', uid: 1001 })?.fix).toBe(
    'sudo -u ann rowdesk start',
  );
  expect(one('jack', { ...jackd(1), '/proc/net/unix': 'Num\n' }, clock)).toBe(undefined);
});

test('the card that JACK holds is no fault where the desk plays through JACK, and one beside PipeWire', () => {
  const held = {
    ...{ ...jackd(1), ...withCards },
    '/proc/asound/card1/pcm0p/sub0/status': 'state: RUNNING\nowner_pid   : 12\n',
  };
  expect(one('sound cards', held, clock)).toMatchObject({ ok: true, fix: '' });
  const socket = '/run/user/1000/pipewire-0';
  const both = {
    ...held,
    [socket]: '',
    '/proc/net/unix': `${held['/proc/net/unix']}0: 2 0 00010000 1 1 8 ${socket}\n`,
  };
  expect(one('sound cards', both, clock)).toMatchObject({
    ok: false,
    fix: expect.stringContaining('jack_control stop'),
  });
});

test('without a server the desk opens a card by itself, and without a driver for cards they give no sound', () => {
  expect(one('pipewire', withCards)).toMatchObject({
    ok: true,
    detail: expect.stringContaining('opens a card by itself'),
  });
  const without = { ...asked, drivers: drivers.slice(0, 2) };
  expect(one('pipewire', withCards, {}, without)).toMatchObject({ ok: false });
});

test('a missing library is told with its package where the machine has a use for it, and not elsewhere', () => {
  const cache = (...names: string[]) => ({
    '/sbin/ldconfig -p': names.map((name) => `\t${name} (libc6,x86-64) => /lib/${name}\n`).join(''),
  });
  expect(one('libraries', {}, cache())).toBe(undefined);
  expect(one('libraries', withCards, cache('libasound.so.2'))).toMatchObject({ ok: true, detail: 'libasound.so.2' });
  expect(one('libraries', withCards, cache('libasound.so.20'))).toEqual({
    ...{ name: 'libraries', ok: false, detail: 'libasound.so.2 not found', fix: 'sudo apt-get install libasound2' },
  });
  expect(one('libraries', withCards)).toBe(undefined);
  expect(one('libraries', withCards, cache(), named(true))?.fix).toBe('sudo apt-get install libasound2 libsamplerate0');
  expect(one('libraries', jackd(1), cache())?.fix).toBe('sudo apt-get install libjack-jackd2-0');
});

const dump = (profile: string) => ({
  'pw-dump': JSON.stringify([
    { id: 0, type: 'PipeWire:Interface:Core', info: { version: '1.4.2' } },
    {
      ...{ id: 42, type: 'PipeWire:Interface:Device' },
      info: { props: { 'device.api': 'alsa', 'api.alsa.card': 1 }, params: { Profile: [{ index: 1, name: profile }] } },
    },
  ]),
});

test('a card that the configuration names and PipeWire has is a fault, held or not, with both ways out', () => {
  expect(one('named cards', withCards)).toBe(undefined);
  expect(one('named cards', withCards, {}, named())).toMatchObject({ ok: true, detail: 'alsa-USB is hw:1' });
  const known = one('named cards', withCards, dump('pro-audio'), named());
  expect(known).toMatchObject({
    ...{ ok: false, detail: 'alsa-USB is hw:1, and PipeWire has it too, and opens it for programs' },
    fix: 'wpctl set-profile 42 0   # or take alsa-USB out of "devices", and PipeWire drives the desk',
  });
  expect(one('named cards', withCards, dump('off'), named())).toMatchObject({ ok: true });
  const held = {
    ...withCards,
    '/proc/asound/card1/pcm0p/sub0/status': 'state: RUNNING\nowner_pid   : 90\n',
    '/proc/90/comm': 'pipewire\n',
  };
  expect(one('named cards', held, {}, named())).toMatchObject({
    ...{ ok: false, detail: 'alsa-USB is hw:1, and PipeWire (process 90) holds it' },
    fix: expect.stringMatching(/^sudo systemctl disable --now rowdesk-pipewire /),
  });
  const elsewhere = { ...named(), devices: [{ id: 'alsa-stage', transport: 'alsa', model: 'card' }] };
  expect(one('named cards', held, {}, elsewhere)).toMatchObject({
    ok: true,
    detail: expect.stringContaining('no card'),
  });
});

test('units that would take one card from each other are a fault; enabled ones are listed', () => {
  const system = (unit: string) => ({ [`/etc/systemd/system/multi-user.target.wants/${unit}.service`]: '' });
  const user = { '/home/ann/.config/systemd/user/default.target.wants/rowdesk-audio.service': '' };
  expect(one('units', {})).toBe(undefined);
  expect(one('units', { ...system('rowdesk-pipewire'), ...system('rowdesk-audio') })).toMatchObject({
    ...{ ok: true, detail: 'enabled for the system: rowdesk-pipewire, rowdesk-audio' },
  });
  expect(one('units', {}, {}, named())).toMatchObject({
    ...{ ok: false, fix: 'sudo systemctl disable --now rowdesk-pipewire' },
    detail: expect.stringContaining('the configuration names alsa-USB, and rowdesk-pipewire opens a card, too'),
  });
  expect(one('units', user)).toMatchObject({
    ...{ ok: false, fix: 'systemctl --user disable --now rowdesk-audio rowdesk' },
  });
});

test('a driver that is not built is no fault on a machine without a use for it', () => {
  const steps = {
    nativePackages: () => ['mixer', 'jack', 'alsa', 'pipewire-io', 'stray'],
    nameOf: (folder: string) => folder,
    librariesOf: (folder: string) => (folder === 'mixer' ? {} : { [folder]: `lib${folder}-dev` }),
    missingFor: () => undefined,
  };
  const needed = (used: string[]) => neededSteps(steps, asked, new Set(used)).nativePackages();
  expect(needed([])).toEqual(['mixer']);
  expect(needed(['alsa'])).toEqual(['mixer', 'alsa']);
  expect(needed(['pipewire'])).toEqual(['mixer', 'pipewire-io']);
});
