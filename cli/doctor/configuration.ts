// The configuration as a start would take it: providers and drivers that could not be used.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverPackage } from '../../core/audio/discovery/package.ts';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type Inspection, inspect } from '../inspection.ts';
import type { AskedDriver, AskedSound } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

export interface ConfigurationFound {
  readonly findings: readonly Diagnosis[];
  readonly hostNames: readonly string[];
  /** The block and the rate that a start asks for, its drivers and devices. */
  readonly asked: AskedSound;
}

export async function configuration(file: string): Promise<ConfigurationFound> {
  try {
    const inspection = await inspect(file);
    const { hostNames, rate, blockFrames, devices } = inspection.config;
    const asked = { rate, blockFrames, devices, drivers: inspection.drivers.packages.map(driverOf) };
    return { findings: findingsOf(inspection, file), hostNames, asked };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const findings = [problem('configuration', error.message, `rowdesk check --config ${file}`)];
    return { findings, hostNames: [], asked: { rate: 48_000, blockFrames: 64, devices: [], drivers: [] } };
  }
}

function driverOf({ name, manifest, folder }: DriverPackage): AskedDriver {
  const { rowdesk } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const transports = manifest.matches.map(({ transport }) => transport);
  const usb = manifest.matches.filter(({ transport }) => transport === 'usb');
  const controls = manifest.audio ? [] : usb.flatMap(({ id }) => id ?? []);
  const { libraries = {} } = rowdesk as { libraries?: Record<string, string> };
  return { name, transports, controls, folder, libraries };
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
