// Scenes that have no row in common; the whole measure of them is `npm run soak -- --scenes 1000`.
import { afterEach, expect, test } from 'vitest';
import { isFull } from '../harness/depth.ts';
import { stopServices } from '../harness/service.ts';
import { differentScenes } from '../soak/different-scenes.ts';

afterEach(stopServices);
const count = isFull ? 10 : 2;

test('scenes of 239 inputs with no row in common are there after a crash, each to be read and recalled', async () => {
  const kept = await differentScenes(count);
  expect(kept).toMatchObject({ stored: count, refusal: '', deskRefusal: '', faulty: [] });
  expect(kept.peakMb).toBeLessThan(1024);
}, 300_000);
