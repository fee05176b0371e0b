// What is drawn at random is the same each time, so that a run judges the change and not its luck. Another seed looks for
// what no run has met yet: `SEED=7 npm run test:all -- test/show/interleavings`; a failure prints its own.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_260_902) });
