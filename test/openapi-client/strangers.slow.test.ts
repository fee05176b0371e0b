// The description of the default configuration, as strangers' tools take it: types are generated, a client is compiled
// against them, and a linter applies its recommended rules.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore, startTestHost } from '../../core/testing.ts';
import { shippedProviders } from '../harness/whole-desk.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const bin = join(here, 'node_modules', '.bin');
const isSkipped = !existsSync(bin) && process.env.CI !== 'true';
if (isSkipped) {
  console.log('openapi.json is not tried with tools of others. To mend it: npm ci --prefix test/openapi-client');
}

const timeout = 120_000;
let folder: string;
/** Runs a tool of the prefix; what it prints is in the error when it fails. */
const run = async (tool: string, ...args: readonly string[]) => {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const options = { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 64 * 1_048_576 };
  const { stdout } = await promisify(execFile)(join(bin, tool), [...args], options).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`.slice(0, 4000));
  });
  return stdout;
};

describe.skipIf(isSkipped)('/api/openapi.json in the hands of others', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-openapi-'));
    const desk = await startTestHost({ providers: shippedProviders, store: new MemoryStore() });
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify((await desk.get('/openapi.json')).body));
    await desk.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('types are generated, and a client compiles against them', { timeout }, async () => {
    await run('openapi-typescript', 'openapi.json', '--output', 'api.d.ts');
    copyFileSync(join(here, 'fixtures', 'client.ts'), join(folder, 'client.ts'));
    await run(
      'tsc',
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--moduleResolution',
      'bundler',
      '--module',
      'esnext',
      'client.ts',
    );
  });

  test("passes the recommended rules of Redocly's linter without a warning", { timeout }, async () => {
    const printed = await run('redocly', 'lint', 'openapi.json', '--extends=recommended', '--format=json');
    expect(JSON.parse(printed).problems).toEqual([]);
  });
});
