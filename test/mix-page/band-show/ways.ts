// Ways around the page, all of them by touch and keys; and what the desk's rows say when they have been gone.
import type { Locator, Page } from 'playwright-core';
import type { Service } from '../../harness/service.ts';
import type { Hand } from '../hand.ts';
import type { sizes } from '../opened-page.ts';

export interface At {
  readonly hand: Hand;
  readonly page: Page;
  readonly size: keyof typeof sizes;
  readonly service: Service;
}

const patienceMs = 15_000;

/** Resolves when the row holds these fields; fails with the row as it stays otherwise. */
export async function has({ service }: At, path: string, fields: Record<string, unknown>): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { body } = await service.get(path);
    const missing = Object.entries(fields).filter(
      ([name, value]) =>
        JSON.stringify(body[name]) !== JSON.stringify(value) && !(typeof value === 'function' && value(body[name])),
    );
    if (missing.length === 0) return;
    if (performance.now() > until) {
      const is = Object.fromEntries(missing.map(([name]) => [name, body[name]]));
      throw new Error(`${path} has ${JSON.stringify(is)} in place of ${JSON.stringify(Object.fromEntries(missing))}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export const stripAt = (page: Page, path: string): Locator => page.locator(`.strip[data-path="/channel/${path}"]`);

/** The faders, whatever is shown. */
export async function toFaders({ hand, page, size }: At): Promise<void> {
  if (await page.locator('main.mix').isVisible()) return;
  const back = page.locator('.to-faders, .detail-bar .who > button:first-child').first();
  if (size === 'phone') await hand.tap(page.locator('.tab').first());
  else if (await back.isVisible()) await hand.tap(back);
  else await hand.press('Escape');
  // A tap right behind a drag is now and then the drag's end for the browser.
  const faders = page.locator('main.mix');
  await faders.waitFor({ timeout: 3_000 }).catch(() => hand.press('Escape'));
  await faders.waitFor();
}

/** The bank that has this strip: the key of its group, then bank by bank. */
export async function toStrip(at: At, path: string): Promise<Locator> {
  const { hand, page } = at;
  await toFaders(at);
  const strip = stripAt(page, path);
  for (let banks = 0; banks < 40 && !(await strip.isVisible()); banks++) {
    const before = page.url();
    await hand.press(']');
    await page.waitForURL((url) => url.href !== before);
  }
  await strip.waitFor();
  return strip;
}

/** `part`: the words on its tab. */
export async function openStrip(at: At, path: string, part?: string): Promise<void> {
  const { hand, page } = at;
  const strip = await toStrip(at, path);
  await hand.hold(strip.locator('.plate'), () => page.locator('.detail h1').waitFor());
  if (part !== undefined) await toPart(at, part);
}

export async function toPart({ hand, page }: At, part: string): Promise<void> {
  const tab = page.locator('.detail-parts button').filter({ hasText: part }).first();
  if ((await tab.getAttribute('aria-current')) !== 'true') await hand.tap(tab);
  await tab.and(page.locator('[aria-current="true"]')).waitFor();
}

/** The next strip, at the same part. */
export async function toNext({ hand, page }: At): Promise<void> {
  const before = page.url();
  await hand.tap(page.getByRole('button', { name: 'Next strip' }));
  await page.waitForURL((url) => url.href !== before);
}

/** The words of a tab, and of one below. */
export async function toShow({ hand, page, size }: At, group: string, part?: string): Promise<void> {
  const tab = (nav: string, words: string) => page.locator(`.${nav} button`).filter({ hasText: words }).first();
  if (!(await page.locator('.show-tabs').isVisible())) {
    if (size === 'phone') await hand.tap(page.locator('.tab').filter({ hasText: 'Show' }));
    else {
      await hand.tap(page.locator('.top-desk'));
      await hand.tap(page.locator('.panel-links button').filter({ hasText: 'Show' }));
    }
  }
  await hand.tap(tab('show-tabs', group));
  if (part !== undefined) await hand.tap(tab('show-parts', part));
}

/** Types a number at the words beside a knob. */
export async function typeNumber({ hand, page }: At, name: string, value: number): Promise<void> {
  await hand.tap(page.locator('button.typed-value').filter({ hasText: name }).first());
  await page.locator('input.typed-value').waitFor();
  await hand.type(String(value));
}

/** The fader of the strip, or its send, by keys: a tap takes it and moves nothing. */
export async function typeLevel(at: At, path: string, levelDb: number): Promise<void> {
  const strip = await toStrip(at, path);
  await at.hand.tap(strip.locator('.fader-area'));
  await at.hand.press('=');
  await strip.locator('input').waitFor();
  await at.hand.type(String(levelDb));
}

/** What faders set: the words on a key of a bus, or of the main. */
export async function toBus(at: At, name: string): Promise<void> {
  await toFaders(at);
  const key = at.page.locator('.mix .faders-keys button').filter({ hasText: name }).first();
  await at.hand.tap(key);
  await key.and(at.page.locator('[aria-current="true"]')).waitFor();
}
