import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { home, isBuilt } from '../test/built.ts';

const list = (folder: string) => readdirSync(join(home, folder)).map((name) => join(home, folder, name));
const shared = '../sound-files/src';
const tests = () => list('test').filter((name) => name.endsWith('.cc') && !name.endsWith('test_processor.cc'));
const sources = () =>
  [...list('src'), ...list(shared)].filter((name) => name.endsWith('.cc') && !name.includes('/addon'));
const objects = () => {
  const built = 'build/Release/obj.target';
  const all = [...list(`${built}/virtual/src`), ...list(`${built}/sound-files/src`)];
  return all.filter((name) => name.endsWith('.o') && !name.includes('/addon'));
};

describe.skipIf(!isBuilt())('the native part, tested in C++', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-virtual-native-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Compiles and runs the tests; what they print is in the failure. */
  function run(
    name: string,
    options: readonly string[],
    files: readonly string[],
    wrapper: readonly string[] = [],
  ): string {
    const program = join(folder, name);
    const include = `-I${join(home, '../include')}`;
    const warnings = ['-Wall', '-Wextra', '-Wno-missing-field-initializers'];
    const compile = ['-std=c++20', '-ffp-contract=off', ...warnings, ...options, include, ...files, '-pthread', '-ldl'];
    execFileSync('g++', [...compile, '-o', program], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [command, ...args] = [...wrapper, program] as [string, ...string[]];
    try {
      return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}${stderr}`);
    }
  }

  test('signals, resampler, WAV files, clock and recorder do what they should', () => {
    const report = run('plain', ['-O1'], [...tests(), ...objects()]);
    expect(report).toContain('ok   the audio thread neither allocates nor frees');
    expect(report).not.toContain('FAIL');
  }, 180_000);

  test.runIf(isFull)(
    'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
    () => {
      const options = ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
      // the figures of the signals need no second look, and take long that way
      const files = tests().filter((name) => !name.endsWith('signal_test.cc'));
      expect(run('address', options, [...files, ...sources()])).not.toContain('FAIL');
    },
    600_000,
  );

  test.runIf(isFull)(
    'ThreadSanitizer finds nothing',
    () => {
      // It can't live with the widest address randomisation of recent kernels.
      const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
      const files = tests().filter((name) => /(main|threads_test)\.cc$/.test(name));
      expect(run('thread', ['-O1', '-g', '-fsanitize=thread'], [...files, ...sources()], wrapper)).not.toContain(
        'FAIL',
      );
    },
    600_000,
  );
});
