// What enters buses beside their programme: a panic on all silences it, whatever its row says.
import type { ObservedReader } from 'rowdesk/provider';

/** `mutedBy` of a talkback or the oscillator, as the mixer has it. */
export function mutedByPanic(observed: ObservedReader): readonly 'panic'[] {
  return observed.read('/safety/panic', 'scope')?.value === 'all' ? ['panic'] : [];
}
