import { fileURLToPath } from 'node:url';
import { testNative } from '../../../test/harness/native-tests.ts';

const files = () =>
  ['./sample_format_test.cc', '../src/sample_format.cc'].map((file) => fileURLToPath(new URL(file, import.meta.url)));

testNative({
  title: 'samples of all formats are the same there and back, rounded and clipped (C++)',
  prints: 'ok   S24_3LE: every number that a float holds is the same there and back',
  files,
  sanitized: files,
});
