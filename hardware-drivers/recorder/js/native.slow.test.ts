import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { compileAndRun, filesIn } from '../../sound-files/test/compile.ts';
import { isBuilt } from '../test/built.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const main = join(home, '../sound-files/test/main.cc');
const tests = () => [main, ...filesIn(join(home, 'test'), '.cc')];
const sources = () => ['src/files', '../sound-files/src'].flatMap((folder) => filesIn(join(home, folder), '.cc'));
const built = join(home, 'build/Release/obj.target');
const objects = () => ['recorder/src/files', 'sound-files/src'].flatMap((folder) => filesIn(join(built, folder), '.o'));

describe.skipIf(!isBuilt())('the native part, tested in C++', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-recorder-native-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('files of takes are whole at any moment, and are mended after any end', () => {
    const report = compileAndRun(join(folder, 'plain'), ['-O1'], [...tests(), ...objects()]);
    expect(report).toContain('ok   what is written in parts of any length is read from any frame on, of every kind');
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
