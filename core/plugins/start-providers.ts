// The start hooks of the providers, once rows answer. One that throws is a warning; the desk goes on without it.

import { describeFault, type ProviderFault, StartFault } from '../base/faults.ts';
import type { Log, Warnings } from '../services.ts';
import type { Assembly } from './assembly.ts';

/** Throws StartFault when a required provider does not start. */
export function startProviders(
  { providers, required }: Pick<Assembly, 'providers' | 'required'>,
  { log, warnings }: { readonly log: Log; readonly warnings: Warnings },
): void {
  for (const { provider, start } of providers) {
    try {
      start();
    } catch (err) {
      const problem = `failed when it was started: ${err instanceof Error ? err.message : String(err)}`;
      const remedy = 'correct it, or take it out of the configuration';
      const fault: ProviderFault = { provider: provider.name, field: 'start', problem, remedy };
      if (required.has(provider.name)) throw new StartFault([describeFault(fault)]);
      log.error({ err, provider: provider.name }, describeFault(fault));
      warnings.raise({
        id: `provider-start-${provider.name}`,
        title: `Provider ${provider.name} did not start`,
        titleCode: { code: 'provider-start', params: { provider: provider.name } },
        detail: describeFault(fault),
        severity: 'warning',
        path: '',
      });
    }
  }
}
