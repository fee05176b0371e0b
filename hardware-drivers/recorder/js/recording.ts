// Recording: follows the ring of the mixer, and keeps the take.
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { loadNative } from './native.ts';
import type { Part } from './part.ts';

export class Recording implements Part {
  readonly path = '/record';
  readonly calls = {};

  /** Throws Error with the remedy when the native half is missing. */
  constructor(_context: DriverContext) {
    loadNative();
  }

  apply(values: readonly Value[]): readonly Reading[] {
    return values.map((value) => ({ ...value, state: 'refused', reason: `${value.path} has no ${value.field}` }));
  }

  observe(): readonly Reading[] {
    return [];
  }

  close(): void {}
}
