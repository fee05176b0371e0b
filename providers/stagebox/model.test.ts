import { expect, test } from 'vitest';
import { groupAt, readModel } from './model.ts';

const good = {
  token: 'box',
  label: 'A box',
  transport: 'usb',
  inputs: [{ connector: 'xlr', count: 2, controls: ['phantom'] }],
  outputs: [],
};
const sens = { min: 0, max: 60, step: 3, unit: 'dB' };
const withInputs = (...inputs: object[]) => ({ ...good, inputs });
const reading = (content: unknown, name = 'box.json') => {
  return () => readModel(name, typeof content === 'string' ? content : JSON.stringify(content));
};

test('a model file with a fault is told what is wrong and where', () => {
  expect(reading(good)()).toEqual(good);
  expect(reading('{')).toThrow(/^is not JSON: /);
  expect(reading('3')).toThrow(/^the file /);
  expect(reading({ ...good, colour: 'red' })).toThrow(/^\/colour /);
  expect(reading({ ...good, transport: 'pigeon' })).toThrow(
    '/transport is none of the options: use one of "usb", "netaudio", "virtual"',
  );
  expect(reading({ ...good, usb: ['0582:1A6'] })).toThrow(/^\/usb\/0 /);
  expect(reading(good, 'other.json')).toThrow('the token is box, name the file so');
});

test('a preamp has a range exactly where it can be set, and its steps lead from one end to the other', () => {
  expect(reading(withInputs({ connector: 'xlr', count: 2, controls: ['sens'], sens }))()).toMatchObject({
    token: 'box',
  });
  expect(reading(withInputs({ connector: 'xlr', count: 2, controls: ['sens'] }))).toThrow('/inputs/0 with the control');
  expect(reading(withInputs({ connector: 'xlr', count: 2, sens }))).toThrow(/needs its range/);
  const crooked = { connector: 'xlr', count: 1, controls: ['sens'], sens: { ...sens, max: 61 } };
  expect(reading(withInputs({ connector: 'trs', count: 1 }, crooked))).toThrow('/inputs/1/sens: from min 0');
});

test('a side has at most as many sockets as there are numbers for them', () => {
  const half = { connector: 'madi', count: 128 };
  expect(reading(withInputs(half, half))()).toMatchObject({ token: 'box' });
  expect(reading(withInputs(half, half, { connector: 'trs', count: 1 }))).toThrow('/inputs are 257 sockets');
});

test('sockets are counted through the groups', () => {
  const groups = [{ count: 2 }, { count: 3 }];
  expect([1, 2, 3, 5].map((socket) => groups.indexOf(groupAt(groups, socket) as { count: number }))).toEqual([
    0, 0, 1, 1,
  ]);
  expect(groupAt(groups, 6)).toBeUndefined();
  expect(groupAt(groups, 0)).toBeUndefined();
});
