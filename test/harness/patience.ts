// What a test waits for with `vi.waitFor` and `vi.waitUntil` comes later on a busy machine, as with `expect.poll`: their second
// is no verdict.
import { vi } from 'vitest';
import { patienceMs as timeout } from './patience-ms.ts';

const marker = Symbol.for('rowdesk.patience');
type Marked = typeof vi.waitFor & { [marker]?: true };

// Files share a process, and this module is read for each of them.
if ((vi.waitFor as Marked)[marker] === undefined) {
  const { waitFor, waitUntil } = vi;
  const patient = <Options extends { timeout?: number }>(options: number | Options | undefined) =>
    typeof options === 'number' ? options : { timeout, ...options };
  const patientWaitFor: Marked = (callback, options) => waitFor(callback, patient(options));
  patientWaitFor[marker] = true;
  vi.waitFor = patientWaitFor;
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}
