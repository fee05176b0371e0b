import { expect, test } from 'vitest';
import { inputAt, inputOfPort } from './sockets.ts';

const port = (id: string, channel: number, direction: 'input' | 'output' = 'input') => {
  return { id, label: id, direction, channel, connector: 'xlr' };
};
const usb = 'usb-0582:01a6-77';
const devices = [
  { id: 'box', ports: [port('box:out-1', 1, 'output'), port('box:in-1', 1)] },
  { id: usb, ports: [port(`${usb}:line`, 3), port(`${usb}:mic`, 2)] },
];

test('the socket of a port has the number of its channel, whatever the port is called and wherever it stands', () => {
  const mic = { path: `/stagebox/${usb}/inputs/2`, device: usb, n: 2, portId: `${usb}:mic` };
  expect(inputOfPort(`${usb}:mic`, devices)).toEqual(mic);
  expect(inputAt(mic.path, devices)).toEqual(mic);
  expect(inputAt('/stagebox/box/inputs/1', devices)?.portId).toBe('box:in-1');
});

test('an output, a port of nobody and an address without a port are no input', () => {
  for (const id of ['box:out-1', 'box:in-2', '', null]) expect(inputOfPort(id, devices)).toBeUndefined();
  for (const path of ['/stagebox/box/outputs/1', `/stagebox/${usb}/inputs/1`, '/channel/input/1']) {
    expect(inputAt(path, devices)).toBeUndefined();
  }
});
