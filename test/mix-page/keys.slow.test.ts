// What one key does while a strip has the focus: talk, record, name, spill.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { playBand } from './band.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('keys of the mix page', () => {
  let opened: OpenedPage;
  const fader = (name: string) => opened.page.getByRole('slider', { name: new RegExp(`^${name}, .*level`) });

  beforeAll(async () => {
    opened = await openMixPage('screen', '/mix', withRecorderDouble());
    const { service, page } = opened;
    await playBand(service);
    const destinations = [{ kind: 'mix', index: 1 }];
    await service.patch('/talkback/1', { sourceId: 'virtual-32x16:in-32', destinations });
    await service.patch('/recorderDouble', { state: 'ready', remainingS: 21_600 });
    await page.locator('.talk').waitFor();
    await page.locator('.record-key').filter({ hasText: 'left' }).waitFor();
  }, 120_000);
  afterAll(() => opened?.close());

  test('T talks while it is held, and a latching talkback until the next T', async () => {
    const { page, service } = opened;
    await fader('Snare').focus();
    await page.keyboard.down('t');
    await service.until('/talkback/1', ({ on }) => on === true);
    await page.keyboard.up('t');
    await service.until('/talkback/1', ({ on }) => on === false);
    await service.patch('/talkback/1', { mode: 'latch' });
    await page.locator('.talk').filter({ hasText: 'on, off' }).waitFor();
    await page.keyboard.press('t');
    await service.until('/talkback/1', ({ on }) => on === true);
    await page.keyboard.press('t');
    await service.until('/talkback/1', ({ on }) => on === false);
  });

  test('R starts a take, and says where to begin with nothing armed', async () => {
    const { page, service } = opened;
    await fader('Snare').focus();
    await page.keyboard.press('r');
    await service.until('/record/start', ({ report }) => report !== null);
    await service.patch('/recorderDouble', { state: 'off' });
    await page.locator('.record-key').filter({ hasText: 'nothing armed' }).waitFor();
    await page.keyboard.press('r');
    await expect.poll(() => new URL(page.url()).hash).toBe('#show/record');
    await page.keyboard.press('Escape');
  });

  test('N names the strip, and D spills a DCA and brings the banks back', async () => {
    const { page, service } = opened;
    await fader('Snare').focus();
    await page.keyboard.press('n');
    await page.locator('.plate-part input:focus').waitFor();
    await page.keyboard.type('Snare 2');
    await page.keyboard.press('Enter');
    await service.until('/channel/input/2', ({ name }) => name === 'Snare 2');
    await page.getByRole('button', { name: '◂ Mix' }).click();
    await fader('Drums').focus();
    await page.keyboard.press('d');
    await page.locator('.sends-words').filter({ hasText: '7 strips' }).waitFor();
    await fader('Drums').focus();
    await page.keyboard.press('d');
    await page.locator('.bank-keys').waitFor();
    expect(opened.faults).toEqual([]);
  });
});
