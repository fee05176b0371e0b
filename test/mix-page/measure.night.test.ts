// Measuring on the mix page in a real browser: what is set, the plan, a run, results that are compared, exported and deleted.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import type { Service } from '../harness/service.ts';
import { withMeasurementDouble } from './measurement-double.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';

const missing = missingBrowser();

const crowding = `(() => {
  const controls = [...document.querySelectorAll('.show button, .show input, .show select, .show [role=slider]')];
  const small = controls.filter((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    return width > 0 && (width < 43.9 || height < 43.9 || left < 0 || right > innerWidth + 0.5);
  });
  return { isWide: document.documentElement.scrollWidth > innerWidth, small: small.map((each) => each.outerHTML) };
})()`;

/** With the pointer held down until the desk has what is waited for. */
async function held(page: Page, name: RegExp, until: () => Promise<unknown>) {
  await page.getByRole('button', { name }).hover();
  await page.mouse.down();
  await until();
  await page.mouse.up();
}

describe.skipIf(missing !== undefined)('measuring on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#show/measure', withMeasurementDouble());
    ({ service, page } = opened);
  });
  afterAll(() => opened?.close());

  const plot = (name: string) => page.getByRole('slider', { name });
  const result = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

  test('what stands against a run is said before it, and it can not be started', async () => {
    await page.getByText('No output is named.').waitFor();
    await page.getByText('No microphone is named.').waitFor();
    expect(await page.getByRole('button', { name: /^Measure hold/ }).isDisabled()).toBe(true);
  });

  test('output, microphone, calibration and level are set; the plan says what will sound where', async () => {
    await page.getByRole('combobox', { name: 'Output' }).selectOption({ label: 'Main 1' });
    await service.until('/measurement', ({ output }) => output?.kind === 'main' && output.index === 1);
    await page.getByRole('combobox', { name: 'Microphone' }).selectOption({ label: 'In 32' });
    await service.until('/measurement', ({ microphone }) => microphone?.index === 32);
    await page.getByRole('combobox', { name: 'Calibration' }).selectOption({ label: 'UMIK 7001234' });
    await service.until('/measurement', ({ microphoneId }) => microphoneId === 'umik');
    await page.getByRole('slider', { name: 'Level' }).press('Home');
    await service.until('/measurement', ({ levelDb }) => levelDb === -60);
    await page.getByText('♪ Sounds with −60.0 dB for 5 s').waitFor();
    await page.getByText('The sweep enters main 1 at its top.').waitFor();
    await page.getByRole('list', { name: 'Where it sounds' }).getByText('Main 1 → box:out-1').waitFor();
    await page.getByText('The amplifiers are cold.').waitFor();
    expect(await page.getByText('No output is named.').count()).toBe(0);
  });

  test('a run begins by holding alone, is followed and cancelled, and its result is shown when it ends', async () => {
    const start = page.getByRole('button', { name: /^Measure hold/ });
    await start.and(page.locator(':enabled')).waitFor();
    await page.getByRole('slider', { name: 'Length' }).press('End');
    await service.until('/measurement', ({ durationS }) => durationS === 30);
    await page.getByText('♪ Sounds with −60.0 dB for 31 s').waitFor();
    await start.click();
    expect((await service.get('/measurement/run')).body.startedAt).toBeNull();
    await held(page, /^Measure hold/, () => service.until('/measurement/run', ({ running }) => running === true));
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled: nothing is stored.').waitFor();
    await page.getByRole('slider', { name: 'Length' }).press('Home');
    await page.getByText('♪ Sounds with −60.0 dB for 2 s').waitFor();
    await page.getByRole('combobox', { name: 'Goal' }).selectOption({ label: 'Impulse response, room' });
    await start.and(page.locator(':enabled')).waitFor();
    const isMeasured = () => service.until('/measurement/results', ({ items }) => items.length === 6);
    await held(page, /^Measure hold/, isMeasured);
    expect((await service.get('/measurement/asked')).body.asked).toEqual({ goal: 'ir', confirm: true });
    await result('Measured now').and(page.locator('[aria-pressed=true]')).waitFor();
    await plot('Magnitude').waitFor();
    await result('Measured now').click();
  });

  test('a transfer function is drawn with phase and coherence; what has little coherence is faint', async () => {
    await result('Main left').click();
    for (const name of ['Magnitude', 'Phase', 'Coherence']) {
      await plot(name).locator('.trace path').first().waitFor({ state: 'attached' });
    }
    const lengths = await plot('Magnitude')
      .locator('.trace path')
      .evaluateAll((paths) => paths.map((path) => (path.getAttribute('d') ?? '').split('L').length));
    // 20 to 50 Hz of 20 Hz to 20 kHz, in 240 steps.
    expect(lengths).toEqual([expect.closeTo(241 - 32, -0.5), expect.closeTo(32, -0.5)]);
    expect(await plot('Magnitude').locator('.is-faint').count()).toBe(1);
    expect(await plot('Coherence').locator('.is-faint').count()).toBe(0);
  });

  test('the cursor is read by pointer and by keys, the same in all plots and in words', async () => {
    const box = (await plot('Magnitude').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // 1 kHz of 20 Hz to 20 kHz.
    await page.mouse.move(box.x + (Math.log(50) / Math.log(1000)) * box.width, box.y + 40);
    const row = page.getByRole('row', { name: /^Main left/ }).last();
    await expect.poll(() => row.textContent()).toMatch(/Main left\+9\.0 dB.*98 %/);
    expect(await plot('Magnitude').getAttribute('aria-valuetext')).toMatch(/^1 kHz, Main left \+9\.0 dB$/);
    await page.mouse.move(box.x, box.y - 200);
    await plot('Phase').press('Home');
    await expect.poll(() => plot('Magnitude').getAttribute('aria-valuetext')).toMatch(/^20 Hz, Main left/);
    await plot('Phase').press('End');
    await expect.poll(() => plot('Coherence').getAttribute('aria-valuetext')).toMatch(/^20 kHz, Main left 98 %$/);
    await plot('Phase').press('ArrowLeft');
    await expect.poll(() => plot('Phase').getAttribute('aria-valuenow')).toBe(String(20 * 1000 ** (199 / 200)));
  });

  test('up to four results are compared; the fifth takes the place of the first', async () => {
    for (const name of ['Main right', 'Delay tower', 'Balcony']) await result(name).click();
    await expect.poll(() => plot('Magnitude').locator('.trace').count()).toBe(4);
    const places = async () =>
      plot('Magnitude')
        .locator('.trace')
        .evaluateAll((traces) => traces.map((trace) => trace.getAttribute('class')));
    expect(await places()).toEqual([0, 1, 2, 3].map((place) => `trace trace-${place}`));
    await result('Foyer').click();
    await result('Main left').and(page.locator('[aria-pressed=false]')).waitFor();
    await expect.poll(() => plot('Magnitude').locator('.trace').count()).toBe(4);
    const compared = page.getByRole('region', { name: 'Compared' }).last().getByRole('row');
    expect(await compared.allTextContents()).toEqual([
      'ResultDelayPolarityLevelAbove noiseCoherenceConfidenceSTI',
      ...['Main right12.10 ms', 'Delay tower42.00 ms', 'Balcony3.00 ms', 'Foyer60.00 ms'].map((begin) =>
        expect.stringContaining(begin),
      ),
    ]);
    for (const name of ['Balcony', 'Foyer']) await result(name).click();
  });

  test('impulse responses, spectra and decays are drawn, with the times of the room', async () => {
    await page.getByRole('button', { name: 'Impulse', exact: true }).click();
    await plot('Impulse response').press('Home');
    expect(await plot('Envelope').getAttribute('aria-valuetext')).toMatch(/^8 ms, Main right −90\.0 dB/);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => plot('Envelope').getAttribute('aria-valuemax')).toBe(String(8192 * 0.05));
    await page.getByRole('button', { name: 'RTA', exact: true }).click();
    await expect.poll(() => plot('Level').last().locator('.trace').count()).toBe(2);
    await page.getByRole('button', { name: 'Decay', exact: true }).click();
    await page.getByRole('combobox', { name: 'Band' }).selectOption({ label: '250 Hz' });
    const times = page.getByRole('region', { name: 'Reverberation time' }).getByRole('row', { name: /Main right T30/ });
    await expect.poll(() => times.textContent()).toContain('1.30 s1.20 s1.10 s1.00 s0.90 s0.80 s');
  });

  test('a loudspeaker follows another by their two results: first in words, then it is set', async () => {
    await page.getByRole('button', { name: 'What would be set?' }).click();
    const words = 'Main 1 is heard 29.90 ms before Mix 3: its delay becomes 29.90 ms.';
    await page.getByText(`${words} Mix 3 is heard with −6.0 dB against it. Their polarities differ.`).waitFor();
    expect((await service.get('/measurement/asked')).body.asked.apply).toBe(false);
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByText(/ Set\.$/).waitFor();
    expect((await service.get('/measurement/asked')).body.asked).toEqual({
      ...{ main: 'main-right', delayed: 'delay-tower', apply: true },
    });
  });

  test('a result is named, exported as CSV and for REW, and deleted by holding alone', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Tower, 20 m');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await result('Tower, 20 m').waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('Written: /exports/delay-tower.csv').waitFor();
    await page.getByRole('button', { name: 'Export for REW' }).click();
    await page.getByText('Written: /exports/delay-tower.txt').waitFor();
    await page.getByRole('button', { name: /^Delete/ }).click();
    expect((await service.get('/measurement/results')).body.items).toHaveLength(6);
    await held(page, /^Delete/, () => service.until('/measurement/results', ({ items }) => items.length === 5));
    await expect.poll(() => result('Tower, 20 m').count()).toBe(0);
  });

  test.each(['phone', 'tablet', 'screen'] as const)('nothing is too small or too wide on a %s', async (size) => {
    await page.setViewportSize(sizes[size]);
    await expect.poll(() => page.evaluate(crowding)).toEqual({ isWide: false, small: [] });
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
