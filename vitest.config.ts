import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isNight } from './test/harness/depth.ts';
import { patienceMs } from './test/harness/patience-ms.ts';

/** A first run knows no durations, and begins with the largest files. These are small, and would be what all wait for at the end. */
const takesLong = /\/(native|walk|examples|acknowledged|scenes-killed|interleavings|every-call)\.slow\.test\.ts$/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => takesLong.test(moduleId);
    return [...ordered.filter(isLong), ...ordered.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  ssr: { resolve: { conditions: ['rowdesk:source', ...defaultServerConditions] } },
  test: {
    // `npm test` leaves out **/*.slow.test.*: what starts the service or takes long. **/*.night.test.* run in the night alone
    // (`npm run soak -- --night`).
    include: ['{core,providers,cli,hardware-drivers,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/build/**', ...(isNight ? [] : ['**/*.night.test.*'])],
    // For two cores: a third file computes while others wait for their sound. More only make each other's sound late.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What was compiled once is kept by its content in node_modules/, for the next run and for the five of `.ci/run`.
    experimental: { fsModuleCache: true },
    // What files import is read and compiled once per worker, not once for each of 270: half of the processor time.
    isolate: false,
    // Each test's desk makes some 100 MB that soon are garbage: with the usual 16 MB of young space much of it is copied around.
    execArgv: ['--max-semi-space-size=64'],
    // As the units start a desk: its processes, and commands, have one thread for V8's own work (core/system/process-flags.ts).
    env: { NODE_OPTIONS: '--v8-pool-size=1' },
    globalSetup: ['test/harness/temporary.ts', 'scripts/steps/processors.mjs'],
    setupFiles: ['test/harness/seed.ts', 'test/harness/cost.ts', 'test/harness/patience.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: patienceMs } },
    hookTimeout: 120_000,
  },
});
