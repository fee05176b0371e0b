// A warning says what it is, when by the clock of the room, what to do, and leads there.
import { expect, onTestFinished, test, vi } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
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
