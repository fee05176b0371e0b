// A loop that is there although no patch may close one: a cable was told of later, or somebody made a link outside.
import { type Desk, type Faults, type Graph, Listeners, stopAll, type Time, type Warnings } from 'rowdesk/provider';
import { stripName } from '../console/index.ts';
import { type Loop, Loops } from '../patch/index.ts';

const warningId = 'loop';

export interface LoopWatchNeeds {
  readonly desk: Desk;
  readonly faults: Faults;
  readonly graph: Graph;
  /** Undefined where nobody provides a patch: then no loop can be known. */
  readonly loops: Loops | undefined;
  readonly time: Time;
  readonly warnings: Warnings;
}

export interface KnownLoop extends Loop {
  /** ISO 8601: since when it is there, as far as this run knows. */
  readonly since: string;
}

export class LoopWatch {
  readonly #needs: LoopWatchNeeds;
  readonly #listeners: Listeners;
  #known: readonly KnownLoop[] = [];

  constructor(needs: LoopWatchNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.faults, 'a listener of loops');
  }

  /** The one that is there for the longest. */
  get loop(): KnownLoop | null {
    return this.#known[0] ?? null;
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Looks now, and whenever the patch or the graph changes. */
  start(): () => void {
    const { desk, graph } = this.#needs;
    this.#look();
    return stopAll(
      desk.onCommit((_revision, paths) => paths.some(Loops.mayClose) && this.#look()),
      graph.onChange(() => this.#look()),
    );
  }

  #look(): void {
    const { desk, loops, time } = this.#needs;
    const found = loops?.in(desk) ?? [];
    if (found.length === 0 && this.#known.length === 0) return;
    const names = (of: readonly Loop[]) => of.map(({ words }) => words).join('\n');
    const before = this.#known.filter(({ words }) => found.some((loop) => loop.words === words));
    const fresh = found.filter(({ words }) => !before.some((known) => known.words === words));
    if (fresh.length === 0 && names(before) === names(this.#known)) return;
    const since = new Date(time.now()).toISOString();
    this.#known = [...before, ...fresh.map((loop) => ({ ...loop, since }))];
    this.#warn();
    this.#listeners.notify();
  }

  #warn(): void {
    const { warnings } = this.#needs;
    const { loop } = this;
    if (loop === null) {
      warnings.clear(warningId);
      return;
    }
    warnings.raise({
      id: warningId,
      title: 'The sound goes in a circle',
      titleCode: { code: 'loop', params: { strips: loop.strips.map(stripName) } },
      detail: `What leaves the desk comes back into it, and may howl: ${loop.words}`,
      severity: 'alarm',
      path: '/safety/loop',
    });
  }
}
