import { expect, test } from 'vitest';
import { fakeMixerNode } from '../../../core/testing/fake-mixer-node.ts';
import { mixerNode } from './nodes.ts';

test('every leg can be played at an output, and those of strips that take a source can be fed', () => {
  const strips = [
    { path: '/channel/input/1', legs: 1 },
    { path: '/channel/aux/1', legs: 2 },
    { path: '/channel/mix/1', legs: 1 },
  ];
  const { ports, ...node } = mixerNode(strips);
  expect(node).toEqual({ id: 'mixer', label: 'Mixer', kind: 'mixer' });
  expect(ports.map(({ id, direction, channel }) => `${direction} ${channel} ${id}`)).toEqual([
    'sink 1 mixer:input-1',
    'sink 2 mixer:aux-1-left',
    'sink 3 mixer:aux-1-right',
    'source 1 mixer:input-1',
    'source 2 mixer:aux-1-left',
    'source 3 mixer:aux-1-right',
    'source 4 mixer:aux-1-mono',
    'source 5 mixer:mix-1',
  ]);
  expect(ports.at(-2)?.label).toBe('aux 1 mono');
});

test('the fake mixer of tests has the ports of this one', () => {
  const strips = [
    { path: '/channel/input/1', legs: 1 },
    { path: '/channel/input/2', legs: 1 },
    { path: '/channel/aux/1', legs: 2 },
    { path: '/channel/cue/1', legs: 2 },
    { path: '/channel/mix/1', legs: 1 },
  ];
  const fake = fakeMixerNode({ input: 2, aux: 1, cue: 1, dca: 4, mix: 1 });
  expect(fake).toEqual({ ...mixerNode(strips), device: '', present: true, driver: 'mixer' });
});
