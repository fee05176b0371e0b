// A musician with a key for one bus, by a code that is scanned: the page of that bus, and nothing else; then the key is withdrawn.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scanned } from '../access/scanned.ts';
import { missingBrowser, openBrowser } from '../docs/browser.ts';
import { run, type Service } from '../harness/service.ts';
import { playBand } from './band.ts';
import { sizes, startPageDesk } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('a musician with a key for one bus', () => {
  let service: Service;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let runKey: string;
  const asked: string[] = [];

  const rowdesk = (...words: readonly string[]) => run(words, { env: { ROWDESK_STATE: service.state } });
  /** The desk reads a key that was just made within a second. */
  const link = async (name: string): Promise<string> => {
    const { origin } = new URL(service.url);
    const { code, stderr } = await rowdesk('access', 'link', name, '--url', service.url, '--at', origin);
    return code === 0 ? (scanned(stderr) as string) : link(name);
  };
  const read = async (path: string) => {
    const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${runKey}` } });
    return (await answer.json()) as Record<string, unknown>;
  };
  const slider = (name: string) => page.locator('.send-row', { hasText: name }).getByRole('slider');

  beforeAll(async () => {
    service = await startPageDesk();
    await playBand(service);
    runKey = (await rowdesk('access', 'add', 'FOH', '--role', 'run')).stdout.trim();
    expect((await rowdesk('access', 'add', 'Maria', '--role', 'mix', '--bus', 'mix/1')).code).toBe(0);
    while ((await service.get('/console')).status !== 401) await setTimeout(50);
    browser = await openBrowser();
    page = await browser.context.newPage();
    await page.setViewportSize(sizes.phone);
    page.on('request', (request) => void asked.push(request.url()));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('without a key the page says how to get one, and shows nothing of the desk', async () => {
    await page.goto(`${new URL(service.url).origin}/mix`);
    await page.getByText('This desk asks for a key').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
  });

  test('the scanned code opens the page of her bus; the secret is in no address', async () => {
    asked.length = 0;
    const code = await link('Maria');
    await page.goto('about:blank');
    await page.goto(code);
    await slider('Kick').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/mix/monitor#mix/1');
    const secret = code.split('#link=')[1] as string;
    expect(asked.filter((url) => url.includes(secret) && !url.includes('#'))).toEqual([]);
    const [cookie] = await browser.context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate('document.cookie')).toBe('');
    // No choice of another mix.
    expect(await page.locator('.monitor header button').count()).toBe(1);
    // Another device gets nothing by it.
    await browser.context.clearCookies();
    await page.goto('about:blank');
    await page.goto(code);
    await page.getByText('This link was used').waitFor();
    await browser.context.addCookies([cookie as NonNullable<typeof cookie>]);
  });

  test('she moves her sends under her name, and nobody else: her cookie is for one bus', async () => {
    const { origin } = new URL(service.url);
    await page.goto('about:blank');
    await page.goto(`${origin}/mix`);
    await slider('Bass DI').waitFor();
    await slider('Bass DI').focus();
    const before = (await read('/channel/input/8/sends/mix/1')).levelDb as number;
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await read('/channel/input/8/sends/mix/1')).levelDb).toBe(before + 1);
    const { entries } = (await read('/history')) as unknown as { entries: readonly { readonly actor: string }[] };
    expect(entries.map(({ actor }) => actor)).toContain('Maria');
    const tried = await page.evaluate(`Promise.all(${JSON.stringify([
      ['/channel/mix/1', { muted: true }],
      ['/channel/mix/2', { muted: true }],
      ['/channel/input/8/sends/mix/2', { levelDb: 0 }],
      ['/channel/main/1', { levelDb: 0 }],
      ['/safety/panic', { scope: 'all' }],
    ])}.map(async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api' + path, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
    }))`);
    expect(tried).toEqual([200, 403, 403, 403, 403]);
  });

  test.each([
    ['view', 0, 'true'],
    ['mix', 1, 'false'],
  ] as const)('the page of a key with role %s offers what that may do', async (role, panics, isDisabled) => {
    expect((await rowdesk('access', 'add', `who ${role}`, '--role', role)).code).toBe(0);
    const other = await openBrowser();
    try {
      const its = await other.context.newPage();
      await its.setViewportSize(sizes.screen);
      await its.goto(await link(`who ${role}`));
      const fader = its.getByRole('slider', { name: /^Kick.*level/ }).first();
      await fader.waitFor();
      await expect.poll(() => fader.getAttribute('aria-disabled')).toBe(isDisabled);
      await expect.poll(() => its.locator('.top-bar .panic').count()).toBe(panics);
      // Undo is for those that run the desk.
      expect(await its.locator('.top-bar').getByRole('button', { name: 'Undo' }).count()).toBe(0);
      expect(await its.locator('.scene').count()).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('her key is withdrawn while her page is open: the page goes, and asks for a key', async () => {
    expect((await rowdesk('access', 'withdraw', 'Maria')).code).toBe(0);
    await page.getByText('This desk asks for a key').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    await expect.poll(async () => (await read('/telemetry/subscription')).rt).toBe(0);
  });
});
