import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { testNative } from '../../../test/harness/native-tests.ts';
import { builtUnit, filesIn } from '../../lib/sound-files/test/compile.ts';
import { isBuilt } from '../test/built.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const tests = () => [join(home, '../lib/sound-files/test/main.cc'), ...filesIn(join(home, 'test/playing'), '.cc')];
const sources = () =>
  ['src/playing', 'src/files', '../lib/sound-files/src'].flatMap((folder) => filesIn(join(home, folder), '.cc'));
const objects = () => [
  ...['recorder-playing', 'recorder-files'].map((unit) => builtUnit('recorder', unit)),
  builtUnit('sound-files'),
];

describe.skipIf(!isBuilt())('the player, tested in C++ against a double of the mixer', () => {
  testNative({
    title: 'every sample is the right one: at the begin, after a seek, a pause, a joint, and in another ring',
    prints: 'ok   after a seek the sample at its position is the right one, at once',
    files: () => [...tests(), ...objects()],
    sanitized: () => [...tests(), ...sources()],
  });
});
