// The tests of a driver that are written in C++, as tests of its suite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileAndRun } from '../../hardware-drivers/lib/sound-files/test/compile.ts';
import { isFull } from './depth.ts';

export interface NativeTests {
  /** The name of the test that runs the program. */
  readonly title: string;
  /** A line that the program prints. */
  readonly prints: string;
  /** What the program is compiled from: tests, and objects of what is shipped. */
  readonly files: () => readonly string[];
  /** The same from sources, for the sanitizers of a full run. */
  readonly sanitized: () => readonly string[];
}

/** Compiles the program into a temporary folder, and runs it; in a full run also under sanitizers. Returns the folder. */
export function testNative({ title, prints, files, sanitized }: NativeTests): () => string {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-native-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test(title, () => {
    const report = compileAndRun(join(folder, 'plain'), ['-O1'], files());
    expect(report).toContain(prints);
    expect(report).not.toContain('FAIL');
  }, 600_000);

  test.runIf(isFull)(
    'AddressSanitizer and UndefinedBehaviorSanitizer find nothing',
    () => {
      const options = ['-O1', '-g1', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
      expect(compileAndRun(join(folder, 'address'), options, sanitized())).not.toContain('FAIL');
    },
    600_000,
  );
  return () => folder;
}
