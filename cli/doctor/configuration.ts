// The configuration as a start would take it: providers and drivers that could not be used.

import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type Inspection, inspect } from '../inspection.ts';
import { type Diagnosis, fine, problem } from './finding.ts';
import type { AskedClock } from './server-clock.ts';

export interface ConfigurationFound {
  readonly findings: readonly Diagnosis[];
  readonly hostNames: readonly string[];
  /** The block and the rate that a start asks for. */
  readonly clock: AskedClock;
}

export async function configuration(file: string): Promise<ConfigurationFound> {
  try {
    const inspection = await inspect(file);
    const { hostNames, rate, blockFrames } = inspection.config;
    return { findings: findingsOf(inspection, file), hostNames, clock: { rate, blockFrames } };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const findings = [problem('configuration', error.message, `rowdesk check --config ${file}`)];
    return { findings, hostNames: [], clock: { rate: 48_000, blockFrames: 64 } };
  }
}

function findingsOf({ drivers, providerProblems, driverProblems }: Inspection, file: string): readonly Diagnosis[] {
  const again = `rowdesk check --config ${file}`;
  return [
    providerProblems.length === 0
      ? fine('configuration', file)
      : problem('configuration', `${counted(providerProblems.length, 'fault')} in ${file}`, again),
    driverProblems.length === 0
      ? fine('drivers', drivers.packages.map(({ name }) => name).join(', '))
      : problem('drivers', driverProblems.join('; '), again),
  ];
}
