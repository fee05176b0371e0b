// RTP as it is received: packets, samples, the ring of a stream, and its figures. In C++, over simulated time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { testNative } from '../../../test/harness/native-tests.ts';
import { compileAndRun } from '../../lib/sound-files/test/compile.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const main = join(home, '../lib/sound-files/test/main.cc');
const sources = ['pcm', 'rtp_packet', 'receive_ring', 'packet_log', 'transit_times', 'receive_stream'].map((name) =>
  join(home, 'src', `${name}.cc`),
);
const testsOf = (...names: string[]) => names.map((name) => join(home, 'test', `${name}_test.cc`));
const tests = testsOf('pcm', 'rtp_packet', 'transit_times', 'impaired', 'alignment', 'hostile', 'threads');

describe('streams of RTP', () => {
  const folder = testNative({
    title: 'are received as they were sent, and what they lack is concealed and counted (C++)',
    prints: 'ok   two paths that lose what the other has, 3 ms apart, one of them cut: not a sample changes',
    files: () => [main, ...sources, ...tests, ...testsOf('allocations')],
    // a sanitizer has a malloc of its own
    sanitized: () => [main, ...sources, ...tests],
  });

  test.runIf(isFull)(
    'ThreadSanitizer finds nothing',
    () => {
      // It can't live with the widest address randomisation of recent kernels.
      const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
      const files = [main, ...sources, ...testsOf('threads')];
      const options = ['-O1', '-g1', '-fsanitize=thread'];
      expect(compileAndRun(join(folder(), 'thread'), options, files, wrapper)).not.toContain('FAIL');
    },
    600_000,
  );
});
