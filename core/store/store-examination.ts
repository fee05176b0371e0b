// Reads a store in a process of its own before the desk does, since what is wrong with the file may end whichever process
// reads it.
import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StoreThread } from './store-thread.ts';

export interface Examination {
  /** What is wrong with the file, in words; none for a sound one. */
  readonly problems: readonly string[];
  /** Why nothing can be said of it, '' where that is said. */
  readonly fault: string;
  /** The ids of the stores that the backups are of, in their order; undefined for one that can't be read. */
  readonly storeIds: readonly (string | undefined)[];
  /** Of a large file only what a start reads was looked at. */
  readonly isPart: boolean;
}

/** Of a file that is not there yet. */
export const unexamined: Examination = { problems: [], fault: 'it is new', storeIds: [], isPart: false };

/** `start`: whether it may be opened; what that leaves out is looked at in a copy. */
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

/** By the thread of the store, which checks its `own` file as it opens it. Rejects with what the thread rejects with. */
export function examineByThread(thread: StoreThread, own: string): Examine {
  return async (file, backups) => ({
    problems: file === own ? [] : await thread.ask('check', { file }),
    fault: file === own ? 'it is checked as it is opened' : '',
    storeIds: await thread.ask('storeIds', { files: backups }),
    isPart: false,
  });
}

/** Whether a copy is sound as a whole. */
export const soundBy = (examine: Examine) => async (copy: string) => {
  const { problems, fault } = await examine(copy, [], 'whole');
  return problems.length === 0 && fault === '';
};

/** Never rejects. */
export const examineInProcess: Examine = (file, backups, extent) =>
  new Promise((resolve) => {
    execFile(process.execPath, [examiner, extent, file, ...backups], { maxBuffer: mostTalkBytes }, (error, said) => {
      // It ends itself by SIGKILL, so that its exit says nothing as long as it has said what it had to.
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
  // A signal is what reading did; without one the process could not even be started.
  return signal && signal !== 'SIGKILL' && signal !== 'SIGTERM'
    ? { problems: [`reading it ends a process by ${signal}`], fault: '' }
    : { problems: [], fault: message };
}
