import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldSources } from './held-sources.ts';
import { Ports } from './ports.ts';

let ports: Ports;
let sent: string[][];
let sentFor: string[];
let held: HeldSources;

beforeEach(() => {
  vi.useFakeTimers();
  ports = new Ports();
  sent = [];
  sentFor = [];
  held = new HeldSources(ports, (sources, reason) => {
    sent.push([...sources].map((number) => ports.idOf(number)));
    sentFor.push(reason);
  });
});

afterEach(() => {
  held.close();
  vi.useRealTimers();
});

test('a source is held until its lease ends, or is given another end', () => {
  held.hold({ lease: '1', sources: ['a:in-1'], forMs: 1000 });
  vi.advanceTimersByTime(900);
  held.hold({ lease: '1', sources: ['a:in-1'], forMs: 200 });
  vi.advanceTimersByTime(199);
  expect(sent).toEqual([['a:in-1'], ['a:in-1']]);
  vi.advanceTimersByTime(1);
  expect(sent.at(-1)).toEqual([]);
});

test('what two leases hold stays held until the last of them ends', () => {
  held.hold({ lease: 'phantom', sources: ['a:in-1', 'a:in-2'], forMs: 3000 });
  held.hold({ lease: 'pad', sources: ['a:in-2', 'a:in-3'], forMs: 200 });
  expect(sent.at(-1)).toEqual(['a:in-1', 'a:in-2', 'a:in-3']);
  vi.advanceTimersByTime(200);
  expect(sent.at(-1)).toEqual(['a:in-1', 'a:in-2']);
  held.hold({ lease: 'phantom', sources: [], forMs: 0 });
  expect(sent.at(-1)).toEqual([]);
});

test('what is held for one reason is none of the other', () => {
  held.hold({ lease: 'phantom', sources: ['a:in-1'], forMs: 3000 });
  held.hold({ lease: 'box', sources: ['a:in-1', 'a:in-2'], forMs: 5000, reason: 'stagebox' });
  vi.advanceTimersByTime(3000);
  held.hold({ lease: 'box', sources: ['a:in-2'], forMs: 5000, reason: 'stagebox' });
  vi.advanceTimersByTime(5000);
  expect(sentFor).toEqual(['phantom', 'stagebox', 'phantom', 'stagebox', 'stagebox']);
  expect(sent).toEqual([['a:in-1'], ['a:in-1', 'a:in-2'], [], ['a:in-2'], []]);
});

test('a lease that goes over to another reason is none of the first any more', () => {
  held.hold({ lease: '1', sources: ['a:in-1'], forMs: 3000 });
  held.hold({ lease: '1', sources: ['a:in-1'], forMs: 3000, reason: 'stagebox' });
  expect([sentFor, sent]).toEqual([
    ['phantom', 'stagebox', 'phantom'],
    [['a:in-1'], ['a:in-1'], []],
  ]);
});

test.each([
  [{ sources: ['a:in-1'], forMs: 1 }, 'lease must be a name'],
  [{ lease: '1', sources: 'a:in-1', forMs: 1 }, 'sources must be a list of the ids of ports'],
  [{ lease: '1', sources: [''], forMs: 1 }, 'sources must be a list of the ids of ports'],
  [{ lease: '1', sources: [], forMs: 10_001 }, 'forMs must be from 0 to 10000'],
  [{ lease: '1', sources: [], forMs: 1, reason: 'mute' }, 'reason must be phantom or stagebox'],
  [{ lease: '1', sources: [] }, 'forMs must be from 0 to 10000'],
])('%j is refused in words', (args, words) => {
  expect(() => held.hold(args)).toThrow(words);
  expect(sent).toEqual([]);
});
