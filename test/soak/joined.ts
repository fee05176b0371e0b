// Devices with clocks of their own, and of the same clock, joined for an hour of simulated time each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAndRun, filesIn } from '../../hardware-drivers/lib/sound-files/test/compile.ts';
import { root } from '../harness/service.ts';

/** Prints what the tests print. Returns whether all hold. */
export function soakJoined(): boolean {
  const home = join(root, 'core/audio/process/native/joined');
  const main = join(root, 'hardware-drivers/lib/sound-files/test/main.cc');
  const sources = filesIn(home, '.cc').filter((name) => !name.endsWith('_addon.cc'));
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-soak-'));
  const files = [main, join(home, 'test/clocks_test.cc'), ...sources];
  process.env.JOINED_S = '3600';
  try {
    console.log(compileAndRun(join(folder, 'clocks'), ['-O2', `-I${join(root, 'hardware-drivers/include')}`], files));
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
