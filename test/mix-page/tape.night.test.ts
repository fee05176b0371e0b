// From the page alone: a take is recorded of real sound, its waveform is seen, and strips hear it again.
import { expect, onTestFinished, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { openMixPage, pageProviders } from './opened-page.ts';

const box = 'virtual-32x16';

test.skipIf(missingBrowser() !== undefined)(
  'a take is recorded, seen, and heard in the place of a source that is silent now',
  async () => {
    const config = {
      providers: pageProviders,
      drivers: ['mixer', 'virtual', 'recorder'],
    };
    const opened = await openMixPage('tablet', '/mix', { config });
    onTestFinished(opened.close);
    const { page, service } = opened;
    const button = (name: RegExp) => page.getByRole('button', { name }).last();
    const hold = async (name: RegExp) => {
      await button(name).hover();
      await page.mouse.down();
      await page.waitForTimeout(900);
      await page.mouse.up();
    };
    const hears = (test: (db: number) => boolean) =>
      service.until('/channel/input/1/meter', ({ postDb }) => test(Math.max(...postDb)));
    const tone = `/stagebox/${box}/inputs/1`;
    await service.until('/stagebox', ({ items = [] }) => items[0]?.present === true);
    await service.patch(tone, { signal: 'sine', levelDbfs: -20 });
    await service.patch('/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await hears((db) => db > -30);

    await page.evaluate('location.hash = "show/record"');
    await button(/^In 1 /).click();
    await button(/Start recording/).click();
    await service.until('/record', ({ state, elapsedS }) => state === 'recording' && elapsedS > 2);
    await button(/^⚑ Mark|^Mark$/).click();
    await hold(/Recording, hold to stop/);
    const { takes } = await service.until('/takes', (row) => row.takes[0]?.state === 'closed');

    await page.evaluate(`location.hash = ${JSON.stringify(`show/takes/${takes[0].id}`)}`);
    await expect.poll(() => page.getByText(/Marker 1/).count()).toBe(1);
    const { zooms } = (await service.get(`/takes/${takes[0].id}/peaks/1`)).body;
    expect(Math.max(...zooms[0].channels[0].highest)).toBeGreaterThan(5);

    await service.patch(tone, { signal: 'silence' });
    await hears((db) => db < -80);
    await button(/Soundcheck$/).click();
    await service.until('/vsc', ({ loaded }) => loaded === true);
    await hold(/^Engage/);
    await page.getByText(`strips hear ${takes[0].name}`).waitFor();
    await button(/^Play/).click();
    await hears((db) => db > -30);
    await hold(/^Eject/);
    await hears((db) => db < -80);
    expect(opened.faults).toEqual([]);
  },
  90_000,
);
