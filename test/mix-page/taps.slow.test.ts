// The twenty commonest acts at the desk, by touch, from the faders of a show: how many taps each costs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { isFull, isNight } from '../harness/depth.ts';
import { acts } from './acts.ts';
import { playBand, storeScenes } from './band.ts';
import { Hand } from './hand.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';

// A tone is a howl for a moment only, and a busy machine misses it.
const judged = acts.filter(({ name }) => isNight || name !== 'ring-out notch kept');
if (!isNight) process.stdout.write('The act "ring-out notch kept" is judged in the night.\n');
// A phone has the least room.
const judgedSizes = isFull ? (Object.keys(sizes) as (keyof typeof sizes)[]) : (['phone'] as const);
const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('taps', () => {
  let opened: OpenedPage;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix', withRecorderDouble());
    const { service } = opened;
    await playBand(service);
    await storeScenes(service, ['Walk-in', 'Opener', 'Verse', 'Chorus', 'Encore']);
    await service.patch('/recorderDouble', { state: 'ready', remainingS: 21_600 });
    const destinations = [{ kind: 'mix', index: 1 }];
    await service.patch('/talkback/1', { sourceId: 'virtual-32x16:in-32', destinations });
  }, 120_000);
  afterAll(() => opened?.close());

  describe.each(judgedSizes)('%s', (size) => {
    test.each(judged.map((act) => [act.name, act.most, act] as const))(
      '%s costs at most %i',
      async (name, most, { act, done, before }) => {
        const { page, service } = opened;
        page.setDefaultTimeout(4_000);
        await page.setViewportSize(sizes[size]);
        await page.goto('about:blank');
        await before?.(service);
        await page.goto(`${new URL(service.url).origin}/mix`);
        await page.locator('.strip[data-path="/channel/input/2"] .fader-area').waitFor();
        const hand = await Hand.at(page);
        await act({ hand, page, size, service });
        const taps = hand.taps;
        process.stdout.write(`TAPS ${size} ${name}: ${taps} of ${most}\n`);
        await done(service);
        expect(taps).toBeLessThanOrEqual(most);
      },
    );
  });
});
