// The graph as the real mixer's audio thread has it: links follow what it plays, not what was asked for.
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../../core/audio/trial-fixture.ts';
import { packageRoot } from '../../core/base/package-root.ts';

afterEach(endTrials);

test('a patched source is a link as long as it is played, on one leg or on two', async () => {
  const trial = tryAudio({
    drivers: ['mixer', 'virtual'],
    devices: [{ id: 'virtual-8x8', transport: 'virtual', model: 'virtual-8x8' }],
    inTreeFolder: join(packageRoot, 'hardware-drivers'),
    layout: { input: 2, aux: 1, main: 1 },
  });
  const links = () => trial.graph.links.map(({ from, to }) => `${from} ${to}`);
  const become = (expected: readonly string[]) =>
    trial.until(`${expected}, not ${links()}`, () => links().join() === [...expected, ...mains].join());
  const mains = ['mixer:main-1-left virtual-8x8:out-1', 'mixer:main-1-right virtual-8x8:out-2'];
  await trial.until('the sound', () => trial.audio.state === 'running');
  await become([]);

  const source = (strip: string, field: string, value: string) => ({ path: `/channel/${strip}`, field, value });
  trial.apply('mixer', [
    source('input/1', 'sourceId', 'virtual-8x8:in-3'),
    source('input/1', 'spareSourceId', 'virtual-8x8:in-4'),
    source('input/2', 'sourceId', 'nowhere:in-1'),
    source('aux/1', 'sourceId', 'virtual-8x8:in-7'),
  ]);
  const aux = ['virtual-8x8:in-7 mixer:aux-1-left', 'virtual-8x8:in-8 mixer:aux-1-right'];
  await become(['virtual-8x8:in-3 mixer:input-1', ...aux]);
  const [{ since } = { since: '' }] = trial.graph.links;
  expect(Number.isNaN(Date.parse(since))).toBe(false);

  trial.apply('mixer', [source('input/1', 'sourceSelected', 'spare')]);
  await become(['virtual-8x8:in-4 mixer:input-1', ...aux]);
  trial.apply('mixer', [source('input/1', 'sourceSelected', 'main'), source('aux/1', 'sourceId', 'virtual-8x8:in-8')]);
  await become(['virtual-8x8:in-3 mixer:input-1', 'virtual-8x8:in-8 mixer:aux-1-left']);
  trial.apply('mixer', [source('input/1', 'sourceId', ''), source('aux/1', 'sourceId', '')]);
  await become([]);
});
