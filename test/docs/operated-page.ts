// The page at /docs in a real browser, over the default configuration.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { readConfig } from '../../core/host/config.ts';
import { MemoryStore, startTestHost } from '../../core/testing.ts';
import { openBrowser } from './browser.ts';

const shipped = readConfig(fileURLToPath(new URL('../../providers.config.json', import.meta.url)));

export async function openPage() {
  const desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
  const browser = await openBrowser();
  const page: Page = await browser.context.newPage();
  const origin = new URL(desk.url).origin;
  /** Addresses elsewhere that were asked for, and what the browser complained of. */
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => void (request.url().startsWith(origin) || foreign.push(request.url())));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  await page.goto(`${origin}/docs`);
  await page.waitForSelector('article');
  const row = (template: string) => page.locator(`article[data-template="${template}"]`);
  const close = async () => {
    await browser.close();
    await desk.close();
  };
  return { desk, page, row, foreign, faults, close };
}
