import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockGrade } from './clock-grade.ts';
import { findSocket, serverName } from './server.ts';

const user = process.getuid?.() ?? 0;
let folder: string;
let end: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-jack-'));
  end = async () => {};
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true });
});

const listen = (name: string) =>
  new Promise<string>((resolve) => {
    const server = createServer();
    const path = join(folder, name);
    end = () => new Promise((ended) => server.close(() => ended()));
    server.listen(path, () => resolve(path));
  });

test('the server is the default one, or the one that JACK_DEFAULT_SERVER names', () => {
  expect([serverName({}), serverName({ JACK_DEFAULT_SERVER: 'studio' })]).toEqual(['default', 'studio']);
});

test('it is found by its socket, which has the id of the user', async () => {
  const path = await listen(`jack_default_${user}_0`);
  expect(findSocket({}, ['/nowhere', folder])).toEqual({ name: 'default', path });
  expect(findSocket({ JACK_DEFAULT_SERVER: 'studio' }, [folder])).toBeUndefined();
  expect(findSocket({ JACK_PROMISCUOUS_SERVER: '' }, [folder])).toBeUndefined();
});

test('one for all users has no id in its socket', async () => {
  const path = await listen('jack_studio_0');
  const environment = { JACK_DEFAULT_SERVER: 'studio', JACK_PROMISCUOUS_SERVER: 'audio' };
  expect(findSocket(environment, [folder])).toEqual({ name: 'studio', path });
});

test("the name of a server's driver says what gives the clock its time", () => {
  expect(
    ['alsa_pcm:hw:0:out1', 'dummy_pcm:dummy:out1', 'net_pcm:master:out1', 'firewire_pcm:x:out1', ''].map(clockGrade),
  ).toEqual(['device', 'internal', 'network', 'device', undefined]);
});
