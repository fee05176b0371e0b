// What driver processes told of packages and models; it outlives their restarts, so that a restart changes no plan.
import type { DiscoveredModel } from '../driver.ts';
import type { CrashCounter } from './crash-counter.ts';
import type { ProcessFacts } from './facts.ts';
import type { Status } from './link/shapes.ts';
import { type ConfiguredDevice, virtualTransport } from './models.ts';
import type { DriverPackage } from './package.ts';
import { makePlan, type Planned } from './plan.ts';

export interface KnowledgeOptions {
  readonly packages: readonly DriverPackage[];
  readonly configured: readonly ConfiguredDevice[];
  readonly preferred: readonly string[];
  readonly crashes: CrashCounter;
}

export class Knowledge {
  readonly #options: KnowledgeOptions;
  /** By process. */
  readonly #said = new Map<string, Pick<Status, 'models' | 'packages'>>();
  /** Real devices that were there in this run of the control process. */
  readonly #everThere = new Map<string, DiscoveredModel>();

  constructor(options: KnowledgeOptions) {
    this.#options = options;
  }

  /** Takes in what processes say now. */
  learn(processes: readonly Pick<ProcessFacts, 'name' | 'status'>[]): void {
    for (const { name, status } of processes) if (status) this.#said.set(name, status);
    for (const model of this.#discovered()) {
      if (model.transport !== virtualTransport) this.#everThere.set(model.id, model);
    }
  }

  plan(failures: Status['failures']): Planned {
    const { packages, configured, preferred } = this.#options;
    const discovered = this.#discovered();
    const isThere = new Set(discovered.map(({ id }) => id));
    return makePlan({
      packages,
      configured,
      discovered,
      gone: [...this.#everThere.values()].filter(({ id }) => !isThere.has(id)),
      blind: new Set(
        this.#loaded()
          .filter(({ state, discovers }) => state === 'loaded' && !discovers)
          .map(({ name }) => name),
      ),
      failures,
      setAside: this.setAside,
      preferred,
    });
  }

  /** Crashed too often, or not to be loaded; a mixer stays in, since there is nothing to put in its place. */
  get setAside(): ReadonlyMap<string, string> {
    const { packages, crashes } = this.#options;
    const mixers = packages.filter(({ manifest }) => manifest.kind === 'mixer').map(({ name }) => name);
    const failed = this.#loaded().filter(({ state }) => state === 'failed');
    return new Map(
      [
        ...failed.map(({ name, reason }) => [name, reason] as const),
        ...crashes.list().map(({ driver, reason }) => [driver, reason] as const),
      ].filter(([name]) => !mixers.includes(name)),
    );
  }

  #loaded(): Status['packages'] {
    return [...this.#said.values()].flatMap(({ packages }) => packages);
  }

  /** One of each id, though two drivers may find the same device. */
  #discovered(): DiscoveredModel[] {
    const models = [...this.#said.values()].flatMap((said) => said.models.map(({ model }) => model));
    return [...new Map(models.map((model) => [model.id, model])).values()];
  }
}
