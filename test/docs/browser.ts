// A real Chromium, without a window and without a network of its own.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why there is no browser; undefined when there is one. With CI=true a missing one is a failure, not a reason. */
export function missingBrowser(): string | undefined {
  if (existsSync(executablePath) || process.env.CI === 'true') return undefined;
  return `${executablePath} is not there: pages are not tested. To mend it: sudo apt-get install chromium`;
}

/** `close` removes its profile too. `more`: arguments of Chromium. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'rowdesk-browser-'));
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet, ...more],
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}
