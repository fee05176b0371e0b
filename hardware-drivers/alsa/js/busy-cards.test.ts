import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { BusyCards } from './busy-cards.ts';

const { EBUSY, ENOENT } = constants.errno;
const failing = (errno: number) => Object.assign(new Error('it fails'), { errno });

test('a busy card is looked at until it is free, and then no more', () => {
  let held = true;
  const opened: string[] = [];
  const native = {
    abilities(name: string, isCapture: boolean) {
      opened.push(`${name} ${isCapture}`);
      if (held && !isCapture) throw failing(EBUSY);
      return { channels: 2, ratesHz: [48_000] };
    },
  };
  const busy = new BusyCards();
  busy.note('studio', failing(EBUSY));
  for (let look = 1; look <= 2; look++) expect([...busy.look(native)]).toEqual(['studio']);
  held = false;
  expect([...busy.look(native)]).toEqual([]);
  opened.length = 0;
  busy.look(native);
  expect(opened).toEqual([]);
});

test('a card that is free before the first look is shown as busy once', () => {
  const native = { abilities: () => ({ channels: 2, ratesHz: [48_000] }) };
  const busy = new BusyCards();
  busy.note('studio', failing(EBUSY));
  expect([...busy.look(native)]).toEqual(['studio']);
  expect([...busy.look(native)]).toEqual([]);
});

test('a card that failed otherwise is not opened to look at it', () => {
  const busy = new BusyCards();
  busy.note('studio', failing(ENOENT));
  const native = {
    abilities(): never {
      throw new Error('it is opened');
    },
  };
  expect([...busy.look(native)]).toEqual([]);
});

test('a card that the desk has opened is not looked at', () => {
  const busy = new BusyCards();
  busy.note('studio', failing(EBUSY));
  busy.forget('studio');
  expect([...busy.look({ abilities: () => ({ channels: 2, ratesHz: [48_000] }) })]).toEqual([]);
});
