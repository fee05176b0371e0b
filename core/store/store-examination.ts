// Examines a store in another process before the desk reads it, since reading a damaged file may end the process.
import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StoreThread } from './store-thread.ts';

export interface Examination {
  /** The faults of the file, in words; empty for a sound file. */
  readonly problems: readonly string[];
  /** Why the file could not be examined; '' if it was. */
  readonly fault: string;
  /** The store id of each backup, in order; undefined for an unreadable backup. */
  readonly storeIds: readonly (string | undefined)[];
  /** True if only the part of a large file that a start reads was examined. */
  readonly isPart: boolean;
}

/** The result for a file that does not exist yet. */
export const unexamined: Examination = { problems: [], fault: 'it is new', storeIds: [], isPart: false };

/** `start` examines only what opening the store needs; a copy is examined whole later. */
export type Extent = 'whole' | 'start';
export type Examine = (file: string, backups: readonly string[], extent: Extent) => Promise<Examination>;

const examiner = fileURLToPath(new URL('./store-examiner.mjs', import.meta.url));
const mostTalkBytes = 1 << 20;

type Line = {
  readonly problems?: readonly string[];
  readonly storeId?: string;
  readonly fault?: string;
  readonly isPart?: boolean;
};

/** Examines by the store's thread, which checks its `own` file when it opens it. Rejects with the thread's error. */
export function examineByThread(thread: StoreThread, own: string): Examine {
  return async (file, backups) => ({
    problems: file === own ? [] : await thread.ask('check', { file }),
    fault: file === own ? 'it is checked as it is opened' : '',
    storeIds: await thread.ask('storeIds', { files: backups }),
    isPart: false,
  });
}

/** Resolves to true for a sound copy; examines all of it. */
export const soundBy = (examine: Examine) => async (copy: string) => {
  const { problems, fault } = await examine(copy, [], 'whole');
  return problems.length === 0 && fault === '';
};

/** Never rejects. */
export const examineInProcess: Examine = (file, backups, extent) =>
  new Promise((resolve) => {
    execFile(process.execPath, [examiner, extent, file, ...backups], { maxBuffer: mostTalkBytes }, (error, said) => {
      // The process ends itself by SIGKILL, so its exit status means nothing once it has sent its result.
      const [first, ...others] = said
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line);
      const storeIds = backups.map((_, place) => others[place]?.storeId || undefined);
      resolve({ ...judged(first, error), storeIds, isPart: first?.isPart === true });
    });
  });

function judged(line: Line | undefined, error: ExecFileException | null): Pick<Examination, 'problems' | 'fault'> {
  if (line?.problems !== undefined) return { problems: line.problems, fault: '' };
  if (line?.fault !== undefined) return { problems: [], fault: line.fault };
  const { signal, message = '' } = error ?? {};
  // A signal is the effect of reading the file; without a signal the process could not be started.
  return signal && signal !== 'SIGKILL' && signal !== 'SIGTERM'
    ? { problems: [`reading it ends a process by ${signal}`], fault: '' }
    : { problems: [], fault: message };
}
