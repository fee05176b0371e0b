// Ring, tape and writing thread of the recorder, with a ring and a disk of the test (test/recording).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testNative } from '../../../test/harness/native-tests.ts';
import { filesIn } from '../../lib/sound-files/test/compile.ts';

const home = fileURLToPath(new URL('../', import.meta.url));
const sources = ['ring_reader', 'tape', 'ring_follower', 'ring_pull', 'memory', 'take_writer'];
const files = () => [
  join(home, '../lib/sound-files/test/main.cc'),
  ...filesIn(join(home, 'test/recording'), '.cc'),
  ...sources.map((name) => join(home, 'src/recording', `${name}.cc`)),
];

testNative({
  title: 'rings are read, and takes are written, with nothing lost that is not told',
  prints: 'ok   a disk that stalls for ten seconds costs nothing',
  files,
  sanitized: files,
});
