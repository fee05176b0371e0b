// Scenes that have no row in common; the whole measure of them is `npm run soak -- --scenes 1000`.
import { afterEach, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import { stopServices } from '../harness/service.ts';
import { differentScenes } from '../soak/different-scenes.ts';

afterEach(stopServices);
const count = roundsOf({ sample: 2, full: 10, soak: 10 });

test('scenes of 239 inputs with no row in common are there after a crash, each to be read and recalled', async () => {
  const kept = await differentScenes(count);
  expect(kept).toMatchObject({ stored: count, refusal: '', deskRefusal: '', faulty: [] });
  expect(kept.peakMb).toBeLessThan(1024);
}, 300_000);
