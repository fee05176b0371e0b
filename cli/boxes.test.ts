// `rowdesk boxes`: the stageboxes of a desk, one of two halves among them.
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinedBox } from '../providers/stagebox/joined-fixture.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'stagebox', 'patch'] });
});
afterEach(() => desk.close());

async function boxes(width?: number) {
  const terminal = fakeTerminal(width);
  const code = await runCommand(['boxes', '--url', desk.host.url], terminal);
  return { code, out: terminal.out };
}

test('a box of one device stands there with its sockets, and without preamps', async () => {
  expect((await boxes(120)).out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'LABEL', 'MODEL', 'AUDIO', 'CONTROL', 'MISSING', 'SOCKETS'],
    ['virtual-32x16', 'virtual-32x16', 'virtual-32x16', 'virtual-32x16', '32 in, 16 out'],
    [''],
  ]);
});

test('a box of two devices is one line, and the missing half has its reason below the table', async () => {
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices)] });
  const whole = (await boxes(120)).out.trimEnd().split('\n');
  expect(whole).toHaveLength(2);
  expect(whole[1]).toMatch(/^pre +Preamps +rme-babyface-pro +virtual-32x16 +pre +\d+ in, \d+ out$/);
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices, { isControlThere: false })] });
  const { code, out } = await boxes(120);
  expect([code, out.split('\n')[2]]).toEqual([
    0,
    'pre: its preamps are missing: the half with the preamps is unplugged',
  ]);
});

test('a program gets the boxes as JSON', async () => {
  expect(JSON.parse((await boxes()).out)).toEqual((await desk.get('/stagebox')).body.items);
});
