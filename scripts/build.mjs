// Installs what is missing and builds what is stale: `node scripts/build.mjs [--strict] [--force]`.
// Plain JavaScript without a dependency, because it runs before `npm ci`; and this file parses on any Node, so that a
// Node that is too old is told so in words.
import { requireNode } from './steps/node-version.mjs';

requireNode();
const strict = process.argv.includes('--strict');
const force = process.argv.includes('--force');
import('./steps/build.mjs')
  .then(({ build }) => build({ strict, force }))
  .catch(async (error) => {
    const { wordsOf } = await import('./steps/passing.mjs');
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exitCode = 1;
  });
