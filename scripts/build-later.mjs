// Builds native packages beside a running desk, one after another at idle priority: `node scripts/build-later.mjs NAME...`. The desk
// reads the progress as JSON lines on stdout and ends this process with itself (core/audio/processes/package-builds.ts). What
// compilers say is in the log of each package.
import { endWithStarter } from './steps/end-with-starter.mjs';
import { beIdle } from './steps/idle.mjs';
import { buildLater } from './steps/later.mjs';

endWithStarter();
beIdle();
await buildLater(process.argv.slice(2), (line) => process.stdout.write(`${JSON.stringify(line)}\n`));
