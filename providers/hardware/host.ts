// What this computer is, as far as it bears on keeping deadlines.
import { arch, cpus, freemem, loadavg, release, totalmem, uptime } from 'node:os';
import type { FieldsOf } from 'rowdesk/provider';
import type { hardware } from './contract.ts';
import type { Files } from './files.ts';

export type HostMachine = FieldsOf<typeof hardware>['host'];

const cpuFolder = '/sys/devices/system/cpu';
const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);

export function readHost(files: Files): HostMachine {
  const processors = cpus();
  const limits = files.text('/proc/self/limits');
  const lockedBytes = limitOf(limits, 'Max locked memory');
  return {
    kernel: release(),
    realTimeKernel: isRealTimeKernel(files),
    architecture: arch(),
    processor: processors[0]?.model ?? '',
    cores: processors.length,
    governors: governorsOf(files),
    memoryMb: mb(totalmem()),
    freeMemoryMb: mb(freemem()),
    loadAverage: loadavg(),
    realTimePriorityLimit: limitOf(limits, 'Max realtime priority'),
    lockedMemoryLimitMb: lockedBytes === null ? null : mb(lockedBytes),
    nodeVersion: process.versions.node,
    uptimeS: Math.round(uptime()),
  };
}

/** The soft limit in /proc/self/limits (proc(5)); null for unlimited. The audio process inherits ours. */
export function limitOf(limits: string, name: string): number | null {
  const line = limits.split('\n').find((each) => each.startsWith(`${name} `));
  const soft = line?.slice(name.length).trim().split(/\s+/)[0];
  return soft === undefined || soft === 'unlimited' ? null : Number(soft);
}

/** Without frequency scaling there is no governor. */
export function governorsOf(files: Files): readonly string[] {
  const cores = files.names(cpuFolder).filter((name) => /^cpu\d+$/.test(name));
  const governors = cores.map((core) => files.text(`${cpuFolder}/${core}/cpufreq/scaling_governor`).trim());
  return [...new Set(governors)].filter((governor) => governor !== '').sort();
}

/** The version line of a kernel with PREEMPT_RT says so; the plain words PREEMPT and PREEMPT_DYNAMIC promise no deadline. */
export function isRealTimeKernel(files: Files): boolean {
  return /\bPREEMPT_RT\b/.test(files.text('/proc/version'));
}
