import type { ObservedReader } from './definitions.ts';

/** What targets report, and the news of it. */
export interface ObservedState extends ObservedReader {
  /** Called with all fields that changed in one report, in its tick. */
  onChange(listener: (changes: readonly { readonly path: string; readonly field: string }[]) => void): () => void;
}
