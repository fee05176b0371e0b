// The part of `npm start` that builds, a process of its own so that the desk does not keep the memory of a bundler: builds what
// the first sound needs, and writes the names of the native packages that are left as JSON to stdout.
import { buildFirst } from './steps/build.mjs';
import { endWithStarter } from './steps/end-with-starter.mjs';
import { wordsOf } from './steps/passing.mjs';

endWithStarter();
try {
  process.stdout.write(`${JSON.stringify(await buildFirst())}\n`);
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
