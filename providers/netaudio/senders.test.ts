import { type Faults, Listeners, type ObservedState } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { sessionOf } from './netaudio-double.ts';
import { slotPath } from './paths.ts';
import { Senders } from './senders.ts';
import type { Session } from './session.ts';

/** The reports of the observer, in which a slot that is not reported anew keeps its object. */
function openSenders() {
  const slots = new Map<string, Session>();
  let report = () => {};
  const observed = {
    read: (path: string) => (slots.has(path) ? { value: slots.get(path) } : undefined),
    onChange: (changed: (changes: readonly { path: string; field: string }[]) => void) => {
      report = () => changed([{ path: slotPath(1), field: 'session' }]);
      return () => {};
    },
  } as unknown as ObservedState;
  const faults = {} as Faults;
  const [listeners, seenListeners] = [new Listeners(faults, 'changes'), new Listeners(faults, 'announcements')];
  const senders = new Senders({ observed, ownIds: () => [], listeners, seenListeners });
  const heard: string[] = [];
  senders.onChange(() => heard.push('changed'));
  senders.onSeen(() => heard.push('seen'));
  senders.start();
  const put = (slot: number, session: Session) => {
    slots.set(slotPath(slot), session);
    report();
  };
  return { senders, heard, put };
}

test('a session that is announced again leaves all devices but its own as the objects that they were', () => {
  const { senders, heard, put } = openSenders();
  put(1, sessionOf());
  put(2, sessionOf({ id: 'b', device: 'foh', address: '10.77.0.3' }));
  heard.length = 0;
  const [foh, stage] = senders.list();
  expect([foh?.id, stage?.id]).toEqual(['foh', 'stage-left']);
  const seenAtMs = Date.UTC(2026, 0, 2);
  put(1, sessionOf({ seenAtMs }));
  expect(heard).toEqual(['seen']);
  expect(senders.get('foh')).toBe(foh);
  expect(senders.get('stage-left')?.seenAtMs).toBe(seenAtMs);
  expect(senders.seen({ name: 'stage-left', address: '10.77.0.2' })).toEqual({
    firstMs: Date.UTC(2026, 0, 1),
    lastMs: seenAtMs,
  });
  put(1, sessionOf({ name: 'Stage left' }));
  expect(heard).toEqual(['seen', 'seen', 'changed']);
  expect(senders.get('foh')).toBe(foh);
});
