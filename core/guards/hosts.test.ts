import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { Hosts } from './hosts.ts';

const own = new Set(['192.0.2.7', '2001:db8::7', 'fe80::1']);
const hosts = new Hosts(8700, ['desk.example.org', 'panel.example.org:443'], () => own);

test.each([
  'localhost:8700',
  'LocalHost:8700',
  'localhost.:8700',
  '127.0.0.1:8700',
  '127.9.9.9:8700',
  '192.0.2.7:8700',
  '[::1]:8700',
  '[0:0:0:0:0:0:0:1]:8700',
  '[2001:db8::7]:8700',
  '[2001:DB8:0::7]:8700',
  `${hostname()}:8700`,
  `${hostname()}.local:8700`,
  'desk.example.org:8700',
  'Desk.Example.Org:8700',
  'panel.example.org:443',
  'panel.example.org',
])('%s is this desk', (host) => expect(hosts.isOurs(host)).toBe(true));

test.each([
  '',
  'localhost',
  'localhost:80',
  'localhost:8701',
  'localhost:08700000',
  'localhost:',
  'localhost..:8700',
  'localhost.evil.example:8700',
  'evil.example:8700',
  'desk.example.org',
  'panel.example.org:8700',
  'x.desk.example.org:8700',
  '192.0.2.8:8700',
  '127.0.0.1.evil.example:8700',
  '2130706433:8700',
  '0x7f000001:8700',
  '127.1:8700',
  '0.0.0.0:8700',
  '[::2]:8700',
  '[::1:8700',
  '::1:8700',
  '[::ffff:127.0.0.1]:8700',
  '[fe80::1%25eth0]:8700',
  'user@localhost:8700',
  'localhost:8700/',
  'localhost:8700, evil.example',
])('%s is not this desk', (host) => expect(hosts.isOurs(host)).toBe(false));

test('on port 80 the port may be left out', () => {
  expect(new Hosts(80, []).isOurs('localhost')).toBe(true);
  expect(new Hosts(80, []).isOurs('evil.example')).toBe(false);
});

test('an address that the machine gets later is its own then', () => {
  const addresses = new Set<string>();
  const moving = new Hosts(8700, [], () => addresses);
  expect(moving.isOurs('192.0.2.9:8700')).toBe(false);
  addresses.add('192.0.2.9');
  expect(moving.isOurs('192.0.2.9:8700')).toBe(true);
});
