// Scans: a job of the driver of plugins reads new and changed bundles, tries their plugins, and writes the files of the library.
import { mkdirSync } from 'node:fs';
import { type Fields, type JobRun, type Jobs, type Listeners, Refusal } from 'rowdesk/provider';
import { lookAtFolders } from './folder-look.ts';
import type { HostedPlugins } from './hosted-plugins.ts';
import type { PluginLibrary } from './plugin-library.ts';

export interface ScanProgress {
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

/** What is tried although it did not change. */
export interface TriedAgain {
  readonly bundle: string;
  /** '' for all of the bundle. */
  readonly uri: string;
}

export interface ScannerNeeds {
  readonly jobs: Jobs;
  readonly hosted: HostedPlugins;
  readonly library: PluginLibrary;
  readonly listeners: Listeners;
}

export class Scanner {
  readonly #needs: ScannerNeeds;
  #progress: ScanProgress | null = null;
  #byItself: { readonly abort: AbortController; readonly ended: Promise<unknown> } | undefined;

  constructor(needs: ScannerNeeds) {
    this.#needs = needs;
  }

  /** Of the scan that runs now; null for none. */
  get progress(): ScanProgress | null {
    return this.#progress;
  }

  /** A scan begins, goes on or ends. */
  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** A scan that the desk begins by itself. Rejects as `run`. */
  async runByItself(signal: AbortSignal): Promise<void> {
    const abort = new AbortController();
    const stop = () => abort.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const ended = this.#run({ signal: abort.signal, progress: () => {} });
    this.#byItself = { abort, ended: ended.catch(() => {}) };
    try {
      await ended;
    } finally {
      this.#byItself = undefined;
      signal.removeEventListener('abort', stop);
    }
  }

  /**
   * Resolves to the counts of the job. Rejects with Refusal; what the job wrote until then counts. Of a scan that the desk began by
   * itself it awaits the end, and then looks for what came since; cancelled, it ends that one too.
   */
  async run(run: JobRun, again?: TriedAgain): Promise<Fields> {
    const { abort, ended } = this.#byItself ?? {};
    if (abort !== undefined) {
      const stop = () => abort.abort(run.signal.reason);
      const stopFollowing = this.onChange(() => {
        if (this.#progress !== null) run.progress(this.#progress.done, this.#progress.total, this.#progress.phase);
      });
      run.signal.addEventListener('abort', stop);
      await ended;
      run.signal.removeEventListener('abort', stop);
      stopFollowing();
      run.signal.throwIfAborted();
    }
    return this.#run(run, again);
  }

  async #run({ signal, progress }: JobRun, again?: TriedAgain): Promise<Fields> {
    const { jobs, hosted, library } = this.#needs;
    if (this.#progress !== null) {
      throw new Refusal('conflict', 'A scan of plugins runs already.', { reason: 'scan-running' });
    }
    this.#become({ done: 0, total: 0, phase: 'begin' });
    try {
      mkdirSync(library.folder, { recursive: true, mode: 0o700 });
      // What changes while the scan runs is another look than this one.
      const { stamp } = await lookAtFolders();
      signal.throwIfAborted();
      const report = await jobs.run(
        'plugins',
        'scan',
        { folder: library.folder, ...(again && { again: { ...again } }) },
        {
          signal,
          // An operator waits for the first plugins.
          isUrgent: !hosted.list().some(({ supported }) => supported),
          progress: (done, total, phase) => {
            if (library.hasMore) hosted.scanned();
            this.#become({ done, total, phase });
            progress(done, total, phase);
          },
        },
      );
      library.date(stamp);
      return report;
    } finally {
      this.#progress = null;
      hosted.scanned();
      this.#needs.listeners.notify();
    }
  }

  #become(progress: ScanProgress): void {
    this.#progress = progress;
    this.#needs.listeners.notify();
  }
}
