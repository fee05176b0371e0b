// What a test waits for with `vi.waitFor` comes later on a busy machine, as with `expect.poll`: its second is no verdict.
import { vi } from 'vitest';

const timeout = 20_000;
const marker = Symbol.for('rowdesk.patience');
type WaitFor = typeof vi.waitFor & { [marker]?: true };

// Files share a process, and this module is read for each of them.
if ((vi.waitFor as WaitFor)[marker] === undefined) {
  const waitFor = vi.waitFor;
  const patient: WaitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
  patient[marker] = true;
  vi.waitFor = patient;
}
