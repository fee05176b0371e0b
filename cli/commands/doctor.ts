import { hostname, userInfo } from 'node:os';
import { CommandError } from '../command-error.ts';
import { configFile } from '../config-file.ts';
import { configuration } from '../doctor/configuration.ts';
import { governor, memoryLock, realTime } from '../doctor/deadlines.ts';
import { disk } from '../doctor/disk.ts';
import type { Diagnosis } from '../doctor/finding.ts';
import { thisMachine } from '../doctor/machine.ts';
import { hostNames, port } from '../doctor/network.ts';
import { buildSteps, compiler, nativeBuilds, nodeVersion } from '../doctor/toolchain.ts';
import type { Format } from '../output.ts';
import { stateFolder } from '../state-folder.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export interface DoctorArgs {
  readonly host: string;
  readonly port: number;
  readonly state?: string;
  readonly config?: string;
  readonly output?: Format;
}

/** `rowdesk doctor`: whether this machine is fit for a show, with the command that mends each fault. */
export async function doctor(args: DoctorArgs, terminal: Terminal): Promise<void> {
  const findings = await examine(args);
  const asTable = (args.output ?? (terminal.width === undefined ? 'json' : 'table')) === 'table';
  terminal.data(
    asTable
      ? tableOf(findings, terminal.width)
      : `${JSON.stringify({ ok: findings.every(isFine), findings }, null, 2)}\n`,
  );
  const faults = findings.filter((finding) => !isFine(finding));
  if (faults.length > 0) throw new CommandError('refused', faults.length === 1 ? '1 fault' : `${faults.length} faults`);
}

async function examine(args: DoctorArgs): Promise<readonly Diagnosis[]> {
  const folder = stateFolder(args.state);
  const steps = await buildSteps();
  const { username } = userInfo();
  const { findings, hostNames: configured } = await configuration(configFile(args.config));
  const others = await Promise.all([
    port(args.host, args.port, folder),
    hostNames([...new Set(['localhost', hostname(), ...configured])]),
  ]);
  return [
    nodeVersion(process.versions.node),
    compiler(steps),
    nativeBuilds(steps),
    realTime(thisMachine, username),
    memoryLock(thisMachine, username),
    governor(thisMachine),
    disk(folder),
    ...others,
    ...findings,
  ];
}

const isFine = ({ ok }: Diagnosis) => ok;

function tableOf(findings: readonly Diagnosis[], width?: number): string {
  const lines = findings.map(({ name, ok, detail }) => ({ check: name, state: ok ? 'ok' : 'FAULT', detail }));
  const fixes = findings.filter(({ ok }) => !ok).map(({ name, fix }) => `To mend ${name}:\n  ${fix}\n`);
  return [table(lines, ['check', 'state', 'detail'], width), ...fixes].join('\n');
}
