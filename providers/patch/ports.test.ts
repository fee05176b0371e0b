import type { Audio } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { type PortReaders, resolved, silenceAt } from './ports.ts';

const port = (n: number) => ({ id: `box:out-${n}`, direction: 'output' });
const audio = { clock: { driving: 'box' }, devices: [{ id: 'box', ports: [1, 2].map(port) }] } as unknown as Audio;

test('driving:out-1 to driving:out-9999, without leading zeros, stand for outputs of what drives, as far as it has them', () => {
  expect(resolved('driving:out-1', audio)).toBe('box:out-1');
  expect(resolved('driving:out-2', audio)).toBe('box:out-2');
  const others = ['driving:out-3', 'driving:out-0', 'driving:out-01', 'driving:out-10000', 'driving:out-', 'box:out-1'];
  for (const id of [...others, 'a:driving:out-1']) expect(resolved(id, audio)).toBe(id);
});

test('a port of a joined device is heard as one of the driving device; one that has not joined has the reason', () => {
  const of = (id: string, joined: boolean) => {
    return { id, label: id, present: true, joined, ports: [{ id: `${id}:in-1`, direction: 'input' }] };
  };
  const devices = [of('box', false), of('stage', true), of('lobby', false)];
  const joined = { devices: [{ id: 'lobby', reason: "its clock is 'own'" }] };
  const desk = { state: 'running', clock: { driving: 'box' }, devices, joined } as unknown as Audio;
  const observed = { read: () => undefined, has: () => false };
  const heard = { audio: desk, observed, desk: {}, servers: {} } as unknown as PortReaders;
  expect(silenceAt('stage:in-1', 'input', heard)).toBeUndefined();
  expect(silenceAt('lobby:in-1', 'input', heard)).toEqual({ reason: "its clock is 'own'", isOfBox: false });
});
