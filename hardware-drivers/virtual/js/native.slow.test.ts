import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { compileAndRun, filesIn } from '../../sound-files/test/compile.ts';
import { home, isBuilt } from '../test/built.ts';

const tests = () =>
  ['test', '../sound-files/test']
    .flatMap((folder) => filesIn(join(home, folder), '.cc'))
    .filter((name) => !name.endsWith('test_processor.cc'));
const withoutAddon = (names: readonly string[]) => names.filter((name) => !name.includes('/addon'));
const sources = () =>
  withoutAddon(['src', '../sound-files/src'].flatMap((folder) => filesIn(join(home, folder), '.cc')));
const built = join(home, 'build/Release/obj.target');
const objects = () =>
  withoutAddon(['virtual/src', 'sound-files/src'].flatMap((folder) => filesIn(join(built, folder), '.o')));

describe.skipIf(!isBuilt())('the native part, tested in C++', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-virtual-native-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('signals, resampler, WAV files, clock and recorder do what they should', () => {
    const report = compileAndRun(join(folder, 'plain'), ['-O1'], [...tests(), ...objects()]);
    expect(report).toContain('ok   the audio thread neither allocates nor frees');
    expect(report).not.toContain('FAIL');
  }, 180_000);

  test.runIf(isFull)(
    'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
    () => {
      const options = ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
      // the figures of the signals need no second look, and take long that way
      const files = tests().filter((name) => !name.endsWith('signal_test.cc'));
      expect(compileAndRun(join(folder, 'address'), options, [...files, ...sources()])).not.toContain('FAIL');
    },
    600_000,
  );

  test.runIf(isFull)(
    'ThreadSanitizer finds nothing',
    () => {
      // It can't live with the widest address randomisation of recent kernels.
      const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
      const files = tests().filter((name) => /(main|threads_test)\.cc$/.test(name));
      const options = ['-O1', '-g', '-fsanitize=thread'];
      expect(compileAndRun(join(folder, 'thread'), options, [...files, ...sources()], wrapper)).not.toContain('FAIL');
    },
    600_000,
  );
});
