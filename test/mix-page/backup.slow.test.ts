// The whole desk and a session as files, by the page.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { openMixPage, pageProviders } from './opened-page.ts';

test.skipIf(missingBrowser() !== undefined)(
  'everything goes to a file by a button and comes back by another, held, after a look at what does not fit',
  async () => {
    const config = { providers: pageProviders };
    const opened = await openMixPage('tablet', '/mix#show/backup', { config });
    onTestFinished(opened.close);
    const { page, service, faults } = opened;
    await service.patch('/channel/input/1', { name: 'Voice', levelDb: -6 });
    await page.getByRole('button', { name: 'Save everything' }).click();
    const fetch = page.getByRole('button', { name: /^Fetch the file/ });
    const [saved] = await Promise.all([page.waitForEvent('download'), fetch.click()]);
    expect(saved.suggestedFilename()).toMatch(/[.]rowdesk$/);
    const file = await saved.path();
    await service.patch('/channel/input/1', { name: 'Other' });
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('All of it fits this desk.').waitFor();
    expect((await service.get('/channel/input/1')).body.name).toBe('Other');
    const restore = page.getByRole('button', { name: /^Restore/ });
    await restore.hover();
    await page.mouse.down();
    await service.until('/channel/input/1', ({ name }) => name === 'Voice');
    await page.mouse.up();
    await page.getByText('Restored.').waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'x', mimeType: '', buffer: Buffer.alloc(2_000, 1) });
    await page.getByText(/entry 1/).waitFor();
    // A refused file is an error of the network for the browser, and no fault of the page.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);

    await service.patch('/session/save', { running: true, name: 'Friday' });
    await page.evaluate('location.hash = "show/sessions/friday"');
    const asFile = page.getByRole('button', { name: 'As a file' });
    await asFile.waitFor();
    const [session] = await Promise.all([page.waitForEvent('download'), asFile.click()]);
    const path = await session.path();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ format: 'rowdesk-session' });
    await page.locator('input[type=file]').setInputFiles(path);
    await service.until('/sessions', ({ items }) => items.length === 2);
  },
  120_000,
);
