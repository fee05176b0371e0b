// The configuration as a start would take it: providers and drivers that could not be used.

import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type Inspection, inspect } from '../inspection.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

export async function configuration(
  file: string,
): Promise<{ findings: readonly Diagnosis[]; hostNames: readonly string[] }> {
  try {
    const inspection = await inspect(file);
    return { findings: findingsOf(inspection, file), hostNames: inspection.config.hostNames };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { findings: [problem('configuration', error.message, `rowdesk check --config ${file}`)], hostNames: [] };
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
