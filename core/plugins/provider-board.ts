// What became of each provider of the configuration: for rows, beside the warnings.
import { describeProblem, type ProviderProblem } from '../base/start-error.ts';
import type { ProviderState, Providers } from '../services.ts';
import type { Assembly } from './assembly.ts';

export class ProviderBoard implements Providers {
  #list: readonly ProviderState[] = [];

  get list(): readonly ProviderState[] {
    return this.#list;
  }

  /** Before that the list is empty. */
  assembled({ providers, problems, packageOf }: Pick<Assembly, 'providers' | 'problems' | 'packageOf'>): void {
    const leftOut = new Set(problems.map(({ provider }) => provider));
    this.#list = [
      ...[...leftOut].map((name): ProviderState => {
        const own = problems.filter(({ provider }) => provider === name);
        const reason = own.map(describeProblem).join('. ');
        return { name, package: packageOf.get(name) ?? name, roots: [], state: 'left-out', reason };
      }),
      ...providers
        .filter(({ provider }) => !leftOut.has(provider.name))
        .map(({ provider: { name, roots } }): ProviderState => {
          return { name, package: packageOf.get(name) ?? name, roots, state: 'running', reason: '' };
        }),
    ];
  }

  /** The `start` of a provider threw: its rows stay. */
  notStarted(problem: ProviderProblem): void {
    const reason = describeProblem(problem);
    this.#list = this.#list.map((each) =>
      each.name === problem.provider ? { ...each, state: 'degraded', reason } : each,
    );
  }
}
