// The native half on this machine.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../test/harness/service.ts';
import { loadNative } from './native.ts';

const { DatagramSocket, links } = loadNative();
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => removeFolder(folder));

test('datagrams go from one socket to another whole, in order, and say whose they are', () => {
  const [here, there] = [join(folder, 'here'), join(folder, 'there')];
  const [a, b] = [new DatagramSocket(here), new DatagramSocket(there)];
  expect(b.receive()).toBe(null);
  expect(a.send(Uint8Array.of(1, 2, 3), there)).toBe('');
  expect(a.send(new Uint8Array(0), there)).toBe('');
  expect(a.send(new Uint8Array(3000).fill(7), there)).toBe('');
  expect(b.receive()).toEqual({ from: here, bytes: Uint8Array.of(1, 2, 3), isTruncated: false });
  expect(b.receive()).toEqual({ from: here, bytes: new Uint8Array(0), isTruncated: false });
  expect(b.receive()).toEqual({ from: here, bytes: new Uint8Array(2048).fill(7), isTruncated: true });
  expect(b.receive()).toBe(null);
  a.close();
  b.close();
  expect([existsSync(here), existsSync(there)]).toEqual([false, false]);
  expect(() => a.receive()).toThrow('the socket is closed');
});

test('a full queue, an absent receiver and one that has ended are told apart, and nothing waits', () => {
  const [here, there] = [join(folder, 'here'), join(folder, 'there')];
  const [a, b] = [new DatagramSocket(here), new DatagramSocket(there)];
  const results = Array.from({ length: 2000 }, () => a.send(Uint8Array.of(1), there));
  expect(results[0]).toBe('');
  expect(results.at(-1)).toBe('EAGAIN');
  expect(a.send(Uint8Array.of(1), join(folder, 'none'))).toBe('ENOENT');
  writeFileSync(join(folder, 'file'), '');
  expect(a.send(Uint8Array.of(1), join(folder, 'file'))).toBe('ECONNREFUSED');
  expect(a.send(Uint8Array.of(1), 'x'.repeat(200))).toBe('ENAMETOOLONG');
  a.close();
  b.close();
});

test('a path that an ended process left is bound again; a file of another kind is not touched', () => {
  const path = join(folder, 'left');
  const first = new DatagramSocket(path);
  const second = new DatagramSocket(path);
  expect(second.send(Uint8Array.of(9), path)).toBe('');
  expect(second.receive()?.bytes).toEqual(Uint8Array.of(9));
  second.close();
  first.close();
  writeFileSync(path, 'kept');
  expect(() => new DatagramSocket(path)).toThrow('Address already in use');
  expect(existsSync(path)).toBe(true);
  expect(() => new DatagramSocket(join(folder, 'none', 'x'))).toThrow('No such file');
});

test('the loopback is up, and an interface has a name that Linux allows', () => {
  const found = links();
  expect(found.find(({ isLoopback }) => isLoopback)).toMatchObject({ name: 'lo', isUp: true, mac: '' });
  for (const { name, mtu } of found) {
    expect(name).toMatch(/^[^/: ]{1,15}$/);
    expect(mtu).toBeGreaterThan(0);
  }
});
