// The targets of all driver processes. A target is added when a process first names it, and stays.

import { Faults } from '../../base/fault-log.ts';
import { Listeners } from '../../base/listeners.ts';
import type { Demand, Target, Targets } from '../../reconcile/target.ts';
import type { Log, Time } from '../../services.ts';
import { type BeforeSwitch, LinkTarget } from './link-target.ts';

export class RemoteTargets implements Targets {
  readonly demand: Demand | undefined;
  readonly #time: Time;
  readonly #settled: () => void;
  readonly #beforeSwitch: BeforeSwitch | undefined;
  readonly #targets = new Map<string, LinkTarget>();
  readonly #listeners: Listeners<[target: Target]>;

  /** `settled` is called when a target acknowledges the complete state. */
  constructor(time: Time, log: Log, settled: () => void, beforeSwitch?: BeforeSwitch, demand?: Demand) {
    this.demand = demand;
    this.#time = time;
    this.#listeners = new Listeners(new Faults(log), 'a listener of the targets');
    this.#settled = settled;
    this.#beforeSwitch = beforeSwitch;
  }

  get(name: string): LinkTarget {
    const known = this.#targets.get(name);
    if (known) return known;
    const target = new LinkTarget(name, this.#time, this.#settled, this.#beforeSwitch);
    this.#targets.set(name, target);
    this.#listeners.notify(target);
    return target;
  }

  list(): readonly LinkTarget[] {
    return [...this.#targets.values()];
  }

  onAdded(listener: (target: Target) => void): () => void {
    return this.#listeners.add(listener);
  }
}
