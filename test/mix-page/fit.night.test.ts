// Words fit, at text of the common and of twice the size, in both languages, in every view: none is cut or broken, and a
// name that has not room enough has a title.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groups } from '../../providers/mix/page/show/parts.ts';
import { missingBrowser } from '../docs/browser.ts';
import { isFull } from '../harness/depth.ts';
import { playBand, storeScenes } from './band.ts';
import { unfit } from './fit.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';
import { writeResults } from './written-results.ts';
import { writeTakes } from './written-takes.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

const takeId = '20260801-181500';
const results = '2026-08-01-16-00-00-ir/2026-08-01-16-02-00-ir';
const parts = [
  ...['plate', 'source', 'gate', 'eq', 'comp', 'limiter', 'sends', 'groups', 'feedback', 'template'],
  ...['deesser', 'insert1', 'chain'],
];
/** Parts of the show that show nothing until something is chosen. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  takes: [`takes/${takeId}`],
  measure: ['measure', `measure/${results}`],
  gain: ['gain/input/14'],
  boxes: ['boxes', 'boxes/virtual-32x16'],
  patch: ['patch', 'patch/inputs', 'patch/outputs', 'patch/list'],
  names: ['names/input', 'names/muteGroup'],
};
const views = [
  ...['bank/input/1', 'bank/aux/1', 'bank/dca/1', 'menu', 'settings', 'keys', 'strip/input/14', 'strip/main/1'],
  ...parts.map((part) => `strip/input/14/${part}`),
  ...['strip/main/1/speaker', 'strip/dca/1', 'strip/fxSend/1'],
  ...groups.flatMap(({ parts }) => parts.flatMap(({ id }) => (chosen[id] ?? [id]).map((part) => `show/${part}`))),
];

const all = (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((size) =>
  (['en', 'de'] as const).flatMap((language) => [100, 200].map((percent) => ({ size, language, percent }))),
);
/** A phone has the least room, German the longest words. */
const looked = isFull ? all : [{ size: 'phone', language: 'de', percent: 200 } as const];

describe.skipIf(missing !== undefined)('words fit', () => {
  let opened: OpenedPage;
  let origin: string;

  beforeAll(async () => {
    const options = withRecorderDouble();
    writeTakes(options.state);
    writeResults(options.state);
    opened = await openMixPage('tablet', '/mix', options);
    origin = new URL(opened.service.url).origin;
    const { service } = opened;
    await playBand(service);
    await storeScenes(service, ['Walk-in', 'Opener', 'Chorus big']);
    await service.patch('/recorderDouble', { state: 'ready', remainingS: 21_600 });
    await service.patch('/channel/input/14/hrp', {
      enabled: true,
      fixed: [{ frequencyHz: 1250, q: 30, gainDb: -9 }],
    });
    await service.patch('/record', { armed: [1, 14].map((index) => ({ kind: 'input', index })) });
  }, 120_000);
  afterAll(() => opened?.close());

  /** Until nothing has been added for a moment: rows come later. */
  const grown = () =>
    opened.page.evaluate(`new Promise((resolve) => {
      let before = -1;
      let same = 0;
      const look = () => {
        const now = document.querySelectorAll('*').length;
        same = now === before && document.querySelector('[aria-busy="true"].empty') === null ? same + 1 : 0;
        before = now;
        if (same >= 5) resolve();
        else setTimeout(look, 80);
      };
      look();
    })`);

  test.each(looked)(
    '$size, $language, text of $percent %',
    async ({ size, language, percent }) => {
      const { page } = opened;
      await page.setViewportSize(sizes[size]);
      // Before the page's scripts run, as a browser has it that was set so.
      await page.addInitScript(`{
        localStorage.setItem('rowdesk.language', '${language}');
        document.addEventListener('readystatechange', () => {
          document.documentElement.style.fontSize = '${percent}%';
        });
      }`);
      const faults: Record<string, readonly string[]> = {};
      const open = async (path: string) => {
        await page.goto('about:blank');
        await page.goto(origin + path);
        await page.locator('main').first().waitFor();
      };
      const look = async (name: string) => {
        await grown();
        const found = await page.evaluate<readonly string[]>(unfit);
        if (found.length > 0) faults[name] = found;
      };
      await open('/mix#keys');
      for (const view of views) {
        await page.evaluate(`void (location.hash = '${view}')`);
        await look(view);
      }
      await page.evaluate(`void (location.hash = 'bank/input/1')`);
      await page.locator('.mix .faders-keys button').nth(1).click();
      await look('sends on fader');
      await open('/mix/monitor#mix/1');
      await look('monitor');
      expect(faults).toEqual({});
    },
    600_000,
  );
});
