import { expect, test } from 'vitest';
import { UsbIds } from './usb-ids.ts';

const box = (address: string, id = 'usb-0582:01a6') => ({ id, address });

/** Looks one after the other: ids by port. */
function looks() {
  const ids = new UsbIds();
  return (...ports: readonly string[]) => ids.name(ports.map((port) => box(port))).map(({ id }) => id.slice(13));
}

test('a device keeps its id when another of its kind comes, and when that goes', () => {
  const look = looks();
  expect(look('2-1')).toEqual(['']);
  expect(look('1-1', '2-1')).toEqual(['-1-1', '']);
  expect(look('1-1', '1-2', '2-1')).toEqual(['-1-1', '-1-2', '']);
  expect(look('1-1', '2-1')).toEqual(['-1-1', '']);
  expect(look('1-1')).toEqual(['-1-1']);
});

test('several at the first look differ by their ports, and the last one of them keeps that', () => {
  const look = looks();
  expect(look('1-1', '1-2')).toEqual(['-1-1', '-1-2']);
  expect(look('1-2')).toEqual(['-1-2']);
  expect(look()).toEqual([]);
  expect(look('1-2')).toEqual(['-1-2']);
});

test('one that is plugged in again has its id back, at its port and alone at another one; no id is there twice', () => {
  const look = looks();
  expect(look('1-1')).toEqual(['']);
  expect(look()).toEqual([]);
  expect(look('1-3')).toEqual(['']);
  expect(look('1-1', '1-3')).toEqual(['-1-1', '']);
  expect(look('1-1')).toEqual(['-1-1']);
  expect(look('1-1', '1-3')).toEqual(['-1-1', '']);
});

test('what was at 2,000 ports is not remembered for ever', () => {
  const ids = new UsbIds();
  ids.name([box('1-1'), box('1-2')]);
  for (let port = 3; port < 2003; port++) ids.name([box(`1-${port}`, `usb-0582:01a7-${port}`)]);
  expect(ids.name([box('1-1')])).toEqual([box('1-1')]);
});
