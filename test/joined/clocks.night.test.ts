// Joining two devices, in C++: core/audio/process/native/joined/test. `npm run soak -- --joined` runs an hour of each pair of
// clocks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileAndRun, filesIn } from '../../hardware-drivers/lib/sound-files/test/compile.ts';
import { isFull } from '../harness/depth.ts';
import { testNative } from '../harness/native-tests.ts';

const home = fileURLToPath(new URL('../../core/audio/process/native/joined', import.meta.url));
const main = join(home, '../../../../../hardware-drivers/lib/sound-files/test/main.cc');
const sources = () => filesIn(home, '.cc').filter((name) => !name.endsWith('_addon.cc'));
const tests = () => filesIn(join(home, 'test'), '.cc');
describe('joined devices, tested in C++', () => {
  // In a full run a minute of each pair of clocks, and ten of the same clock; JOINED_S says another duration.
  const asked = process.env.JOINED_S;
  beforeAll(() => {
    process.env.JOINED_S ??= isFull ? '' : '10';
  });
  afterAll(() => {
    if (asked === undefined) delete process.env.JOINED_S;
  });

  const folder = testNative({
    title:
      'two clocks in simulated time exchange sound: no gap, no click, a clean tone, the delay that the figures say',
    prints: 'ok   neither audio thread allocates or frees',
    files: () => ['-O2', main, ...tests(), ...sources()],
    // a sanitizer has a malloc of its own
    sanitized: () => [main, ...tests().filter((name) => !name.endsWith('allocations_test.cc')), ...sources()],
  });

  test.runIf(isFull)(
    'ThreadSanitizer finds nothing',
    () => {
      // It can't live with the widest address randomisation of recent kernels.
      const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
      const files = [main, join(home, 'test/threads_test.cc'), ...sources()];
      const options = ['-O1', '-g1', '-fsanitize=thread'];
      expect(compileAndRun(join(folder(), 'thread'), options, files, wrapper)).not.toContain('FAIL');
    },
    600_000,
  );
});
