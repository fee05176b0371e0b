// Configuration -> providers -> rows. Whatever is faulty is left out, in words, before anything is served; the rest
// goes on, unless the configuration says `required`.

import { describeFault, type ProviderFault, StartFault } from '../base/faults.ts';
import type { Registry } from '../rows/registry.ts';
import { Container, type RowProvider } from './container.ts';
import { rootsFirst } from './fault-order.ts';
import { type GivenProvider, isInTree, type Loading, loadProviders, type ProvidersConfig } from './load.ts';

export interface Assembly {
  readonly container: Container;
  readonly registry: Registry;
  /** Those without fault, in the order of the configuration. */
  readonly providers: readonly RowProvider[];
  readonly faults: readonly ProviderFault[];
  /** The names of the providers without which the service does not run. */
  readonly required: ReadonlySet<string>;
  /** What the configuration calls the package that brings a provider, by the provider's name. */
  readonly packageOf: ReadonlyMap<string, string>;
}

/**
 * Fills the registry. `provide` gives the container the host's own services. Rejects with StartFault when a required
 * provider has a fault.
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
  const made = resolved.filter(({ faults }) => faults.length === 0);
  registry.add(made);
  const found = [
    ...loaded.faults,
    ...resolved.flatMap((each) => each.faults),
    ...registry.faults.map(({ provider, template, message }) => ({
      provider,
      field: template,
      problem: message,
      remedy: '',
    })),
  ];
  const switchedOn = new Set(config.providers.map(({ name }) => name));
  const faults = rootsFirst(found, (name) => isInTree(name) && !switchedOn.has(name));
  // A package is called by its own name in the configuration, and may bring a provider of another name.
  const required = new Set(config.providers.filter((entry) => entry.required).map(({ name }) => name));
  for (const { provider } of given) required.add(provider.name);
  for (const { entry, provider } of loaded.providers) if (entry.required) required.add(provider.name);
  if (faults.some(({ provider }) => required.has(provider))) throw new StartFault(faults.map(describeFault));
  const providers = made.filter(({ provider }) => !registry.faults.some((fault) => fault.provider === provider.name));
  const packageOf = new Map(loaded.providers.map(({ entry, provider }) => [provider.name, entry.name]));
  return { container, registry, providers, faults, required, packageOf };
}
