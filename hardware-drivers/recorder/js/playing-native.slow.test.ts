import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { compileAndRun, filesIn } from '../../sound-files/test/compile.ts';
import { isBuilt } from '../test/built.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const built = join(home, 'build/Release/obj.target');
const tests = () => [join(home, '../sound-files/test/main.cc'), ...filesIn(join(home, 'test/playing'), '.cc')];
const sources = () =>
  ['src/playing', 'src/files', '../sound-files/src'].flatMap((folder) => filesIn(join(home, folder), '.cc'));
const objects = () =>
  ['recorder/src/playing', 'recorder/src/files', 'sound-files/src'].flatMap((folder) =>
    filesIn(join(built, folder), '.o'),
  );

describe.skipIf(!isBuilt())('the player, tested in C++ against a double of the mixer', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-player-native-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every sample is the right one: at the begin, after a seek, a pause, a joint, and in another ring', () => {
    const report = compileAndRun(join(folder, 'plain'), ['-O1'], [...tests(), ...objects()]);
    expect(report).toContain('ok   after a seek the sample at its position is the right one, at once');
    expect(report).not.toContain('FAIL');
  }, 180_000);

  test.runIf(isFull)(
    'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
    () => {
      const options = ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
      expect(compileAndRun(join(folder, 'address'), options, [...tests(), ...sources()])).not.toContain('FAIL');
    },
    600_000,
  );
});
