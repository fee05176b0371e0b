// A dragged fader is heard as its label says, and a control process that is killed meanwhile is not heard.
import { afterEach, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { patchThrough, recorded, recordMain, running, startRecording, stopRecording } from '../harness/desk.ts';
import { outliving, startService, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

const strip = '/channel/input/1';
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
/** One leg in the middle of two. */
const centreDb = 20 * Math.log10(Math.SQRT1_2);

describe.skipIf(missing !== undefined)('a fader that is heard', () => {
  let opened: OpenedPage | undefined;
  afterEach(async () => {
    await opened?.close();
    await stopServices();
  });

  test('a dragged level is in the recording as its label says; a killed control process makes no jump', async () => {
    opened = await openMixPage('tablet', '/mix', { config: outliving });
    const { page, service } = opened;
    await running(service);
    await patchThrough(service, 1, tone);
    const fader = page.locator(`.strip[data-path="${strip}"] .fader`);
    await fader.locator('b', { hasText: '0.0' }).waitFor();
    const box = (await fader.locator('.fader-area').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const levelDb = async () => Number((await fader.locator('b').textContent())?.replace('−', '-'));

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 60, { steps: 10 });
    const dragged = await levelDb();
    await service.until(strip, (row) => row.levelDb === dragged);
    const heard = await recordMain(service, 0.8);
    const end = heard.channels[0]?.slice(-heard.rate / 2) as Float64Array;
    expect(fitSine(end, 1000, heard.rate).levelDb).toBeCloseTo(tone.levelDbfs + centreDb + dragged, 1);

    /** Levels whose write the page knows the answer to. */
    const answered: unknown[] = [];
    page.on('requestfinished', (request) => {
      if (request.method() === 'PATCH') answered.push(request.postDataJSON().levelDb);
    });
    await startRecording(service);
    await page.mouse.move(x, y + 70, { steps: 2 });
    const last = await levelDb();
    await expect.poll(() => answered).toContain(last);
    await service.kill();
    await fader.and(page.locator('.stale')).waitFor();
    await page.mouse.move(x, y - 40, { steps: 5 });
    expect([await levelDb(), await fader.locator('.fader-lock').count()]).toEqual([last, 1]);
    const { port } = new URL(service.url);
    const again = await startService({ strips: 'all', state: service.state, port: Number(port), config: outliving });
    await fader.and(page.locator('.confirmed')).waitFor();
    expect([await levelDb(), (await again.get(strip)).body.levelDb]).toEqual([last, last]);
    await page.mouse.move(x, y - 30, { steps: 2 });
    const after = await levelDb();
    expect(after).toBeLessThan(last);
    await again.until(strip, (row) => row.levelDb === after);
    await page.mouse.up();
    await recorded(again, 0.3);
    const sound = await stopRecording(again);
    const samples = sound.channels[0] as Float64Array;
    const steepest = (2 * Math.PI * 1000) / sound.rate;
    const largest = samples.reduce(
      (most, sample, n) => Math.max(most, Math.abs(sample - (samples[n - 1] ?? sample))),
      0,
    );
    expect(largest).toBeLessThan(1.05 * steepest * 10 ** (peakDb(samples) / 20));
  }, 120_000);
});
