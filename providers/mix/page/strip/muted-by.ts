// What silences a strip, in words: `mutedBy` of its row.
import { stripPath } from '../desk/strip-path.ts';
import type { TextKey } from '../text/text.ts';

export interface Cause {
  readonly key: TextKey;
  readonly number: string;
  /** The mute group or DCA, which has a name. */
  readonly path: string | undefined;
}

export interface Silence {
  /** Its own mute is one of the causes. */
  readonly isOwn: boolean;
  /** The first cause but its own mute. */
  readonly cause: Cause | undefined;
  /** How many other causes there are. */
  readonly more: number;
}

const keys: Readonly<Record<string, TextKey>> = {
  muteGroup: 'strip.byGroup',
  dca: 'strip.byDca',
  panic: 'strip.byPanic',
  startup: 'strip.byStartup',
  phantom: 'strip.byPhantom',
  patch: 'strip.byPatch',
  clock: 'strip.byClock',
  stagebox: 'strip.byStagebox',
  fault: 'strip.byFault',
};

/** `mutedBy`: `mute`, `muteGroup:2`, `panic` ...; a cause without words of its own is a fault. */
export function silenceOf(mutedBy: readonly string[]): Silence {
  const [first, ...more] = mutedBy.filter((cause) => cause !== 'mute');
  const [name = '', number = ''] = first?.split(':') ?? [];
  return {
    isOwn: mutedBy.includes('mute'),
    cause: first === undefined ? undefined : { key: keys[name] ?? 'strip.byFault', number, path: pathOf(name, number) },
    more: more.length,
  };
}

const pathOf = (name: string, number: string): string | undefined =>
  name === 'muteGroup' || name === 'dca' ? stripPath(name, number) : undefined;
