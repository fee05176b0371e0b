import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['rowdesk:source', ...defaultServerConditions] } },
  test: {
    include: ['{core,providers,cli,hardware-drivers,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/build/**'],
    // Two cores, and tests that start audio processes: files side by side only make each other late.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
