// What an audio thread needs of the kernel: to be asked first, to stay in memory, and a processor that doesn't doze.
import { type Diagnosis, fine, problem } from './finding.ts';
import { raiseLimits } from './login-limits.ts';
import type { Machine } from './machine.ts';

/** The priority that drivers ask for. */
export const audioPriority = 80;
/** The mixer, the drivers and their libraries, with room for plugins. */
const lockedMb = 512;
const cpuFolder = '/sys/devices/system/cpu';
/** Bits of CapEff (linux/capability.h): these may do it whatever the limits say. */
const capabilities = { memory: 14n, priority: 23n };

/** Whether a thread of this user may have SCHED_FIFO, tried out where there is a program for it. */
export function realTime(machine: Machine, user: string): Diagnosis {
  const tried = machine.exitCode('chrt', ['--fifo', String(audioPriority), 'true']);
  const limit = limitOf(machine.text('/proc/self/limits'), 'Max realtime priority');
  const isAllowed = tried === undefined ? may(machine, capabilities.priority) || limit >= audioPriority : tried === 0;
  if (isAllowed) return fine('real-time', `threads may have SCHED_FIFO ${audioPriority}`);
  const detail = `threads may not have SCHED_FIFO ${audioPriority} (the limit is ${limit}): blocks will come late under load`;
  return problem('real-time', detail + rtkit(machine), raiseLimits(machine, user, 'rtprio', audioPriority));
}

/** RealtimeKit gives real time to the threads of programs that ask it over D-Bus. */
function rtkit(machine: Machine): string {
  const service = '/usr/share/dbus-1/system-services/org.freedesktop.RealtimeKit1.service';
  return machine.text(service) === '' ? '' : '; RealtimeKit serves the threads of PipeWire alone';
}

export function memoryLock(machine: Machine, user: string): Diagnosis {
  const limitMb = limitOf(machine.text('/proc/self/limits'), 'Max locked memory') / 1024 / 1024;
  if (may(machine, capabilities.memory) || limitMb === Number.POSITIVE_INFINITY) {
    return fine('memory lock', 'without a limit');
  }
  if (limitMb >= lockedMb) return fine('memory lock', `${Math.round(limitMb)} MB`);
  const detail = `only ${Math.round(limitMb)} MB may be locked; with ${lockedMb} MB no sound waits for a page from disk`;
  return problem('memory lock', detail, raiseLimits(machine, user, 'memlock', lockedMb * 1024));
}

export function governor(machine: Machine): Diagnosis {
  const cores = machine.names(cpuFolder).filter((name) => /^cpu\d+$/.test(name));
  const of = (core: string) => machine.text(`${cpuFolder}/${core}/cpufreq/scaling_governor`).trim();
  const governors = [...new Set(cores.map(of))].filter((name) => name !== '').sort();
  if (governors.length === 0) return fine('governor', 'no frequency scaling');
  if (governors.every((name) => name === 'performance')) return fine('governor', 'performance');
  const detail = `${governors.join(', ')}: processors slow down between blocks, and wake late`;
  return problem('governor', detail, `echo performance | sudo tee ${cpuFolder}/cpu*/cpufreq/scaling_governor`);
}

/** The soft limit in /proc/self/limits (proc(5)), Infinity for unlimited, 0 where it is not said. */
export function limitOf(limits: string, name: string): number {
  const line = limits.split('\n').find((each) => each.startsWith(`${name} `));
  const soft = line?.slice(name.length).trim().split(/\s+/)[0] ?? '0';
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

function may(machine: Machine, capability: bigint): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(machine.text('/proc/self/status'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> capability) & 1n) === 1n;
}
