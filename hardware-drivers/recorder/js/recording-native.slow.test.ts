// Ring, tape and writing thread of the recorder, with a ring and a disk of the test (test/recording).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';

const home = fileURLToPath(new URL('../', import.meta.url));
const sources = ['ring_reader', 'tape', 'ring_follower', 'memory', 'take_writer'];

/** Compiles and runs the tests; what they print is in the failure. */
function run(options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-tape-'));
  const program = join(folder, 'tests');
  const tests = readdirSync(join(home, 'test/recording')).filter((name) => name.endsWith('.cc'));
  const files = [
    ...tests.map((name) => join(home, 'test/recording', name)),
    ...sources.map((name) => join(home, 'src/recording', `${name}.cc`)),
    join(home, '../virtual/test/main.cc'),
  ];
  const flags = ['-std=c++20', '-Wall', '-Wextra', '-Wno-missing-field-initializers', `-I${join(home, '../include')}`];
  try {
    execFileSync('g++', [...flags, ...options, ...files, '-pthread', '-o', program], { stdio: 'pipe' });
    return execFileSync(program, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('rings are read, and takes are written, with nothing lost that is not told', () => {
  const report = run(['-O1']);
  expect(report).toContain('ok   a disk that stalls for ten seconds costs nothing');
  expect(report).not.toContain('FAIL');
}, 180_000);

test.runIf(isFull)(
  'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
  () =>
    expect(run(['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'])).not.toContain('FAIL'),
  600_000,
);
