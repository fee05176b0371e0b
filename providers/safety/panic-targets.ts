// What a panic silences; rows.md, Panic.
import type { Layout, StripRef } from '../console/index.ts';

export interface PanicTargets {
  readonly allMutesInputs: boolean;
  readonly mains: readonly StripRef[];
}

export function panicTargets(layout: Layout): PanicTargets {
  return { allMutesInputs: true, mains: layout.all().filter(({ kind }) => kind === 'main') };
}
