// Measuring on the mix page of a desk with its own measuring: results from its disk, plans and runs of its mixer.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { patchThrough } from '../harness/desk.ts';
import { type Service, temporaryFolder } from '../harness/service.ts';
import { type OpenedPage, openMixPage, pageProviders } from './opened-page.ts';
import { writeResults } from './written-results.ts';

const missing = missingBrowser();

describe.skipIf(missing !== undefined)('measuring on the mix page of a desk that measures', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    const state = temporaryFolder();
    writeResults(state);
    opened = await openMixPage('tablet', '/mix#show/measure', { state, config: { providers: pageProviders } });
    ({ service, page } = opened);
    await service.until('/console', ({ engine }) => engine === 'running');
  });
  afterAll(() => opened?.close());

  const plot = (name: string) => page.getByRole('slider', { name });
  const result = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const folder = () => join(service.state, 'measurements/2026-08-01-16-02-00-ir');

  test('results of the disk are listed, and drawn over each other', async () => {
    await result('Music, row 20').waitFor();
    await result('Main, row 20').click();
    await result('Tower, row 20').click();
    await expect.poll(() => plot('Magnitude').locator('.trace').count()).toBe(2);
    await page.getByRole('button', { name: 'Decay', exact: true }).click();
    const times = page
      .getByRole('region', { name: 'Reverberation time' })
      .getByRole('row', { name: /Main, row 20 T30/ });
    await expect.poll(() => times.textContent()).toContain('1.40 s1.27 s');
  });

  test('a result is exported as files, which have what was drawn', async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText(/^Written: .*transfer\.csv/).waitFor();
    expect(readFileSync(join(folder(), 'transfer.csv'), 'utf8').split('\n').length).toBeGreaterThan(240);
    await page.getByRole('button', { name: 'Export for REW' }).click();
    await page.getByText(/^Written: .*transfer\.txt/).waitFor();
    expect(readFileSync(join(folder(), 'transfer.txt'), 'utf8')).toMatch(/^\*.*\n(\*.*\n)*20(\.\d+)? /);
  });

  test('a result keeps the name that it is given, and only holding deletes it', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Tower <b>');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await result('Tower <b>').waitFor();
    await result('Music, row 20').click();
    const key = page.getByRole('button', { name: /^Delete/ });
    await key.click();
    expect((await service.get('/measurement/results')).body.items).toHaveLength(3);
    await key.hover();
    await page.mouse.down();
    await service.until('/measurement/results', ({ items }) => items.length === 2);
    await page.mouse.up();
    await expect.poll(() => result('Music, row 20').count()).toBe(0);
    expect(existsSync(folder())).toBe(true);
  });

  test('a run through a microphone that hears something else is refused in words, and nothing is kept', async () => {
    await patchThrough(service, 32, { signal: 'pink', levelDbfs: -30 });
    await service.patch('/channel/input/32', { mainAssigned: false });
    await service.until('/channel/main/1', ({ mutedBy }) => !mutedBy.includes('startup'));
    const strips = { output: { kind: 'main', index: 1 }, microphone: { kind: 'input', index: 32 } };
    expect((await service.patch('/measurement', { ...strips, durationS: 1 })).status).toBe(200);
    const { report } = await service.until(
      '/measurement/plan',
      (row) => row.running === false && row.report?.outputs?.length > 0,
    );
    const where = page.getByRole('list', { name: 'Where it sounds' }).getByRole('listitem');
    const ports = (report.outputs as readonly { portId: string }[]).map(({ portId }) =>
      expect.stringContaining(portId),
    );
    await expect.poll(() => where.allTextContents()).toEqual(ports);
    const start = page.getByRole('button', { name: /^Measure hold/ });
    await start.and(page.locator(':enabled')).waitFor();
    await start.hover();
    await page.mouse.down();
    await service.until('/measurement/run', ({ running }) => running === true);
    await page.mouse.up();
    await page.getByRole('progressbar', { name: 'Measure' }).waitFor();
    const { refusal } = await service.until('/measurement/run', ({ running }) => running === false);
    expect(refusal.detail.length).toBeGreaterThan(10);
    await page.locator('.refusal').getByText(refusal.detail).waitFor();
    expect((await service.get('/measurement/results')).body.items).toHaveLength(2);
  });

  test('a plan is of the desk as it is: a silence that ends without a commit is no longer in it', async () => {
    const silent = page.getByText(/main\/1 is silent by a panic/);
    const start = page.getByRole('button', { name: /^Measure hold/ });
    for (let n = 0; n < 3; n++) {
      await service.patch('/safety/panic', { scope: 'mains' });
      await silent.waitFor();
      expect(await start.isDisabled()).toBe(true);
      await service.patch('/safety/panic', { scope: null });
      await silent.waitFor({ state: 'detached' });
      await start.and(page.locator(':enabled')).waitFor();
    }
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
