// Scans: a job of the driver of plugins reads new and changed bundles, tries their plugins, and writes the files of the library.
import { mkdirSync } from 'node:fs';
import { type Fields, type JobRun, type Jobs, type Listeners, Refusal } from 'rowdesk/provider';
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

  /** Resolves to the counts of the job. Rejects with Refusal; what the job wrote until then counts. */
  async run({ signal, progress }: JobRun, again?: TriedAgain): Promise<Fields> {
    const { jobs, hosted, library } = this.#needs;
    if (this.#progress !== null) {
      throw new Refusal('conflict', 'A scan of plugins runs already.', { reason: 'scan-running' });
    }
    this.#become({ done: 0, total: 0, phase: 'begin' });
    try {
      mkdirSync(library.folder, { recursive: true, mode: 0o700 });
      const report = await jobs.run(
        'plugins',
        'scan',
        { folder: library.folder, ...(again && { again: { ...again } }) },
        {
          signal,
          progress: (done, total, phase) => {
            this.#become({ done, total, phase });
            progress(done, total, phase);
          },
        },
      );
      library.date();
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
