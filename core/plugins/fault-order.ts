// Which faults of providers are the roots, and which follow from them: where one provider makes what twelve need, all
// thirteen are left out.
import type { ProviderFault } from '../base/faults.ts';

/**
 * Roots first, then what follows from them, in the order in which it does. A provider that is not switched on, and that
 * others need, is a root too: it gets a fault of its own where `isKnown` says that there is one of this name.
 */
export function rootsFirst(
  faults: readonly ProviderFault[],
  isKnown: (provider: string) => boolean,
): readonly ProviderFault[] {
  const faulty = new Set(faults.map(({ provider, meant = provider }) => meant));
  const needed = new Set(faults.flatMap(({ follows }) => follows ?? []));
  const missing = [...needed].filter((name) => !faulty.has(name) && isKnown(name));
  const isRoot = ({ follows }: ProviderFault) =>
    follows === undefined || !(faulty.has(follows) || missing.includes(follows));
  const ordered = [...missing.map((name) => switchedOff(name, faults)), ...faults.filter(isRoot)];
  const names = ordered.map(({ provider, meant = provider }) => meant);
  // The list grows while it is gone through: what follows is followed itself.
  for (const name of names) {
    for (const fault of faults) {
      if (fault.follows !== name || ordered.includes(fault)) continue;
      ordered.push(fault);
      names.push(fault.provider);
    }
  }
  // Providers that wait for each other have no root.
  return [...ordered, ...faults.filter((fault) => !ordered.includes(fault))];
}

function switchedOff(name: string, faults: readonly ProviderFault[]): ProviderFault {
  const followers = [...new Set(faults.filter(({ follows }) => follows === name).map(({ provider }) => provider))];
  const problem = `is not switched on, and ${followers.join(', ')} ${followers.length === 1 ? 'needs' : 'need'} it`;
  return { provider: name, field: '', problem, remedy: `add "${name}" to providers` };
}
