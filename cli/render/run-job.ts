// Runs a job in a process of its own: it loads native code, which this one never does.
import { removeLeftParts } from '../../core/audio/process/part-files.ts';
import { runJobProcess } from '../../core/audio/processes/job-process.ts';
import type { RenderJob, RenderProgress, RenderReport } from '../../core/services/render-job.ts';
import { CommandError } from '../command-error.ts';

/** Resolves to the report. Rejects with CommandError refused, in the words of the render, or when it is interrupted. */
export async function runJob(
  job: RenderJob,
  onProgress: (progress: RenderProgress) => void,
  interrupted: AbortSignal,
): Promise<RenderReport> {
  const progress = (line: object) => onProgress(line as RenderProgress);
  try {
    const report = await runJobProcess('render', job, { signal: interrupted, progress, isLow: false });
    return report as unknown as RenderReport;
  } catch (error) {
    // A process that was killed leaves them.
    removeLeftParts(job.outputs.map(({ file }) => file));
    if (!interrupted.aborted) throw new CommandError('refused', (error as Error).message);
    throw new CommandError('refused', 'Interrupted; nothing is written.');
  }
}
