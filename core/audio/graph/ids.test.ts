import { expect, test } from 'vitest';
import { drivingOutput, legPortId, linkId, nodeOfPort } from './ids.ts';

test('a strip with one leg is one port, a strip with two is a left and a right one', () => {
  expect(legPortId('/channel/input/3', 0, 1)).toBe('mixer:input-3');
  expect([0, 1].map((leg) => legPortId('/channel/fxReturn/2', leg, 2))).toEqual([
    'mixer:fxReturn-2-left',
    'mixer:fxReturn-2-right',
  ]);
});

test('the node of a port is what stands before the last colon', () => {
  expect(nodeOfPort('usb-0582:01a6-serial:in-1')).toBe('usb-0582:01a6-serial');
});

test('driving:out-1 to driving:out-9999 are outputs of what drives, anything else is a port', () => {
  expect(['driving:out-1', 'driving:out-12', 'driving:out-9999'].map(drivingOutput)).toEqual([1, 12, 9999]);
  for (const id of [
    'driving:out-0',
    'driving:out-01',
    'driving:out-10000',
    'driving:out-',
    'a:driving:out-1',
    'box:out-1',
  ]) {
    expect(drivingOutput(id), id).toBeUndefined();
  }
});

test('the id of a link is one that a path may hold, differs by its ends, and never grows too long', () => {
  const long = (end: string) => `a:${'x'.repeat(180)}${end}`;
  const ids = [
    linkId('box:in-1', 'mixer:input-1'),
    linkId('box:in-1', 'mixer:input-2'),
    linkId(long('1'), long('2')),
    linkId(long('1'), long('3')),
  ];
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(linkId(long('1'), long('2'))).toBe(ids[2]);
});
