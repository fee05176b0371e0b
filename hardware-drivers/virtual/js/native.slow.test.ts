import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { testNative } from '../../../test/harness/native-tests.ts';
import { builtUnit, compileAndRun, filesIn } from '../../lib/sound-files/test/compile.ts';
import { home, isBuilt } from '../test/built.ts';

const tests = () =>
  ['test', '../lib/sound-files/test']
    .flatMap((folder) => filesIn(join(home, folder), '.cc'))
    .filter((name) => !name.endsWith('test_processor.cc'));
const sources = () =>
  ['src', '../lib/sound-files/src']
    .flatMap((folder) => filesIn(join(home, folder), '.cc'))
    .filter((name) => !name.includes('/addon'));
const objects = () => ['virtual', 'sound-files'].map((unit) => builtUnit(unit));

describe.skipIf(!isBuilt())('the native part, tested in C++', () => {
  const folder = testNative({
    title: 'signals, resampler, WAV files, clock and recorder do what they should',
    prints: 'ok   the audio thread neither allocates nor frees',
    files: () => [...tests(), ...objects()],
    // the figures of the signals need no second look, and take long that way
    sanitized: () => [...tests().filter((name) => !name.endsWith('signal_test.cc')), ...sources()],
  });

  test.runIf(isFull)(
    'ThreadSanitizer finds nothing',
    () => {
      // It can't live with the widest address randomisation of recent kernels.
      const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
      const files = tests().filter((name) => /(main|threads_test)\.cc$/.test(name));
      const options = ['-O1', '-g1', '-fsanitize=thread'];
      expect(compileAndRun(join(folder(), 'thread'), options, [...files, ...sources()], wrapper)).not.toContain('FAIL');
    },
    600_000,
  );
});
