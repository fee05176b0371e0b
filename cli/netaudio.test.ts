// `rowdesk netaudio`: devices of the network, and subscriptions of the desk's inputs.
import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, hear, sessionOf, startDesk, streamOf } from '../providers/netaudio/netaudio-double.ts';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { splitLine } from './completion/split-line.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk();
  await announce(desk, sessionOf({ streams: [streamOf(['Vox', 'Guitar 2'])] }));
});
afterEach(() => desk.close());

async function netaudio(words: readonly string[] = [], width?: number) {
  const terminal = fakeTerminal(width);
  const code = await runCommand(['netaudio', ...words, '--url', desk.host.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

const subscriptionOf = async (n: number) => (await desk.get(`/netaudio/aes67/rx/${n}`)).body.subscription;

test('devices are listed with what they send and receive, and subscriptions with status and reason', async () => {
  expect((await netaudio(['subscribe', 'stage-left/Vox', '3'])).code).toBe(0);
  expect((await netaudio(['subscribe', 'stage-left/Guitar 2', 'aes67/4'])).code).toBe(0);
  expect((await netaudio(['subscribe', 'gone/Kick', '8'])).code).toBe(0);
  await hear(desk, 3, 'connected');
  await hear(desk, 4, 'no-signal', 'No packet has come.');
  const { code, out } = await netaudio([], 140);
  const lines = out.trimEnd().split('\n');
  expect([code, ...lines.map((line) => line.trim().split(/ {2,}/))]).toEqual([
    0,
    ['ID', 'NAME', 'ADDRESS', 'RATE', 'SENDS', 'RECEIVES', 'CLOCK', 'STATE'],
    ['aes67', 'AES67', '48000', '8', '8', 'not locked', 'there, own'],
    ['stage-left', 'stage-left', '10.77.0.2', '48000', '2', 'not locked', 'there'],
    [''],
    ['INPUT', 'SUBSCRIBED TO', 'STATUS'],
    ['aes67/3', 'stage-left/Vox', 'connected'],
    ['aes67/4', 'stage-left/Guitar 2', 'no-signal'],
    ['aes67/8', 'gone/Kick', 'unresolved'],
    ['aes67/4: No packet has come.'],
    [expect.stringMatching(/^aes67\/8: .*gone/)],
  ]);
});

test('a program gets devices and inputs as JSON', async () => {
  const { devices, inputs } = JSON.parse((await netaudio()).out);
  expect(devices).toEqual((await desk.get('/netaudio')).body.devices);
  expect(inputs).toHaveLength(8);
  expect(inputs[1]).toEqual({ id: 'aes67', n: 2, ...(await desk.get('/netaudio/aes67/rx/2')).body });
});

test('a subscription ends, and one to a channel that nobody announces is kept with the reason', async () => {
  const { code, err } = await netaudio(['subscribe', 'gone/Kick', '2']);
  expect([code, await subscriptionOf(2)]).toEqual([0, { txDevice: 'gone', txChannelLabel: 'Kick' }]);
  expect(err).toContain('gone');
  expect((await netaudio(['unsubscribe', '2'])).code).toBe(0);
  expect(await subscriptionOf(2)).toEqual({ txDevice: '', txChannelLabel: '' });
});

test('words that are no channel or no input are refused, and change nothing', async () => {
  for (const words of [
    ['subscribe', 'stage-left', '1'],
    ['subscribe', '/Vox', '1'],
    ['subscribe', 'stage-left/', '1'],
    ['subscribe', 'stage-left/Vox', 'x'],
    ['subscribe', 'stage-left/Vox', '0'],
    ['unsubscribe', 'aes67/'],
  ]) {
    expect([words, (await netaudio(words)).code]).toEqual([words, 2]);
  }
  expect((await netaudio(['subscribe', 'stage-left/Vox', '9'])).code).toBe(1);
  expect(await subscriptionOf(1)).toEqual({ txDevice: '', txChannelLabel: '' });
});

test('a word is completed by the devices, channels and inputs that are there', async () => {
  const after = (line: string) => {
    const words = splitLine(line.replace('netaudio subscribe', `netaudio subscribe --url ${desk.host.url}`)).slice(1);
    return candidates(words, listCommands(defineCommands), new AbortController().signal);
  };
  expect(await after('rowdesk netaudio subscribe st')).toEqual(['stage-left/']);
  expect(await after('rowdesk netaudio subscribe stage-left/')).toEqual(['stage-left/Vox', 'stage-left/Guitar 2']);
  expect((await after('rowdesk netaudio subscribe stage-left/Vox ')).slice(0, 2)).toEqual(['aes67/1', 'aes67/2']);
});
