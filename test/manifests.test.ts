// Walks test/manifests: each folder is a configuration with the packages it names. Those of `invalid` are refused in
// the words of problems.txt, and the provider beside them starts all the same.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { noLog } from '../cli/render/offline-services.ts';
import { describeProblem, StartError } from '../core/base/start-error.ts';
import { readConfig } from '../core/host/config.ts';
import { assemble } from '../core/plugins/assembly.ts';
import { Registry } from '../core/rows/registry.ts';
import { systemTime } from '../core/system/time.ts';

const cases = fileURLToPath(new URL('manifests', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'rowdesk-manifests-'));
const loading = { time: systemTime(noLog), log: noLog };
afterAll(() => rmSync(work, { recursive: true }));

/** As a user would have it: packages in node_modules beside the configuration. */
function install(kind: string, name: string): string {
  const folder = mkdtempSync(join(work, `${kind}-${name}-`));
  cpSync(join(cases, kind, name), folder, { recursive: true });
  renameSync(join(folder, 'packages'), join(folder, 'node_modules'));
  return folder;
}

for (const name of readdirSync(join(cases, 'valid'))) {
  test(`${name}: is taken`, async () => {
    const folder = install('valid', name);
    const { problems, registry } = await assemble(
      readConfig(join(folder, 'providers.config.json')),
      new Registry(),
      () => {},
      loading,
    );
    expect(problems).toEqual([]);
    expect(registry.locate('/lights')?.path).toBe('/lights');
  });
}

for (const name of readdirSync(join(cases, 'invalid'))) {
  test(`${name}: is refused in words, and the rest starts`, async () => {
    const folder = install('invalid', name);
    const config = readConfig(join(folder, 'providers.config.json'));
    const { problems, registry, providers } = await assemble(config, new Registry(), () => {}, loading);
    const expected = readFileSync(join(folder, 'problems.txt'), 'utf8').trimEnd().replaceAll('{folder}', folder);
    expect(problems.map(describeProblem).join('\n')).toBe(expected);
    expect(registry.locate('/fine')?.path).toBe('/fine');
    expect(providers.map(({ provider }) => provider.name)).toContain('fine');
  });

  test(`${name}: the service does not start when the configuration says it is required`, async () => {
    const folder = install('invalid', name);
    const config = readConfig(join(folder, 'providers.config.json'));
    const required = { ...config, providers: config.providers.map((entry) => ({ ...entry, required: true })) };
    await expect(assemble(required, new Registry(), () => {}, loading)).rejects.toThrow(StartError);
  });
}
