// The page for everyone: axe-core on every view, and an evening's show by keyboard alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { seriousFaults } from './axe.ts';
import { playBand, storeScenes } from './band.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';
import { writeResults } from './written-results.ts';
import { writeTakes } from './written-takes.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

const views = [
  ...['/mix', '/mix#strip/input/14', '/mix#settings', '/mix#show/scenes', '/mix#show/patch', '/mix#show/history'],
  ...[
    '/mix#show/sessions',
    '/mix#show/warnings',
    '/mix#show/clock',
    '/mix#show/stageboxes',
    ...['/mix#show/record', '/mix#show/takes/20260801-181500', '/mix#show/soundcheck'],
    '/mix#show/measure/2026-08-01-16-00-00-ir/2026-08-01-16-02-00-ir',
    ...['/mix#show/gain/input/14', '/mix#strip/input/14/feedback', '/mix#strip/main/1/speaker'],
    '/mix/monitor#mix/1',
  ],
];

describe.skipIf(missing !== undefined)('the page for everyone', () => {
  let opened: OpenedPage;
  let origin: string;

  beforeAll(async () => {
    const options = withRecorderDouble();
    writeTakes(options.state);
    writeResults(options.state);
    opened = await openMixPage('tablet', '/mix', options);
    origin = new URL(opened.service.url).origin;
    await playBand(opened.service);
    await storeScenes(opened.service, ['Walk-in', 'Opener']);
    await opened.service.patch('/recorderDouble', { state: 'recording', remainingS: 300, dropouts: 2 });
    await opened.service.patch('/playerDouble', { lengthS: 180, fault: 'The disk was too late.' });
    await opened.service.patch('/vsc', { engaged: true, takeId: '20260801-181500' });
  });
  afterAll(() => opened?.close());

  const open = async (path: string) => {
    await opened.page.goto('about:blank');
    await opened.page.goto(origin + path);
    await opened.page.locator('main').first().waitFor();
    await opened.page.getByText(/\d/).first().waitFor();
  };

  test.each(views.flatMap((path) => [['dark', path] as const, ['light', path] as const]))(
    'axe-core finds nothing serious, %s, at %s',
    async (colorScheme, path) => {
      await opened.page.setViewportSize(sizes.tablet);
      await opened.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(path);
      expect(await seriousFaults(opened.page)).toEqual([]);
    },
  );

  test.each(['phone', 'screen'] as const)('axe-core finds nothing serious on the faders of a %s', async (size) => {
    await opened.page.setViewportSize(sizes[size]);
    await open('/mix');
    expect(await seriousFaults(opened.page)).toEqual([]);
  });

  test('axe-core finds nothing serious on sends, with panic on', async () => {
    const { page, service } = opened;
    await page.setViewportSize(sizes.tablet);
    await open('/mix');
    await page.getByRole('slider', { name: /^Kick, .*level/ }).focus();
    await page.keyboard.press('1');
    await service.patch('/safety/panic', { scope: 'all' });
    await page.locator('.panic-bar').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await service.patch('/safety/panic', { scope: null });
    await page.locator('.panic-bar').waitFor({ state: 'detached' });
  });

  test('a show of an evening is mixed by keyboard alone', async () => {
    const { page, service } = opened;
    const { keyboard } = page;
    await page.setViewportSize(sizes.tablet);
    await open('/mix');
    const fader = (name: string) => page.getByRole('slider', { name: new RegExp(`^${name}, input \\d+, (?!pan)`) });
    const levelOf = async (input: number) => (await service.get(`/channel/input/${input}`)).body.levelDb as number;
    /** Until something has the focus, as a reader of screens would go. */
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let n = 0; n < 200 && !(await isThere()); n++) await keyboard.press('Tab');
      expect(await isThere()).toBe(true);
    };
    const hasFocus = (name: string) => async () =>
      fader(name).evaluate((element) => element === element.ownerDocument.activeElement);
    await fader('Kick').waitFor();
    await tabTo(hasFocus('Kick'));

    // Sound check: a level, fine, typed, off, and back.
    await keyboard.press('0');
    await service.until('/channel/input/1', ({ levelDb }) => levelDb === 0);
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await service.until('/channel/input/1', ({ levelDb }) => levelDb === -1.1);
    await keyboard.press('=');
    await keyboard.type('-6,5');
    await keyboard.press('Enter');
    await service.until('/channel/input/1', ({ levelDb }) => levelDb === -6.5);

    // The next strip: mute, solo, and what clears it.
    await fader('Kick').focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('m');
    await service.until('/channel/input/2', ({ muted }) => muted === true);
    await keyboard.press('m');
    await service.until('/channel/input/2', ({ muted }) => muted === false);
    await keyboard.press('s');
    await service.until('/channel/input/2', ({ soloed }) => soloed === true);
    await keyboard.press('c');
    await service.until('/channel/input/2', ({ soloed }) => soloed === false);

    // A monitor: faders set the sends to mix 1, and the main again.
    const before = await levelOf(2);
    await keyboard.press('1');
    await expect.poll(async () => page.getByText(/Sends/).count()).toBeGreaterThan(0);
    await fader('Snare').focus();
    await keyboard.press('0');
    await service.until('/channel/input/2/sends/mix/1', ({ levelDb }) => levelDb === 0);
    expect(await levelOf(2)).toBe(before);
    await fader('Snare').focus();
    await keyboard.press('f');

    // A mistake is undone.
    await fader('Snare').waitFor();
    await fader('Snare').focus();
    await keyboard.press('Home');
    await service.until('/channel/input/2', ({ levelDb }) => levelDb === -144);
    await keyboard.press('Control+z');
    await service.until('/channel/input/2', ({ levelDb }) => levelDb === before);

    // The detail and back; the next bank and back.
    await fader('Snare').focus();
    await keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#strip/input/2');
    await keyboard.press('Escape');
    await fader('Snare').waitFor();
    await fader('Snare').focus();
    await keyboard.press(']');
    await expect.poll(() => fader('Kick').count()).toBe(0);
    await keyboard.press('[');
    await fader('Kick').waitFor();

    // Panic is held, and released the same way.
    await keyboard.down('Control');
    await keyboard.down('Shift');
    await keyboard.down('x');
    await service.until('/safety/panic', ({ scope }) => scope !== null);
    await keyboard.up('x');
    await keyboard.up('Shift');
    await keyboard.up('Control');
    await tabTo(() =>
      page
        .locator(':focus')
        .evaluateAll((focused) =>
          /release|lösen|aufheben/i.test(focused[0]?.getAttribute('aria-label') ?? focused[0]?.textContent ?? ''),
        ),
    );
    await keyboard.down('Enter');
    await service.until('/safety/panic', ({ scope }) => scope === null);
    await keyboard.up('Enter');
    expect(opened.faults).toEqual([]);
  }, 120_000);
});
