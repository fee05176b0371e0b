// The loudspeaker of an output on the mix page in a real browser; the desk's rows are the judge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
const speaker = '/channel/main/1/speakerAlign';

describe.skipIf(missing !== undefined)('speakers on the mix page', () => {
  let opened: OpenedPage;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#strip/main/1/speaker');
    await opened.service.until('/console', ({ engine }) => engine === 'running');
  });
  afterAll(() => opened?.close());

  test('the speaker of an output is delayed by a distance; the sum stands in words, and what the mixer has', async () => {
    const { page, service } = opened;
    await page.getByRole('switch', { name: 'Speaker' }).click();
    await service.until(speaker, ({ enabled }) => enabled === true);
    await page.getByRole('slider', { name: 'Delay' }).press('Shift+ArrowUp');
    await service.until(speaker, ({ delayMs }) => delayMs > 0);
    await service.patch(speaker, { delayMs: 2, distanceM: 34.34, temperatureC: 20 });
    await page.getByText('2.00 ms + 34.3 m at 20 °C (99.99 ms) = 101.99 ms').waitFor();
    await service.until(speaker, ({ appliedDelayMs }) => Math.abs(appliedDelayMs - 101.99) < 0.05);
    await page.getByText(/^Delayed now: 10[12]\.\d\d ms$/).waitFor();
    await page.getByRole('switch', { name: /^Polarity/ }).click();
    await service.until(speaker, ({ polarityInverted }) => polarityInverted === true);
  });

  test('a strip that leaves the desk nowhere has no such part', async () => {
    const { page } = opened;
    await page.evaluate('location.hash = "strip/input/1/groups"');
    await page.getByRole('heading', { name: /In 1/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Speaker', exact: true }).count()).toBe(0);
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
