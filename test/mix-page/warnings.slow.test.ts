// A warning says what it is, when by the clock of the room, what to do, and leads there.
import { expect, onTestFinished, test, vi } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { installInto } from '../harness/packages.ts';
import { quietConfig, temporaryFolder } from '../harness/service.ts';
import { openMixPage } from './opened-page.ts';

const reason = missingBrowser();
if (reason !== undefined) console.warn(reason);
vi.setConfig({ testTimeout: 120_000 });

test.skipIf(reason !== undefined)(
  'a warning says what to do, in the language of the page, and leads there',
  async () => {
    const opened = await openMixPage('phone', '/mix#show/warnings');
    onTestFinished(opened.close);
    const { page, service } = opened;
    await service.patch('/clock/ownership', { designatedReference: 'gone:1' });
    const isOurs = (code: string) => code === 'clock-reference-absent';
    const { warnings } = await service.until('/warnings', (row) =>
      row.warnings.some(({ titleCode }: { titleCode: { code: string } }) => isOurs(titleCode.code)),
    );
    const found = warnings.find(({ titleCode }: { titleCode: { code: string } }) => isOurs(titleCode.code));
    const item = page.locator('.problem', { hasText: 'The designated reference is not there' });
    await item.getByText('Plug the reference in, or choose another one.').waitFor();
    const since = await page.evaluate(
      `new Date('${found.since}').toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })`,
    );
    expect(await item.textContent()).toContain(`since ${since}`);
    expect(await item.textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect(await item.getByText(found.detail).isVisible()).toBe(false);
    await item.getByText('Details').click();
    await item.getByText(found.detail).waitFor();

    await page.evaluate(`localStorage.setItem('rowdesk.language', 'de')`);
    await page.reload();
    await page.getByText('Die Referenz anstecken, oder eine andere wählen.').waitFor();
    await page.locator('.problem .mend').first().click();
    expect(new URL(page.url()).hash).toBe('#show/clock');
  },
);

const fan = `
import { defineProvider, Warnings } from 'rowdesk/provider';

export default defineProvider({
  name: 'fan',
  needs: { warnings: Warnings },
  rows: ({ warnings }) => {
    const said = { detail: 'It turns at 200 rpm.', severity: 'warning', path: '' };
    const raise = (id, title, code, remedy) =>
      warnings.raise({ id, title, titleCode: { code, params: {} }, remedy, ...said });
    raise('fan', 'The fan is slow', 'fan-slow', 'Clean the filter of the fan.');
    raise('clock', 'The clock of the fan', 'clock-lost', 'Look at the cable of the fan.');
    return [];
  },
});
`;

test.skipIf(reason !== undefined)(
  'a package says in its own words what to do, also under a code that the desk has words for',
  async () => {
    const state = temporaryFolder();
    const manifest = { provider: { api: 1, module: './index.js' } };
    installInto(state, [{ name: 'fan', rowdesk: manifest, files: { 'index.js': fan } }]);
    const config = { providers: [...quietConfig.providers, 'fan'] };
    const opened = await openMixPage('phone', '/mix#show/warnings', { state, config });
    onTestFinished(opened.close);
    const { page } = opened;
    for (const language of ['en', 'de']) {
      await page.evaluate(`localStorage.setItem('rowdesk.language', '${language}')`);
      await page.reload();
      for (const remedy of ['Clean the filter of the fan.', 'Look at the cable of the fan.']) {
        const item = page.locator('.problem', { hasText: remedy });
        await item.getByText(remedy).waitFor();
        expect(await item.getByText('It turns at 200 rpm.').isVisible()).toBe(false);
      }
    }
  },
);
