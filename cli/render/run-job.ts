// Runs a job in a process of its own: it loads native code, which this one never does.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RenderJob, RenderProgress, RenderReport } from '../../core/audio/process/render-job.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { CommandError } from '../command-error.ts';

const program = join(packageRoot, 'dist/core/audio/process/render.js');

/** Resolves to the report. Rejects with CommandError refused, in the words of the render, or when it is interrupted. */
export async function runJob(
  job: RenderJob,
  onProgress: (progress: RenderProgress) => void,
  interrupted: AbortSignal,
): Promise<RenderReport> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  interrupted.addEventListener('abort', stop);
  let talk = '';
  let report: RenderReport | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    talk += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as RenderProgress | RenderReport | { type?: undefined };
    if (message.type === 'progress') onProgress(message);
    else if (message.type === 'report') report = message;
  });
  // A child that ended before it read its job says why on stderr.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(job));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  interrupted.removeEventListener('abort', stop);
  if (code === 0 && report) return report;
  if (interrupted.aborted) {
    for (const { file } of job.outputs) rmSync(`${file}.part`, { force: true });
    throw new CommandError('refused', 'Interrupted; nothing is written.');
  }
  throw new CommandError('refused', talk.trim() || `The render ended with ${code ?? child.signalCode}.`);
}
