import { hostname, userInfo } from 'node:os';
import { CommandError } from '../command-error.ts';
import { configFile } from '../config-file.ts';
import { configuration } from '../doctor/configuration.ts';
import { audioPriority, governor, memoryLock, realTime } from '../doctor/deadlines.ts';
import { disk } from '../doctor/disk.ts';
import type { Diagnosis } from '../doctor/finding.ts';
import { raiseLimits } from '../doctor/login-limits.ts';
import { thisMachine } from '../doctor/machine.ts';
import { hostNames, port } from '../doctor/network.ts';
import { networkAudio } from '../doctor/network-audio.ts';
import { pluginSandbox } from '../doctor/plugin-sandbox.ts';
import { plugins } from '../doctor/plugins.ts';
import { boxHalves } from '../doctor/preamps.ts';
import { atDesk, audioThread, connections, runningDesk, runningDrivers } from '../doctor/running-desk.ts';
import { sound, transportsInUse } from '../doctor/sound.ts';
import { buildSteps, compiler, nativeBuilds, neededSteps, nodeVersion } from '../doctor/toolchain.ts';
import { type Format, isTable } from '../output.ts';
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
  const asTable = isTable(args.output, terminal);
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
  const { username, uid } = userInfo();
  const { findings, hostNames: configured, asked } = await configuration(configFile(args.config));
  const [desk, ...others] = await Promise.all([
    runningDesk(folder),
    port(args.host, args.port, folder),
    hostNames([...new Set(['localhost', hostname(), ...configured])], args.host),
  ]);
  const login = { name: username, uid, environment: process.env };
  const steps = neededSteps(await buildSteps(), asked, transportsInUse(thisMachine, login, asked));
  const raise = raiseLimits(thisMachine, username, 'rtprio', audioPriority);
  const found = [
    nodeVersion(process.versions.node),
    compiler(steps),
    nativeBuilds(steps, desk?.building),
    realTime(thisMachine, username),
    memoryLock(thisMachine, username),
    governor(thisMachine),
    ...sound(thisMachine, login, asked),
    ...networkAudio(thisMachine, login, asked, desk),
    ...[plugins(thisMachine, process.env, asked), pluginSandbox(thisMachine, asked)].filter(isSaid),
    ...(desk === undefined
      ? []
      : [audioThread(desk, asked.blockFrames, raise), runningDrivers(desk), boxHalves(desk), connections(desk)].filter(
          isSaid,
        )),
    disk(folder),
    ...others,
    ...findings,
  ];
  return desk === undefined ? found : found.map((finding) => atDesk(finding, desk));
}

const isSaid = (finding: Diagnosis | undefined): finding is Diagnosis => finding !== undefined;
const isFine = ({ ok }: Diagnosis) => ok;

function tableOf(findings: readonly Diagnosis[], width?: number): string {
  const lines = findings.map(({ name, ok, detail, fix }) => ({
    check: name,
    state: ok ? (fix === '' ? 'ok' : 'advice') : 'FAULT',
    detail,
  }));
  const fixes = findings
    .filter(({ fix }) => fix !== '')
    .map(({ name, ok, fix }) => `To ${ok ? 'improve' : 'mend'} ${name}:\n  ${fix}\n`);
  return [table(lines, ['check', 'state', 'detail'], width), ...fixes].join('\n');
}
