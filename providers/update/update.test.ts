import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost } from 'rowdesk/testing';
import { expect, onTestFinished, test } from 'vitest';

test('an update of the sound and of a package waits, until each runs what is installed', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  onTestFinished(() => rmSync(stateFolder, { recursive: true, force: true }));
  const write = (folder: string, version: string) => {
    mkdirSync(join(stateFolder, folder), { recursive: true });
    const manifest = {
      name: 'desk-lamp',
      version,
      type: 'module',
      rowdesk: { provider: { api: 1, module: './index.js' } },
    };
    writeFileSync(join(stateFolder, folder, 'package.json'), JSON.stringify(manifest));
    const code = `export default { rowdesk: 1, name: 'lamp', needs: {}, optionalNeeds: {}, offers: {}, roots: ['lamp'], rows: () => [] };`;
    writeFileSync(join(stateFolder, folder, 'index.js'), code);
  };
  write('node_modules/desk-lamp', '1.0.0');
  const desk = await startTestHost({ providers: ['update', 'desk-lamp'], required: false, stateFolder });
  onTestFinished(() => desk.close());
  const row = async () => (await desk.get('/update')).body;
  const first = await row();
  const { version } = first;
  expect(first).toMatchObject({ installedVersion: version, pending: false });
  expect(first.steps.map(({ step }: { step: string }) => step)).toEqual(['install', 'desk', 'sound']);
  expect(first.parts).toEqual([
    { name: 'rowdesk', kind: 'desk', running: version, installed: version, pending: false },
    { name: 'rowdesk', kind: 'sound', running: '', installed: version, pending: false },
    { name: 'desk-lamp', kind: 'provider', running: '1.0.0', installed: '1.0.0', pending: false },
  ]);
  write('new', '1.1.0');
  cpSync(join(stateFolder, 'new'), join(stateFolder, 'node_modules/desk-lamp'), { recursive: true });
  desk.audio.version = '0.0.1';
  const { pending, parts } = await row();
  expect(pending).toBe(true);
  expect(parts.filter((part: { pending: boolean }) => part.pending)).toMatchObject([
    { kind: 'sound', running: '0.0.1', installed: version },
    { name: 'desk-lamp', running: '1.0.0', installed: '1.1.0' },
  ]);
});
