// Children of the bench, and what they cost.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Starts a server that prints its port as its first line. */
export async function startBare(module: string, job: unknown): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [module, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)));
  });
  return { child, port: Number(line) };
}

/** Processor time a process has used, in ms (proc(5): utime and stime are in ticks of 10 ms). */
export const processorMs = (pid: number): number => usedMs(`/proc/${pid}/stat`);

/** The same of its one thread of this name. Throws Error where it has none, or several. */
export function threadMs(pid: number, name: string): number {
  const folder = `/proc/${pid}/task`;
  const [thread, ...others] = readdirSync(folder).filter(
    (each) => readFileSync(`${folder}/${each}/comm`, 'utf8').trim() === name,
  );
  if (thread === undefined || others.length > 0) throw new Error(`process ${pid} has not one thread ${name}`);
  return usedMs(`${folder}/${thread}/stat`);
}

function usedMs(file: string): number {
  const stat = readFileSync(file, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory in MiB. */
export function residentMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kib) / 1024;
}

/** Processor time of a process over so many seconds, as a share of one core. */
export async function processorShare(pid: number, seconds: number): Promise<number> {
  const before = processorMs(pid);
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (processorMs(pid) - before) / (performance.now() - started);
}

/** The child of the desk that is the surface. */
export function surfaceOf(desk: number): number {
  const own = readdirSync('/proc').find((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const parent = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ')[1]?.split(' ')[1];
      return Number(parent) === desk && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('core/surfaces/process');
    } catch {
      return false;
    }
  });
  if (own === undefined) throw new Error('the desk has no process of a surface');
  return Number(own);
}
