// A page of another origin in a real browser: one that the configuration trusts sends a backup, one that it does not can't.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestHost } from '../../core/testing.ts';
import { ran } from '../../providers/backup/backup-fixture.ts';
import { missingBrowser, openBrowser } from '../docs/browser.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

/** A page at an origin of its own. */
async function otherSite(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>panel</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.skipIf(missing !== undefined)(
  'a trusted page fetches a backup and sends it back; another page gets neither',
  { timeout: 120_000 },
  async () => {
    const [trusted, foreign] = [await otherSite(), await otherSite()];
    const providers = ['console', 'channel', 'patch', 'scenes', 'sessions', 'history', 'backup'];
    const desk = await startTestHost({ providers, config: { trustedOrigins: [trusted] } });
    onTestFinished(() => desk.close());
    const { report } = await ran(desk, '/backup/save');
    const { context, close } = await openBrowser();
    onTestFinished(close);
    const page = await context.newPage();
    const sent = (id: string) =>
      page.evaluate(`(async () => {
        const file = await fetch('${desk.url}/backup/${report.id}').then((answer) => answer.blob());
        const headers = { 'content-type': 'application/octet-stream' };
        const answer = await fetch('${desk.url}/backup/${id}', { method: 'PUT', body: file, headers });
        return [answer.status, (await answer.json()).bytes];
      })().catch((error) => [error.name])`);
    await page.goto(trusted);
    expect(await sent('trusted0123456789')).toEqual([200, report.bytes]);
    await page.goto(foreign);
    expect(await sent('foreign0123456789')).toEqual(['TypeError']);
    const put = `fetch('${desk.url}/backup/foreign0123456789', { method: 'PUT', body: 'x', mode: 'no-cors' }).catch((error) => error.name)`;
    expect(await page.evaluate(put)).toBe('TypeError');
    const ids = (await desk.get('/backup')).body.items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([report.id, 'trusted0123456789']));
    expect(ids).not.toContain('foreign0123456789');
  },
);
