// Words have room, at every size of screen and text and in either language; and what is chosen from is in that language.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { playBand, storeScenes } from './band.ts';
import { cutWords } from './cut-words.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';
import { writeResults } from './written-results.ts';
import { writeTakes } from './written-takes.ts';

const reason = missingBrowser();
if (reason !== undefined) console.warn(reason);
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const strip = 'strip/input/14';
const views = [
  ...['bank/input/1', 'menu', 'settings', 'keys'],
  ...[strip, `${strip}/source`, `${strip}/eq`, `${strip}/comp`, `${strip}/sends`, `${strip}/groups`],
  ...[`${strip}/feedback`, `${strip}/plate`, 'strip/mix/1', 'strip/main/1/speaker'],
  ...['scenes', 'history', 'sessions', 'patch', 'names', 'boxes'].map((part) => `show/${part}`),
  ...['record', 'takes/20260801-181500', 'soundcheck', 'listen', 'gain/input/14'].map((part) => `show/${part}`),
  ...['measure/2026-08-01-16-00-00-ir/2026-08-01-16-02-00-ir', 'warnings', 'clock'].map((part) => `show/${part}`),
];

/** The views that it has, once it rests: two looks of the same words. */
async function settled(page: Page, view: string): Promise<void> {
  await page.evaluate(`void (location.hash = '${view}')`);
  const words = () => page.evaluate('document.querySelector("main").innerText.replace(/[−\\d.,∞:]+/g, "")');
  await page.locator('main').first().waitFor();
  let before: unknown;
  let now = await words();
  for (let n = 0; n < 20 && (now !== before || now === ''); n++) {
    await page.waitForTimeout(100);
    [before, now] = [now, await words()];
  }
}

async function inLanguage(page: Page, language: 'en' | 'de', percent = 100): Promise<void> {
  await page.evaluate(`localStorage.setItem('rowdesk.language', '${language}')`);
  await page.reload();
  await page.locator('main').first().waitFor();
  await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
}

/** Of fields of one of a few, with the words of each choice. */
const choices = (page: Page): Promise<readonly (readonly [field: string, words: string])[]> =>
  page.evaluate(`[...document.querySelectorAll('.control[data-kind="menu"], .control[data-kind="segments"]')].flatMap((of) =>
    [...of.querySelectorAll('option, .segments button')].map((each) => [of.dataset.field, each.textContent]))`);

/** The same in German. */
const alike = /^(WAV|FLAC|Notch|Band|PFL|AFL|Sweep|Master|Follower|Low-Cut|RMS, 10 ms|[\d/.,t]+( dB\/oct)?)$/;

describe.skipIf(reason !== undefined)('words', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    const desk = withRecorderDouble();
    writeTakes(desk.state);
    writeResults(desk.state);
    opened = await openMixPage('tablet', '/mix', desk);
    const { service } = opened;
    await playBand(service);
    await storeScenes(service, ['Walk-in', 'Chorus big']);
    await service.patch('/recorderDouble', { state: 'ready', remainingS: 21_600, freeSpaceMb: 148_000 });
    await service.patch('/channel/input/14/hrp', {
      enabled: true,
      fixed: [{ frequencyHz: 315, q: 20, gainDb: -6 }],
    });
  });
  afterAll(() => opened?.close());

  const each = (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((size) =>
    (['en', 'de'] as const).map((language) => [size, language] as const),
  );

  test.each(each)(
    'on a %s, in %s, no value and no fixed word is cut or broken, with text of either size',
    async (size, language) => {
      const { page } = opened;
      await page.setViewportSize(sizes[size]);
      const found: string[] = [];
      for (const percent of [100, 200]) {
        await inLanguage(page, language, percent);
        for (const view of views) {
          await settled(page, view);
          found.push(...(await cutWords(page)).map((words) => `${view} ${percent} %: ${words}`));
        }
      }
      expect(found).toEqual([]);
    },
  );

  test('every choice has its German words', async () => {
    const { page } = opened;
    await page.setViewportSize(sizes.tablet);
    const words: Record<string, Map<string, readonly (readonly [string, string])[]>> = {};
    for (const language of ['en', 'de'] as const) {
      await inLanguage(page, language);
      words[language] = new Map();
      for (const view of views) {
        await settled(page, view);
        words[language].set(view, await choices(page));
      }
    }
    const german = [...(words.de as Map<string, readonly (readonly [string, string])[]>)];
    expect(german.flatMap(([, of]) => of).length).toBeGreaterThan(20);
    const english = german.flatMap(([view, of]) => {
      const same = words.en?.get(view) ?? [];
      return of.filter(([, text], n) => text === same[n]?.[1] && !alike.test(text)).map((each) => `${view}: ${each}`);
    });
    expect(english).toEqual([]);
  });
});
