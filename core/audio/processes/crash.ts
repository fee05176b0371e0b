// Unrequested ends of driver processes, and the packages that they count against.

import type { DriverPackage } from '../discovery/package.ts';
import type { CrashPage } from './crash-page.ts';

export interface Crash {
  /** `SIGSEGV`, `exit code 1`, `unknown`. */
  readonly how: string;
  /** The package that the thread was calling, '' if unknown. */
  readonly driver: string;
  readonly thread: string;
  /** True when the process hung while it loaded its packages: the next attempt would hang as well. */
  readonly isFinal: boolean;
  /** True for a process that was ended since it did not answer. */
  readonly isForTime?: boolean;
}

export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The process was killed since it did not answer. */
export interface Killed {
  readonly driver: string;
  readonly isFinal: boolean;
}

/** `end` is known for a process launched here; `page` is its crash page. */
export function crashOf(end: End | undefined, page: CrashPage | undefined, killed: Killed | undefined): Crash {
  if (killed)
    return {
      how: 'SIGKILL, as it did not answer',
      driver: killed.driver,
      thread: 'javascript',
      isFinal: killed.isFinal,
      isForTime: true,
    };
  const code = typeof end?.code === 'number' ? `exit code ${end.code}` : 'unknown';
  const how = page?.signal || end?.signal || code;
  if (page?.signal) return { how, driver: page.driver, thread: page.thread, isFinal: false };
  // The process ended itself, as exit() does, in the package that its JavaScript called. A SIGKILL from outside counts
  // against no package.
  const driver = end?.signal ? '' : (page?.javascript ?? '');
  return { how, driver, thread: driver === '' ? '' : 'javascript', isFinal: false };
}

/**
 * The package that a crash counts against; the mixer is never one. `alone` is the only package of the process, if it has but
 * one. `drivenBy` is the driver that called the mixer: a crash in the mixer, on the audio thread, counts for it where it is
 * a package of others. The time that a package of ours takes says something of the machine, and counts against none.
 */
export function accused(
  { driver, thread, isForTime }: Crash,
  packages: readonly Pick<DriverPackage, 'name' | 'manifest' | 'isInTree'>[],
  drivenBy: string,
  alone = '',
): string | undefined {
  const named = (name: string) => packages.find((each) => each.name === name);
  const isOurs = (name: string) => named(name)?.isInTree !== false;
  const guilty = alone || driver;
  if (guilty === '' || (isForTime && isOurs(guilty))) return undefined;
  if (named(guilty)?.manifest.kind !== 'mixer') return guilty;
  return thread === 'audio' && !isOurs(drivenBy) ? drivenBy : undefined;
}
