// One strip in detail in a real Chromium: each control writes what it shows, and the desk's row is the judge.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig } from '../harness/service.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';

const missing = missingBrowser();
const here = test.skipIf(missing !== undefined);
const strip = '/channel/input/14';
let opened: OpenedPage;

beforeAll(async () => {
  if (missing !== undefined) return console.warn(missing);
  opened = await openMixPage('tablet', '/mix#strip/input/14');
  const { service } = opened;
  await service.until('/console', ({ engine }) => engine === 'running');
  const { sources } = (await service.get('/source')).body;
  await service.patch(strip, { name: 'Maria', sourceId: sources[13].id });
  await service.patch(`${strip}/eq`, { enabled: true });
  await opened.page.getByRole('slider', { name: 'Gain', exact: true }).waitFor();
});
afterAll(() => opened?.close());

/** A drag with the mouse from the middle of an element. */
async function drag(page: Page, at: { x: number; y: number }, x: number, y: number): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + x / 2, at.y + y / 2, { steps: 4 });
  await page.mouse.move(at.x + x, at.y + y, { steps: 4 });
  await page.mouse.up();
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('slider', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

here('a gain knob writes what it shows, by drag, by key and by what is typed', async () => {
  const { page, service } = opened;
  const knob = page.getByRole('slider', { name: 'Gain', exact: true });
  await drag(page, await middleOf(page, 'Gain'), 0, -60);
  // The finger has left: what the knob shows is the last of the values that it wrote.
  const dragged = Number(await knob.getAttribute('aria-valuenow'));
  expect(dragged).toBeGreaterThan(10);
  await service.until(`${strip}/preamp`, ({ gainDb }) => gainDb === dragged);
  await expect.poll(() => knob.getAttribute('aria-valuenow')).toBe(String(dragged));
  await expect.poll(() => knob.getAttribute('aria-valuetext')).toBe(`+${dragged}.0 dB`);
  await knob.press('ArrowUp');
  await service.until(`${strip}/preamp`, ({ gainDb }) => gainDb === dragged + 1);
  await page.getByRole('button', { name: /dB\s*Gain/ }).click();
  await page.getByRole('textbox', { name: 'Gain' }).fill('34');
  await page.getByRole('textbox', { name: 'Gain' }).press('Enter');
  await service.until(`${strip}/preamp`, ({ gainDb }) => gainDb === 34);
  await page.getByText('+34.0 dB').waitFor();
});

here('a tap moves nothing, a double tap is the default', async () => {
  const { page, service } = opened;
  const written: string[] = [];
  page.on('request', (request) => void (request.method() === 'PATCH' && written.push(request.url())));
  await service.patch(strip, { trimDb: 6 });
  await page.getByRole('button', { name: /^\+6\.00 dB\s*Trim/ }).waitFor();
  const trim = await middleOf(page, 'Trim');
  await page.mouse.click(trim.x, trim.y);
  expect(written.filter((url) => url.endsWith(strip))).toEqual([]);
  await page.waitForFunction((since) => performance.now() - since > 400, await page.evaluate(() => performance.now()));
  await page.mouse.dblclick(trim.x, trim.y);
  await service.until(strip, ({ trimDb }) => trimDb === 0);
});

here('dragging band 2 changes its frequency and its gain; the wheel its width', async () => {
  const { page, service } = opened;
  const band = `${strip}/eq/bands/2`;
  const before = (await service.get(band)).body;
  await drag(page, await middleOf(page, 'Band 2'), 80, -40);
  const isRight = ({ gainDb = 0, frequencyHz = 0 }) => gainDb > 1 && frequencyHz > before.frequencyHz * 1.5;
  await service.until(band, isRight);
  const handle = page.getByRole('slider', { name: 'Band 2', exact: true });
  await handle.press('0');
  await service.until(band, ({ gainDb }) => gainDb === 0);
  await handle.press('ArrowUp');
  await service.until(band, ({ gainDb }) => gainDb > 0);
  await page.mouse.move(...(Object.values(await middleOf(page, 'Band 2')) as [number, number]));
  await page.mouse.wheel(0, -100);
  await service.until(band, ({ q }) => q > before.q);
});

here('phantom asks first, and writes nothing until it is answered', async () => {
  const { page, service } = opened;
  const isOn = async () => (await service.get(`${strip}/preamp`)).body.phantom;
  await page.getByRole('switch', { name: /^48 V/ }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await isOn()).toBe(false);
  await page.getByRole('button', { name: 'Leave' }).click();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.getByRole('switch', { name: /^48 V/ }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await service.until(`${strip}/preamp`, ({ phantom }) => phantom === true);
});

here('a refusal stands at its control in words, and what is shown is the row again', async () => {
  const { page, service } = opened;
  await page.route(`**/api${strip}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            code: 'odd',
            title: 'Refused',
            detail: 'Its line is not quiet.',
            params: {},
            errors: [],
          }),
        })
      : route.fallback(),
  );
  await page.getByRole('switch', { name: 'Polarity Ø' }).click();
  await page.locator('.control[data-field=polarityInverted]').getByText('Its line is not quiet.').waitFor();
  expect(await page.getByRole('switch', { name: 'Polarity Ø' }).getAttribute('aria-checked')).toBe('false');
  expect((await service.get(strip)).body.polarityInverted).toBe(false);
  await page.unroute(`**/api${strip}`);
  await page.getByRole('switch', { name: 'Polarity Ø' }).click();
  await service.until(strip, ({ polarityInverted }) => polarityInverted === true);
});

here('a field of a type that the page does not know is only read', async () => {
  const page = await opened.another('tablet');
  await page.route(`**/api${strip}/chain/processors/comp/values`, async (route) => {
    if (route.request().method() !== 'OPTIONS') return route.fallback();
    const answer = await route.fetch();
    const contract = await answer.json();
    contract.fields.ratio = { access: 'rw', type: 'quaternion', title: 'Ratio' };
    return route.fulfill({ response: answer, json: contract });
  });
  await page.goto(`${new URL(opened.service.url).origin}/mix#strip/input/14/comp`);
  await page.reload();
  const ratio = page.locator('.control[data-field=ratio]');
  await ratio.waitFor();
  expect(await ratio.getAttribute('data-kind')).toBe('readOnly');
  expect(await ratio.locator('button, input, [role=slider]').count()).toBe(0);
  expect(await ratio.locator('output').textContent()).toBe('3');
  await page.close();
});

here('a strip is copied and pasted, and a template says what it moves before it moves it', async () => {
  const { page, service } = opened;
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByRole('button', { name: 'Next strip' }).click();
  await page.getByRole('button', { name: 'Paste In 14' }).click();
  await service.until('/channel/input/15/eq', ({ enabled }) => enabled === true);
  await page.getByRole('button', { name: 'Template…' }).click();
  await page.locator('.templates select').selectOption('vocals-lead');
  await page.locator('.templates tbody tr').first().waitFor();
  expect((await service.get('/channel/input/15')).body.colour).toBe('off');
  await page.getByRole('button', { name: /^Apply \d+ changes/ }).click();
  await service.until('/channel/input/15', ({ colour }) => colour === 'red');
});

/** What a finger can't hit, and whether the page is wider than the screen. */
const unfit = (page: Page) =>
  page.evaluate<readonly string[]>(`(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const small = all('.detail :is(button, input, select, [role=slider])').flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      const name = target.getAttribute('aria-label') ?? target.textContent;
      return width < 43.9 || height < 43.9 ? [name + ' ' + width + ' x ' + height] : [];
    });
    const wide = all('html, .detail, .part, .detail-overview > div').filter((each) => each.scrollWidth > each.clientWidth + 1);
    return [...small, ...wide.map((each) => each.tagName + each.className + ' is too wide')];
  })()`);

here.each(Object.keys(sizes) as (keyof typeof sizes)[])(
  'every part fits on a %s, and each target can be hit',
  async (size) => {
    const page = await opened.another(size);
    const found: string[] = [];
    for (const part of [
      'overview',
      'source',
      'eq',
      'gate',
      'comp',
      'limiter',
      'insert1',
      'sends',
      'groups',
      'feedback',
      'template',
    ]) {
      await page.goto(`${new URL(opened.service.url).origin}/mix#strip/input/14/${part}`);
      const shown = part === 'overview' && size === 'phone' ? 'source' : part;
      await page.locator(`.detail[data-part=${shown}] .detail-panel :is(button, select)`).first().waitFor();
      found.push(...(await unfit(page)).map((what) => `${part}: ${what}`));
    }
    expect(found).toEqual([]);
    await page.close();
  },
);

here('nothing of this made the browser complain, but of the refusal', () => {
  expect(opened.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  expect(opened.foreign).toEqual([]);
});

here('with half of the providers off there is no dead control', async () => {
  const off = [
    'clipboard',
    'channelConfigs',
    'stagebox',
    'source',
    'patch',
    'patchbay',
    'history',
    'scenes',
    'sessions',
  ];
  const providers = quietConfig.providers.filter((name) => !off.includes(name));
  const small = await openMixPage('tablet', '/mix#strip/input/1', { config: { providers } });
  try {
    await small.page.getByRole('slider', { name: 'Trim' }).waitFor();
    const isNamed = (name: string) => small.page.getByRole('button', { name, exact: true }).count();
    expect([await isNamed('Copy'), await isNamed('Template…')]).toEqual([0, 0]);
    // A control is disabled until its row is there.
    const dead = small.page.locator('.detail :is(:disabled, [aria-disabled=true])');
    await expect.poll(() => dead.count()).toBe(0);
  } finally {
    await small.close();
  }
});

here('the short slider of a send moves 0.1 dB a pixel near the finger, and reaches its end all the same', async () => {
  const { page, service } = opened;
  await page.setViewportSize(sizes.tablet);
  await page.evaluate(`void (location.hash = 'strip/input/14')`);
  const send = `${strip}/sends/mix/1`;
  await service.patch(send, { levelDb: -5 });
  const slider = page.getByRole('slider', { name: 'Send to Mix 1', exact: true });
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('-5');
  expect((await slider.boundingBox())?.width).toBeLessThan(120);
  const at = await middleOf(page, 'Send to Mix 1');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  // The dead zone, then 20 px.
  await page.mouse.move(at.x + 4, at.y);
  await page.mouse.move(at.x + 24, at.y);
  await page.mouse.up();
  await service.until(send, ({ levelDb }) => levelDb === -3);
  await drag(page, at, -170, 0);
  await service.until(send, ({ levelDb }) => levelDb === -144);
  await service.patch(send, { levelDb: -144 });
});

here(
  'on a phone the level of a strip has its value, solo and mute in sight, and nothing of the part beneath them',
  async () => {
    const { page, service } = opened;
    await page.setViewportSize(sizes.phone);
    for (const part of ['source', 'comp', 'feedback', 'groups']) {
      await page.evaluate(`void (location.hash = 'strip/input/14/${part}')`);
      await page.locator(`main.detail[data-part="${part}"]`).waitFor();
      const bar = page.locator('.strip-level');
      const [all, value, slider, body] = await Promise.all([
        bar.boundingBox(),
        bar.locator('.typed-value').boundingBox(),
        bar.getByRole('slider').boundingBox(),
        page.locator('.detail-body').boundingBox(),
      ]);
      if (all === null || value === null || slider === null || body === null) throw new Error('it is not to be seen');
      expect(value.x + value.width, part).toBeLessThanOrEqual(all.x + all.width);
      expect(slider.width, part).toBeGreaterThan(150);
      expect(body.y + body.height, part).toBeLessThanOrEqual(all.y + 1);
      expect(await bar.getByRole('button', { name: 'SOLO' }).isVisible(), part).toBe(true);
    }
    await page.locator('.strip-level').getByRole('button', { name: 'SOLO' }).click();
    await service.until(strip, ({ soloed }) => soloed === true);
    await service.patch(strip, { soloed: false });
    await page.setViewportSize(sizes.tablet);
  },
);
