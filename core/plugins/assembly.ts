// Configuration -> providers -> rows. Faulty providers are left out, with a problem in words, before rows answer; the
// others start, unless the configuration says `required`.
import { describeProblem, type ProviderProblem, StartError } from '../base/start-error.ts';
import type { Registry } from '../rows/registry.ts';
import type { Log, Warnings } from '../services.ts';
import { Container, type RowProvider } from './container.ts';
import { type GivenProvider, isInTree, type Loading, loadProviders, type ProvidersConfig } from './load.ts';
import type { ProviderBoard } from './provider-board.ts';

export interface Assembly {
  readonly container: Container;
  readonly registry: Registry;
  /** The providers without problems, in the order of the configuration. */
  readonly providers: readonly RowProvider[];
  readonly problems: readonly ProviderProblem[];
  /** The names of the providers without which the service does not run. */
  readonly required: ReadonlySet<string>;
  /** What the configuration calls the package that brings a provider, by the provider's name. */
  readonly packageOf: ReadonlyMap<string, string>;
}

/**
 * Fills the registry. `provide` gives the container the host's own services. Rejects with StartError when a required
 * provider has a problem.
 */
export async function assemble(
  config: ProvidersConfig,
  registry: Registry,
  provide: (container: Container) => void,
  loading: Loading,
  given: readonly GivenProvider[] = [],
): Promise<Assembly> {
  const container = new Container();
  provide(container);
  const loaded = await loadProviders(config, loading, given);
  for (const { provider, config: own } of loaded.providers) container.add(provider, own);
  const resolved = container.resolveAll();
  const made = resolved.filter(({ problems }) => problems.length === 0);
  registry.add(made);
  const found = [
    ...loaded.problems,
    ...resolved.flatMap((each) => each.problems),
    ...registry.errors.map(({ provider, template, message }) => ({
      provider,
      field: template,
      problem: message,
      remedy: '',
    })),
  ];
  const switchedOn = new Set(config.providers.map(({ name }) => name));
  const problems = rootsFirst(found, (name) => isInTree(name) && !switchedOn.has(name));
  // A package is called by its own name in the configuration, and may bring a provider of another name.
  const required = new Set(config.providers.filter((entry) => entry.required).map(({ name }) => name));
  for (const { provider } of given) required.add(provider.name);
  for (const { entry, provider } of loaded.providers) if (entry.required) required.add(provider.name);
  if (problems.some(({ provider }) => required.has(provider))) throw new StartError(problems.map(describeProblem));
  const providers = made.filter(({ provider }) => !registry.errors.some((error) => error.provider === provider.name));
  const packageOf = new Map(loaded.providers.map(({ entry, provider }) => [provider.name, entry.name]));
  return { container, registry, providers, problems, required, packageOf };
}

/**
 * Problems that are roots first, then those that follow from them, in the order in which they do. A provider that is not
 * switched on, and that others need, is a root too: it gets a problem of its own where `isKnown` says that there is one
 * of this name.
 */
export function rootsFirst(
  problems: readonly ProviderProblem[],
  isKnown: (provider: string) => boolean,
): readonly ProviderProblem[] {
  const faulty = new Set(problems.map(({ provider, meant = provider }) => meant));
  const needed = new Set(problems.flatMap(({ follows }) => follows ?? []));
  const missing = [...needed].filter((name) => !faulty.has(name) && isKnown(name));
  const isRoot = ({ follows }: ProviderProblem) =>
    follows === undefined || !(faulty.has(follows) || missing.includes(follows));
  const ordered = [...missing.map((name) => switchedOff(name, problems)), ...problems.filter(isRoot)];
  const names = ordered.map(({ provider, meant = provider }) => meant);
  // The list grows while it is gone through: what follows is followed itself.
  for (const name of names) {
    for (const each of problems) {
      if (each.follows !== name || ordered.includes(each)) continue;
      ordered.push(each);
      names.push(each.provider);
    }
  }
  // Providers that wait for each other have no root.
  return [...ordered, ...problems.filter((each) => !ordered.includes(each))];
}

function switchedOff(name: string, problems: readonly ProviderProblem[]): ProviderProblem {
  const followers = [...new Set(problems.filter(({ follows }) => follows === name).map(({ provider }) => provider))];
  const problem = `is not switched on, and ${followers.join(', ')} ${followers.length === 1 ? 'needs' : 'need'} it`;
  return { provider: name, field: '', problem, remedy: `add "${name}" to providers` };
}

/**
 * Calls the start hooks of the providers, once rows answer. A hook that throws is a warning, and the desk goes on
 * without it. Throws StartError when a required provider does not start.
 */
export function startProviders(
  { providers, required }: Pick<Assembly, 'providers' | 'required'>,
  { log, warnings, board }: { readonly log: Log; readonly warnings: Warnings; readonly board: ProviderBoard },
): void {
  for (const { provider, start } of providers) {
    try {
      start();
    } catch (err) {
      const problem = `failed when it was started: ${err instanceof Error ? err.message : String(err)}`;
      const remedy = 'correct it, or take it out of the configuration';
      const found: ProviderProblem = { provider: provider.name, field: 'start', problem, remedy };
      if (required.has(provider.name)) throw new StartError([describeProblem(found)]);
      log.error({ err, provider: provider.name }, describeProblem(found));
      board.notStarted(found);
      warnings.raise({
        id: `provider-start-${provider.name}`,
        title: `Provider ${provider.name} did not start`,
        titleCode: { code: 'provider-start', params: { provider: provider.name } },
        detail: describeProblem(found),
        severity: 'warning',
        path: '',
      });
    }
  }
}
