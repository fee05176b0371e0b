import { afterEach, expect, test, vi } from 'vitest';
import { realTiming } from './timing.ts';

afterEach(() => vi.unstubAllGlobals());

test('a page wakes when its network is back or it comes to sight, not when it is hidden', () => {
  const page = new EventTarget();
  const document = { visibilityState: 'visible' };
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', document);
  let wakings = 0;
  const stop = realTiming.onWake?.(() => {
    wakings++;
  });
  for (const event of ['online', 'pageshow', 'visibilitychange', 'offline']) page.dispatchEvent(new Event(event));
  expect(wakings).toBe(3);
  document.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(wakings).toBe(3);
  document.visibilityState = 'visible';
  stop?.();
  page.dispatchEvent(new Event('online'));
  expect(wakings).toBe(3);
});

test('in Node, which never sleeps like a page, nothing is listened to', () => {
  expect(() => realTiming.onWake?.(() => {})()).not.toThrow();
});
