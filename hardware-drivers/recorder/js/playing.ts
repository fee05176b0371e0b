// Playing: the tracks of a take into the mixer.
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { loadNative } from './native.ts';
import type { Part } from './part.ts';

export class Playing implements Part {
  readonly path = '/vsc';
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
