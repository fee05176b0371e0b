// The whole way of a take: from the strips of a running desk over the ring and the recorder into files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough, settled, write } from '../harness/desk.ts';
import { outliving, quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { readWav } from '../harness/wav.ts';

afterEach(stopServices);

const config = {
  ...outliving,
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: ['mixer', 'virtual', 'recorder'],
};
const input = (index: number) => ({ kind: 'input', index });
const seconds = (service: Service, least: number) => service.until('/record', ({ elapsedS }) => elapsedS >= least);

test('a take has the sound of its strips, and goes on while the control process is killed', async () => {
  const first = await startService({ config });
  await opening(first);
  await patchThrough(first, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await patchThrough(first, 2, { signal: 'sine', frequencyHz: 250, levelDbfs: -6 });
  await write(first, '/record', {
    ...{ armed: [input(2), input(1)], programme: [{ kind: 'main', index: 1 }] },
    ...{ preRollS: 0, bitDepth: 32 },
  });
  await settled(first);
  await first.until('/record', ({ state }) => state === 'ready');
  await write(first, '/record/start', { running: true, name: 'Whole' });
  const { takeId } = await seconds(first, 1);
  await first.kill();
  const second = await startService({ state: first.state, config });
  const { elapsedS } = await second.until('/record', (row) => row.state === 'recording' && row.takeId === takeId);
  await seconds(second, elapsedS + 0.5);
  await write(second, '/record/stop', { running: true });
  await second.until('/record', ({ state }) => state === 'ready');
  const folder = join(first.state, 'recordings', 'takes', takeId);
  const take = JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8'));
  expect(take).toMatchObject({ rate: 48_000, tapPoint: 'Top-Of-Ch', state: 'closed', complete: true, dropouts: [] });
  expect(take.parts).toHaveLength(1);
  expect(take.tracks.map(({ path, role }: { path: string; role: string }) => [path, role])).toEqual([
    ['/channel/input/2', 'track'],
    ['/channel/input/1', 'track'],
    ['/channel/main/1', 'programme'],
  ]);
  const tones = [
    [250, -6],
    [1000, -20],
  ] as const;
  for (const [place, [frequencyHz, levelDb]] of tones.entries()) {
    const { channels, frames } = readWav(join(folder, take.tracks[place].files[0]));
    expect(frames).toBe(take.parts[0].frames);
    const fit = fitSine(channels[0] as Float64Array, frequencyHz, 48_000);
    expect(fit.levelDb).toBeCloseTo(levelDb, 1);
    expect(fit.residualDb).toBeLessThan(-90);
  }
});
