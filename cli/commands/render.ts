import { readConfig } from '../../core/host/config.ts';
import type { RenderReport } from '../../core/services/render-job.ts';
import { configFile } from '../config-file.ts';
import type { Environment } from '../environment.ts';
import { buildJob } from '../render/job.ts';
import { Progress } from '../render/progress.ts';
import { type RenderArgs, readRequest } from '../render/request.ts';
import { runJob } from '../render/run-job.ts';

/** `rowdesk render`: mixes files offline. Rejects with CommandError. */
export async function render(args: RenderArgs & { json: boolean }, { terminal, interrupted }: Environment) {
  const request = readRequest(args);
  const job = await buildJob(args, request, readConfig(configFile(args.config)));
  const progress = new Progress(process.stderr);
  const report = await runJob(
    job,
    ({ frames, totalFrames, rate }) => progress.show(frames / rate, totalFrames / rate),
    interrupted(),
  ).finally(() => progress.end());
  for (const warning of report.warnings) terminal.talk(warning);
  for (const output of report.outputs) terminal.talk(inWords(output, report));
  if (args.json) terminal.data(`${JSON.stringify(report)}\n`);
}

function inWords({ file, peaksDb }: RenderReport['outputs'][number], report: RenderReport): string {
  const { frames, rate, timesRealTime } = report;
  const peaks = peaksDb.map((peak) => (peak <= -144 ? 'silent' : peak.toFixed(2))).join(' and ');
  const speed = `${Math.round(timesRealTime)} times real time`;
  return `${file}: ${(frames / rate).toFixed(3)} s at ${rate} Hz, peaks ${peaks} dBFS, ${speed}`;
}
