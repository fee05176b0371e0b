import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeProblem } from '../base/start-error.ts';
import { defineProvider } from '../provider.ts';
import { loadProviders } from './load.ts';
import { pageViolations } from './page-shape.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-pages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const page = (more: object = {}) => ({ path: '/lights', title: 'Lights', about: 'lamps', folder: '/x', ...more });
const loading = { time: { after: () => () => {} }, log: { info: () => {} } };

test('pages that are right have no problem', () => {
  expect(pageViolations([])).toEqual([]);
  expect(pageViolations([page(), page({ path: '/lights-2' })])).toEqual([]);
});

test.each([
  [{}, 'pages'],
  [Array(17).fill(page()), 'pages'],
  [[null], 'pages/0/path'],
  [[page({ path: undefined })], 'pages/0/path'],
  [[page({ path: '/' })], 'pages/0/path'],
  [[page({ path: '/a/b' })], 'pages/0/path'],
  [[page({ path: '/..' })], 'pages/0/path'],
  [[page({ path: '/:id' })], 'pages/0/path'],
  [[page({ path: '/*' })], 'pages/0/path'],
  [[page({ path: '/api' })], 'pages/0/path'],
  [[page(), page()], 'pages/1/path'],
  [[page({ title: '' })], 'pages/0/title'],
  [[page({ about: 'x'.repeat(201) })], 'pages/0/about'],
  [[page({ folder: 'page' })], 'pages/0/folder'],
  [[page({ folder: undefined })], 'pages/0/folder'],
])('%j is a problem of %s', (pages, field) => {
  expect(pageViolations(pages)[0]?.field).toBe(field);
});

test('of two providers with a page at the same path the second is left out, in words', async () => {
  const bringing = (name: string) => ({ provider: defineProvider({ name, rows: () => [], pages: [page()] }) });
  const { providers, problems } = await loadProviders({ folder, providers: [] }, loading, [
    bringing('one'),
    bringing('two'),
  ]);
  expect(providers.map(({ provider }) => provider.name)).toEqual(['one']);
  expect(problems.map(describeProblem)).toEqual([
    'provider "two", pages/0/path: is "/lights", which provider "one" has; take one of the two out of the configuration',
  ]);
});

test('the folder of a page is in the package that brings it', async () => {
  const shape = "rowdesk: 'provider', api: 1, needs: {}, offers: {}, rows: () => []";
  const write = (name: string, pageFolder: string) => {
    const home = join(folder, 'node_modules', name);
    mkdirSync(join(home, 'page'), { recursive: true });
    const rowdesk = { provider: { api: 1, module: './index.mjs' } };
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, rowdesk }));
    const pages = JSON.stringify([page({ path: `/${name}`, folder: pageFolder.replace('HOME', home) })]);
    writeFileSync(
      join(home, 'index.mjs'),
      `export default { name: '${name}', roots: ['${name}'], ${shape}, pages: ${pages} };`,
    );
    return home;
  };
  write('within', 'HOME/page');
  write('unbuilt', 'HOME/dist/page');
  write('beside', 'HOME/../within/page');
  write('above', '/');
  symlinkSync('/etc', join(write('linked', 'HOME/etc'), 'etc'));
  const names = ['within', 'unbuilt', 'beside', 'above', 'linked'];
  const entries = names.map((name) => ({ name, required: false, config: {} }));
  const { providers, problems } = await loadProviders({ folder, providers: entries }, loading);
  expect(providers.map(({ provider }) => provider.name)).toEqual(['within', 'unbuilt']);
  expect(problems.map(({ provider, field }) => [provider, field])).toEqual(
    ['beside', 'above', 'linked'].map((name) => [name, 'pages/0/folder']),
  );
  expect(problems.map(describeProblem)[1]).toMatch(
    /^provider "above", pages\/0\/folder: is \/, outside of the package;/,
  );
});
