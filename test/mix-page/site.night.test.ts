// What an integrator finds below Show > Desk, in a real browser. The rows of the desk are the judge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { seriousFaults } from './axe.ts';
import { openSiteDesk, type SiteDesk } from './site-desk.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('the desk for its integrator', () => {
  let site: SiteDesk;
  beforeAll(async () => {
    site = await openSiteDesk();
  });
  afterAll(() => site?.close());
  const row = async (path: string) => (await site.desk.get(path)).body;

  test.each(['phone', 'tablet', 'screen'] as const)('axe-core finds nothing serious on a %s', async (size) => {
    for (const part of [
      'plugins/squeeze',
      'network/aes67',
      'packages',
      'log',
      'about',
      'rows/%2Flamp',
      'rows/%2Flamp%2Fleft',
    ]) {
      await site.open(part, size);
      await site.page
        .locator('.show-panel :is(h1, h2, .facts, .knobs, .problem)')
        .locator('visible=true')
        .first()
        .waitFor();
      expect(await seriousFaults(site.page), part).toEqual([]);
      const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await site.page.evaluate(tooWide), part).toBe(0);
    }
  });

  test('what runs, what is set aside and what is left out stand there with the reasons of the desk', async () => {
    const { page, desk } = site;
    await site.open('packages');
    const item = (name: string) => page.locator('.problem').filter({ has: page.getByText(name, { exact: true }) });
    await item('virtual').and(page.locator('[data-state="set"]')).waitFor();
    await item('box').and(page.locator('[data-state="missing"]')).getByText('set aside after three crashes').waitFor();
    await item('lv2').and(page.locator('[data-state="waiting"]')).getByText('it is being built (1 of 2)').waitFor();
    const { providers } = await row('/hardware');
    const leftOut = providers.find(({ name }: { name: string }) => name === 'vsc');
    expect(leftOut.state).toBe('left-out');
    await item('vsc').and(page.locator('[data-state="missing"]')).getByText(leftOut.reason).waitFor();
    // Switched off and on again, the driver is enabled.
    await item('virtual').getByRole('switch').click();
    await expect.poll(async () => (await row('/adapter/virtual')).enabled).toBe(false);
    await item('virtual').getByRole('switch').click();
    await expect.poll(async () => (await row('/adapter/virtual')).enabled).toBe(true);
    expect(desk.audio.choices.map(({ name }) => name)).toContain('virtual');
  });

  test("a vendor's row appears by itself: read, set, refused in words, and its task runs with progress", async () => {
    const { page } = site;
    await site.open('rows');
    await page.getByRole('button', { name: 'lamp ›' }).click();
    await page.getByText('The lamps of the stage').waitFor();
    await page.locator('[data-field="hours"] dd').getByText('12 h').waitFor();
    await page.locator('[data-field="items"]').getByText('60 W').waitFor();
    await page.getByRole('button', { name: 'left', exact: true }).click();
    await page.getByRole('switch', { name: 'On' }).click();
    await expect.poll(async () => (await row('/lamp/left')).on).toBe(true);
    await page.getByRole('slider', { name: 'Brightness' }).press('ArrowUp');
    await expect.poll(async () => (await row('/lamp/left')).brightnessPercent).not.toBe(10);
    const colours = page.locator('[data-field="colours"]');
    await colours.getByRole('textbox').fill('[{"name": ');
    await colours.getByRole('button', { name: 'Set' }).click();
    await colours.getByText('This is no JSON').waitFor();
    await colours.getByRole('textbox').fill('[{"name": "a far too long name"}]');
    await colours.getByRole('button', { name: 'Set' }).click();
    await colours.getByText('at most 8 characters').waitFor();
    expect((await row('/lamp/left')).colours).toEqual([]);
    await colours.getByRole('textbox').fill('[{"name": "red"}]');
    await colours.getByRole('button', { name: 'Set' }).click();
    await expect.poll(async () => (await row('/lamp/left')).colours).toEqual([{ name: 'red' }]);

    await page.getByRole('button', { name: 'lamp', exact: true }).click();
    await page.getByRole('button', { name: 'calibrate' }).click();
    await page.getByRole('textbox', { name: 'Rounds' }).fill('9');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('from 1 to 3').first().waitFor();
    await page.getByRole('textbox', { name: 'Rounds' }).fill('3');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.site-progress').getByText('1 / 4').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(async () => (await row('/lamp/calibrate')).running).toBe(false);
    await page.getByText('cancelled').waitFor();
  });

  test('plugins are found by what is typed, set aside and lifted, and what is refused says why', async () => {
    const { page } = site;
    await site.open('plugins');
    await page.getByText('2 of 3 plugins may be used').waitFor();
    await page.getByRole('searchbox', { name: 'Find a plugin' }).fill('compressor');
    await page.locator('.show-list [role="listitem"]').getByText('Plain').waitFor({ state: 'detached' });
    await page
      .locator('.show-list')
      .getByRole('button', { name: /Squeeze/ })
      .click();
    await page.getByRole('button', { name: 'Set aside', exact: true }).last().click();
    await expect.poll(async () => (await row('/plugins/squeeze')).quarantined).toBe(true);
    await page.getByText('In quarantine: it may not run').first().waitFor();
    await page.getByRole('button', { name: 'Lift the quarantine' }).click();
    await expect.poll(async () => (await row('/plugins/squeeze')).quarantined).toBe(false);
    await page.getByRole('searchbox', { name: 'Find a plugin' }).fill('');
    await page.getByRole('button', { name: 'Refused', exact: true }).click();
    await page
      .locator('.show-list')
      .getByRole('button', { name: /Synth.*It has no audio input/ })
      .click();
    await page.locator('.show-detail').getByText('It has no audio input.').waitFor();
    await page
      .locator('.show-list')
      .getByRole('button', { name: /broken.lv2/ })
      .click();
    await page.locator('.show-detail').getByText('It ends the scan.').waitFor();
  });

  test('a scan shows how far it is, also one of another client, and a refused bundle is tried again', async () => {
    const { page, desk } = site;
    await site.open('plugins');
    let end = () => {};
    desk.audio.jobs.answer = async ({ run }) => {
      run.progress(3, 7, 'probe');
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return {};
    };
    await desk.patch('/plugins/scan', { running: true });
    await page.locator('.site-progress').getByText('Trying plugins 3 / 7').waitFor();
    expect(await page.getByRole('button', { name: 'Look for plugins' }).isDisabled()).toBe(true);
    end();
    await page.locator('.site-progress').waitFor({ state: 'detached' });
    await page
      .locator('.show-list')
      .getByRole('button', { name: /broken.lv2/ })
      .click();
    await page.locator('.show-detail').getByRole('button', { name: 'Try again' }).click();
    const last = () => desk.audio.jobs.started.at(-1)?.args.again;
    await expect.poll(last).toMatchObject({ bundle: expect.stringContaining('broken.lv2'), uri: '' });
    end();
    await page.locator('.site-progress').waitFor({ state: 'detached' });
  });

  test('an input is subscribed to a channel by its label, and the subscription ends', async () => {
    const { page } = site;
    await site.open('network/stage-left');
    await page.getByRole('combobox', { name: 'To the input' }).selectOption({ label: 'aes67 3' });
    await page.getByRole('button', { name: 'Subscribe aes67 3 to Guitar' }).click();
    const subscription = { txDevice: 'stage-left', txChannelLabel: 'Guitar' };
    await expect.poll(async () => (await row('/netaudio/aes67/rx/3')).subscription).toEqual(subscription);
    await page.getByText('→ aes67 3').waitFor();
    await page.locator('.show-list').getByRole('button', { name: /AES67/ }).click();
    await page.getByRole('button', { name: 'End the subscription of input 3' }).click();
    await expect.poll(async () => (await row('/netaudio/aes67/rx/3')).subscription.txDevice).toBe('');
  });

  test("the last lines of the log, by severity, with those of a vendor's package as they come", async () => {
    const { page } = site;
    await site.open('log');
    const { lines } = await row('/log');
    await page.getByText(lines.at(-1).message).first().waitFor();
    site.log().warn({ provider: 'lamp', apiKey: 'open-sesame' }, 'the lamp flickers');
    const item = page.locator('.problem', { hasText: 'the lamp flickers' });
    await item.getByText('lamp', { exact: true }).waitFor();
    expect(await item.textContent()).not.toContain('sesame');
    await page.getByRole('button', { name: 'Errors' }).click();
    await item.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Warnings', exact: true }).click();
    await item.waitFor();
    expect(await page.locator('.problem [aria-label="Information"]').count()).toBe(0);
  });

  test('a surface is switched on, machines are listed and let in, and what is wrong is said', async () => {
    const { page, desk } = site;
    const at = '2026-01-01T00:00:00.000Z';
    const peer = { address: '192.0.2.7', port: 9000, transport: 'udp', subscriptions: 3, dropped: 2, lastSeenAt: at };
    desk.surfaces.become('osc', {
      ...{ state: 'absent', reason: 'no box at USB', port: 8710, queryPort: 8711, peers: [peer], lastSeenAt: at },
      strangers: [{ address: '192.0.2.8', lastSeenAt: at }],
    });
    await site.open('surfaces');
    await page.getByRole('status').getByText('no box at USB').waitFor();
    await page.locator('.show-list').getByText('its device is away').waitFor();
    await page.getByText('follows 3 · 2 packets dropped').waitFor();
    await page.getByText('8711').waitFor();
    await page.getByRole('switch', { name: 'On', exact: true }).click();
    await expect.poll(async () => (await row('/surface/osc')).enabled).toBe(true);
    await page.getByRole('button', { name: 'Let 192.0.2.8 in' }).click();
    await expect.poll(async () => (await row('/surface/osc')).addresses).toEqual(['192.0.2.8']);
    await page.getByRole('textbox', { name: 'Address of a machine' }).fill('300.1.1.1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.refusal b').waitFor();
    await page.getByRole('button', { name: 'Remove 192.0.2.8' }).click();
    await expect.poll(async () => (await row('/surface/osc')).addresses).toEqual([]);
  });

  test('the version, the computer, and what an update does', async () => {
    const { page } = site;
    await site.open('about');
    const { version } = await row('/console');
    await page.getByText(`Rowdesk ${version}`).waitFor();
    const { installedVersion, steps } = await row('/update');
    expect(installedVersion).toBe(version);
    for (const { effect } of steps) await page.getByText(effect).waitFor();
    site.desk.audio.version = '0.0.1';
    await site.open('about');
    await page.getByText(`The sound: 0.0.1 runs, ${version} is installed`).waitFor();
    await page.evaluate('localStorage.setItem("rowdesk.language", "de")');
    await site.open('about');
    await page.getByText('Was ein Update tut').first().waitFor();
    await page.evaluate('localStorage.clear()');
    // Parts that the desk lacks are asked for once, and what was refused above is no fault.
    expect(site.faults.filter((fault) => !/status of 4(04|09|22)/.test(fault))).toEqual([]);
  });
});
