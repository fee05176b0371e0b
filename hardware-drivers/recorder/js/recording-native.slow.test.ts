// Ring, tape and writing thread of the recorder, with a ring and a disk of the test (test/recording).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { compileAndRun, filesIn } from '../../sound-files/test/compile.ts';

const home = fileURLToPath(new URL('../', import.meta.url));
const sources = ['ring_reader', 'tape', 'ring_follower', 'memory', 'take_writer'];
const files = () => [
  join(home, '../sound-files/test/main.cc'),
  ...filesIn(join(home, 'test/recording'), '.cc'),
  ...sources.map((name) => join(home, 'src/recording', `${name}.cc`)),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-tape-native-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('rings are read, and takes are written, with nothing lost that is not told', () => {
  const report = compileAndRun(join(folder, 'plain'), ['-O1'], files());
  expect(report).toContain('ok   a disk that stalls for ten seconds costs nothing');
  expect(report).not.toContain('FAIL');
}, 180_000);

test.runIf(isFull)(
  'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
  () => {
    const options = ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
    expect(compileAndRun(join(folder, 'address'), options, files())).not.toContain('FAIL');
  },
  600_000,
);
