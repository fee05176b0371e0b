import { expect, test } from 'vitest';
import { foundIn } from './look.ts';

test('a service is found with its host, its port and what speaks for it; other services are left out', () => {
  expect(
    foundIn([
      { name: '_osc._udp.local', type: 'PTR', data: 'Pad of Ann._osc._udp.local' },
      { name: '_http._tcp.local', type: 'PTR', data: 'Printer._http._tcp.local' },
      { name: 'Pad of Ann._osc._udp.local', type: 'SRV', data: { port: 9000, target: 'pad.local' } },
      { name: 'pad.local', type: 'A', data: '192.0.2.30' },
    ]),
  ).toEqual([
    {
      ...{ kind: 'osc', label: 'Pad of Ann', address: '192.0.2.30', port: 9000, confidencePercent: 80 },
      why: 'it announces that it takes OSC (_osc._udp)',
    },
  ]);
});

test('a service that says nothing of its host is found without an address', () => {
  expect(foundIn([{ name: '_oscjson._tcp.local', type: 'PTR', data: 'X._oscjson._tcp.local' }])).toEqual([
    expect.objectContaining({ label: 'X', address: '', port: null, confidencePercent: 90 }),
  ]);
});

test('what is no record costs nothing', () => {
  expect(
    foundIn([
      { name: '_osc._udp.local', type: 'PTR', data: 7 },
      { name: '', type: '' },
    ]),
  ).toEqual([]);
});
