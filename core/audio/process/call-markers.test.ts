// The page is plain memory here: what stands in the slot of JavaScript is read while code of a driver runs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CallMarkers } from './call-markers.ts';
import type { Native } from './native.ts';

const names = ['box', 'lamps'];
let words: Uint32Array;
let marks: CallMarkers;
let stop: () => void;
beforeEach(() => {
  const page = new ArrayBuffer(4096);
  words = new Uint32Array(page);
  const native: Partial<Native> = {
    mapCrashPage: () => page,
    claimCrashSlot: () => 2,
    crashName: (name) => names.indexOf(name) + 1,
  };
  marks = CallMarkers.map(native as Native, '/nowhere');
  stop = marks.followCallbacks();
});
afterEach(() => {
  stop();
  delete process.env.ROWDESK_CRASH_PAGE;
});

/** The driver that is marked, as crash_page.h lays it out: the third slot, its second word. */
const marked = () => names[(words[16 + 2 * 8 + 1] ?? 0) - 1] ?? '';
/** What is marked in a callback of each kind, begun by whatever calls this. */
const inCallbacks = () =>
  Promise.all([
    new Promise((resolve) => setTimeout(() => resolve(marked()), 1)),
    new Promise((resolve) => {
      const timer = setInterval(() => {
        clearInterval(timer);
        resolve(marked());
      }, 1);
    }),
    new Promise((resolve) => setImmediate(() => resolve(marked()))),
    (async () => {
      await undefined;
      return marked();
    })(),
  ]);

test('a driver is marked while it is called, the innermost of several, and no longer', () => {
  marks.into('box', () => {
    expect(marked()).toBe('box');
    marks.into('lamps', () => expect(marked()).toBe('lamps'));
    expect(() => marks.into('lamps', () => JSON.parse('no'))).toThrow();
    expect(marked()).toBe('box');
  });
  expect(marked()).toBe('');
});

test('a driver is marked in its timers and promises, and nothing is in those of others', async () => {
  const own = marks.into('box', inCallbacks);
  const others = inCallbacks();
  expect(marked()).toBe('');
  expect(await others).toEqual(['', '', '', '']);
  expect(await own).toEqual(['box', 'box', 'box', 'box']);
  expect(marked()).toBe('');
});

test('a driver is marked after it waited, and so are timers that its timers make', async () => {
  const device = marks.guard('lamps', {
    open: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return await new Promise((resolve) => setTimeout(() => resolve([marked()]), 1));
    },
  });
  expect(await device.open()).toEqual(['lamps']);
  expect(marked()).toBe('');
});
