// Where gain is set stands how loud the socket is: before a strip hears it, and where none does.
import { expect, onTestFinished, test, vi } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { openMixPage } from './opened-page.ts';

const reason = missingBrowser();
if (reason !== undefined) console.warn(reason);
vi.setConfig({ testTimeout: 120_000 });

test.skipIf(reason !== undefined)(
  'a socket without a strip has a meter beside its gain, follows the gain, and keeps a clip until it is tapped',
  async () => {
    const opened = await openMixPage('tablet', '/mix#show/boxes');
    onTestFinished(opened.close);
    const { page, service, faults } = opened;
    const input = '/stagebox/virtual-32x16/inputs/3';
    const socket = page.locator('.socket').nth(2);
    const shown = async () => Number((await socket.locator('.socket-meter > b').textContent())?.replace('−', '-'));
    await socket.locator('.socket-meter').waitFor();
    expect(await page.locator('.socket').first().locator('.socket-meter > b').textContent()).toBe('−∞');
    await service.patch(input, { signal: 'sine', levelDbfs: -40 });
    await expect.poll(shown).toBeCloseTo(-40, 0);
    await service.patch(input, { gainDb: 20 });
    await expect.poll(shown).toBeCloseTo(-20, 0);
    expect(await socket.locator('.socket-clip').count()).toBe(0);
    await service.patch(input, { gainDb: 45 });
    await socket.locator('.socket-clip').waitFor();
    await service.patch(input, { gainDb: 0 });
    await expect.poll(shown).toBeCloseTo(-40, 0);
    await socket.locator('.socket-clip').click();
    await expect.poll(() => socket.locator('.socket-clip').count()).toBe(0);
    expect(faults).toEqual([]);

    await page.evaluate(`void (location.hash = 'show/scenes')`);
    await service.until('/telemetry/subscription', ({ meters }) => meters === 0);
  },
);
