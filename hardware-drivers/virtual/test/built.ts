// Whether the native part is there to be tested: with CI=true it has to be, elsewhere its absence is said once.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProcessorHandle } from 'rowdesk/driver';

export const home = fileURLToPath(new URL('..', import.meta.url));
const release = `${home}build/Release/`;

export function isBuilt(): boolean {
  if (existsSync(`${release}virtual.node`) && existsSync(`${release}test_processor.node`)) return true;
  if (process.env.CI === 'true') throw new Error('the virtual stagebox is not built: npm run build');
  console.warn('skipped: the virtual stagebox is not built (npm run build)');
  return false;
}

/** A processor that passes input n on to output n, and what it saw of its driver. */
export interface TestProcessors {
  make(): ProcessorHandle;
  state(processor: ProcessorHandle): {
    readonly inputs: number;
    readonly outputs: number;
    readonly largest: number;
    readonly flags: number;
    readonly blocks: number;
    readonly frames: number;
    readonly position: number;
    readonly gaps: number;
    readonly releases: number;
    readonly rate: number;
  };
  /** The next block takes so many microseconds. */
  dawdle(processor: ProcessorHandle, us: number): void;
  /** `prepare` answers with this negative errno from now on; 0 for well. */
  refuse(processor: ProcessorHandle, error: number): void;
}

export const testProcessors = (): TestProcessors => createRequire(import.meta.url)(`${release}test_processor.node`);
