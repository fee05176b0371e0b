// `npm start`: builds what is stale, then becomes the service, in this one process so that signals reach it.
import { requireNode } from './steps/node-version.mjs';

requireNode();
import('./steps/build.mjs')
  .then(({ build }) => build({}))
  .then(
    () => {
      process.argv.splice(1, 1, new URL('../dist/cli/main.js', import.meta.url).pathname, 'start');
      return import('../dist/cli/main.js');
    },
    (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    },
  );
