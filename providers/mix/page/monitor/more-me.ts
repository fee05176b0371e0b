// "More me": the strips that a musician chose go up against the rest of the mix.
import { maximumDb, minimumDb, roundedTo } from '../scale/fader-law.ts';

/** What one press changes. */
export const pressDb = 1;

export interface SendLevel {
  readonly path: string;
  readonly levelDb: number;
  readonly isMe: boolean;
}

/** A level that one press sets. */
export interface LevelMove {
  readonly path: string;
  readonly levelDb: number;
}

/**
 * One press: every chosen send moves by `stepDb`. At the end of a chosen one's travel the rest goes the other way, so that
 * the balance changes all the same. What is off stays off.
 */
export function moreMe(sends: readonly SendLevel[], stepDb: number): readonly LevelMove[] {
  const sounding = sends.filter(({ levelDb }) => levelDb > minimumDb);
  const chosen = sounding.filter(({ isMe }) => isMe);
  const isAtEnd = chosen.some(({ levelDb }) => levelDb + stepDb > maximumDb);
  if (isAtEnd)
    return moved(
      sounding.filter(({ isMe }) => !isMe),
      -stepDb,
    );
  return moved(chosen, stepDb);
}

/** How much louder the chosen sends are than the rest on average, in dB; undefined without both. */
export function againstTheRestDb(sends: readonly SendLevel[]): number | undefined {
  const meanOf = (isMe: boolean) => {
    const levels = sends.filter((send) => send.isMe === isMe && send.levelDb > minimumDb).map(({ levelDb }) => levelDb);
    return levels.length === 0 ? undefined : levels.reduce((sum, levelDb) => sum + levelDb, 0) / levels.length;
  };
  const [me, rest] = [meanOf(true), meanOf(false)];
  return me === undefined || rest === undefined ? undefined : me - rest;
}

/** Together, each within its travel: a group keeps its balance until one of them is at an end. */
export function moved(sends: readonly SendLevel[], stepDb: number): readonly LevelMove[] {
  return sends
    .filter(({ levelDb }) => levelDb > minimumDb)
    .map(({ path, levelDb }) => ({
      path,
      levelDb: Math.min(maximumDb, Math.max(minimumDb, roundedTo(levelDb + stepDb, 0.1))),
    }));
}
