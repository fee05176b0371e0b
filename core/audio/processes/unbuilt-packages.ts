// The driver packages that no process can load yet, since they are built while the desk runs. A package whose process runs from
// before, with an earlier build, is none of them: that process goes on.
import type { DriverPackage } from '../discovery/package.ts';
import type { ProcessSnapshot } from './audio-snapshot.ts';
import type { Build, Builds } from './builds.ts';
import { controlName } from './process-share.ts';

export class UnbuiltPackages {
  readonly #builds: Builds | undefined;
  /** Those that were not built at the start of the desk, and that no process has loaded so far. */
  readonly #awaited: Set<string>;
  /** Those of them that are built by now, and were handed out. */
  readonly #built = new Set<string>();
  /** Those that a process loaded after their build. */
  readonly #late = new Set<string>();

  constructor(builds: Builds | undefined, packages: readonly Pick<DriverPackage, 'name'>[]) {
    this.#builds = builds;
    const names = packages.map(({ name }) => name);
    this.#awaited = new Set(names.filter((name) => builds?.of(name) !== undefined));
  }

  /** Of packages that no process may load yet. */
  get names(): readonly string[] {
    return [...this.#awaited].filter((name) => this.#builds?.of(name) !== undefined);
  }

  /** False for the process of a package that is not built; one that runs from before goes on. */
  mayLaunch(process: string): boolean {
    return !this.names.some((name) => controlName(name) === process);
  }

  /** Of each package that opens no device for want of its build, by name. */
  get all(): ReadonlyMap<string, Build> {
    const comes: Build = { state: 'building', reason: 'it is built, and its process loads it' };
    return new Map([...this.#awaited].map((name) => [name, this.#builds?.of(name) ?? comes]));
  }

  /** Packages that came later than the sound. */
  get late(): ReadonlySet<string> {
    return this.#late;
  }

  /** The names of packages that are built since the last call. */
  takeBuilt(): readonly string[] {
    const fresh = [...this.#awaited].filter((name) => !this.#built.has(name) && this.#builds?.of(name) === undefined);
    for (const name of fresh) this.#built.add(name);
    return fresh;
  }

  /** Takes the current reports of the processes. */
  learn(processes: readonly Pick<ProcessSnapshot, 'status'>[]): void {
    for (const { name, state } of processes.flatMap(({ status }) => status?.packages ?? [])) {
      const isTried = state === 'loaded' || this.#built.has(name);
      if (!isTried || !this.#awaited.delete(name)) continue;
      if (this.#built.has(name)) this.#late.add(name);
    }
  }
}
