import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['rowdesk:source', ...defaultServerConditions] } },
  test: {
    include: ['{core,providers,cli,hardware-drivers,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/build/**'],
    // For two cores: a third file computes while others wait for their sound. More only make each other's sound late.
    maxWorkers: 3,
    // What files import is read and compiled once per worker, not once for each of 270: half of the processor time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
