// Inputs from the network on the mix page in a real browser: a desk without an interface, whose inputs are subscribed to a device
// that nobody announces. The rows of the desk are the judge of the words.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig, root } from '../harness/service.ts';
import { type OpenedPage, openMixPage, pageProviders } from './opened-page.ts';

const isBuilt = existsSync(join(root, 'hardware-drivers/aes67/build/Release/aes67.node'));
const missing = missingBrowser() ?? (isBuilt ? undefined : 'the native part of aes67 (npm run build)');
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('inputs from the network on the mix page', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    const config = {
      providers: pageProviders,
      drivers: [...quietConfig.drivers, 'aes67', 'aes67-sessions'],
      devices: [{ id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' }],
    };
    opened = await openMixPage('tablet', '/mix#show/boxes/aes67', { config });
    const { service } = opened;
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/netaudio/aes67/rx/3', () => true);
    await service.patch('/netaudio/aes67/rx/3', { subscription: { txDevice: 'stage-left', txChannelLabel: 'Vox' } });
  });
  afterAll(() => opened?.close());

  test('the box says how the clock of the network is, and that it has no interface', async () => {
    const { page, service } = opened;
    const { ptp } = (await service.get('/net')).body;
    const words = page.locator('.show-detail [data-ptp]');
    await words.getByText('No audio interface is set').waitFor();
    expect(await words.getAttribute('data-ptp')).toBe(ptp.state);
    await words.getByText(ptp.reason).waitFor();
  });

  test('an input shows the channel that it is subscribed to, its status and why it is silent', async () => {
    const { page, service } = opened;
    const { reason } = (await service.get('/netaudio/aes67/rx/3')).body;
    expect(reason).not.toBe('');
    const input = page.locator('.socket .network-input[data-status="unresolved"]');
    await input.waitFor();
    expect(await input.textContent()).toBe(`stage-left / Vox ◌ Not announced: ${reason}`);
    expect(await page.locator('.socket .network-input[data-status="free"]').count()).toBeGreaterThan(0);
  });

  test('so does the strip that hears it, and a subscription that ends is seen at once', async () => {
    const { page, service } = opened;
    await service.patch('/channel/input/1', { sourceId: 'aes67:in-3' });
    await page.evaluate(`location.hash = 'strip/input/1'`);
    const note = page.locator('.source .network-input');
    await note.getByText('stage-left / Vox').waitFor();
    await service.patch('/netaudio/aes67/rx/3', { subscription: { txDevice: '', txChannelLabel: '' } });
    await note.getByText('No channel of the network').waitFor();
    expect(opened.faults).toEqual([]);
  });
});
