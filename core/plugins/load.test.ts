// Packages that never end their import; what is wrong with a manifest or a shape is tried in test/manifests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeProblem } from '../base/start-error.ts';
import { importMs, type Loading, loadProviders } from './load.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-load-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writePackage(name: string, module: string): void {
  const home = join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  const rowdesk = { provider: { api: 1, module: './index.mjs' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, rowdesk }));
  writeFileSync(join(home, 'index.mjs'), module);
}

const shape = "rowdesk: 'provider', api: 1, needs: {}, offers: {}, rows: () => []";
const configOf = (...names: string[]) => ({
  folder,
  providers: names.map((name) => ({ name, required: false, config: {} })),
});

test('a package whose import never ends is left out after 10 s, and the others are loaded', async () => {
  writePackage('never', 'await new Promise(() => {});');
  writePackage('soon', `export default { name: 'soon', roots: ['soon'], ${shape} };`);
  const waits: { readonly ms: number; readonly run: () => void }[] = [];
  const named: object[] = [];
  const loading: Loading = {
    time: {
      after: (ms, run) => {
        waits.push({ ms, run });
        return () => {};
      },
    },
    log: { info: (fields) => named.push(fields) },
  };
  const loaded = loadProviders(configOf('never', 'soon'), loading);
  expect(named).toMatchObject([{ provider: 'never' }, { provider: 'soon' }]);
  expect(waits.map(({ ms }) => ms)).toEqual([importMs, importMs]);
  for (const { run } of waits.slice(0, 1)) run();
  const { providers, problems } = await loaded;
  expect(providers.map(({ provider }) => provider.name)).toEqual(['soon']);
  expect(problems.map(describeProblem)).toEqual([expect.stringMatching(/^provider "never": .*more than 10000 ms/)]);
});

test('nothing of a package that is set aside runs', async () => {
  writePackage('heavy', 'globalThis.heavyRan = true;');
  const ran: string[] = [];
  const { problems } = await loadProviders(configOf('heavy'), {
    time: { after: () => () => {} },
    log: { info: () => {} },
    guard: { setAside: () => 'it held the desk', runs: ({ name }) => ran.push(name), failed: () => {} },
  });
  expect(problems.map(describeProblem)).toEqual([
    expect.stringMatching(/^provider "heavy": is set aside: it held the desk; /),
  ]);
  expect([ran, 'heavyRan' in globalThis]).toEqual([[], false]);
});
