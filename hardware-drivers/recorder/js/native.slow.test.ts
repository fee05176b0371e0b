import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { testNative } from '../../../test/harness/native-tests.ts';
import { builtUnit, filesIn } from '../../lib/sound-files/test/compile.ts';
import { isBuilt } from '../test/built.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const main = join(home, '../lib/sound-files/test/main.cc');
const tests = () => [main, ...filesIn(join(home, 'test'), '.cc')];
const sources = () =>
  ['src/files', 'src/recording', '../lib/sound-files/src'].flatMap((folder) => filesIn(join(home, folder), '.cc'));
const objects = () => [
  ...['recorder-files', 'recorder-recording'].map((unit) => builtUnit('recorder', unit)),
  builtUnit('sound-files'),
];

describe.skipIf(!isBuilt())('the native part, tested in C++', () => {
  testNative({
    title: 'files of takes are whole at any moment, and are mended after any end',
    prints: 'ok   what is written in parts of any length is read from any frame on, of every kind',
    files: () => [...tests(), ...objects()],
    sanitized: () => [...tests(), ...sources()],
  });
});
