// A result of a measurement, as a run leaves it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultFile } from '../../providers/measurement/contract/results.ts';
import { resultFileName, traceFileName } from '../../providers/measurement/result-file.ts';

const file: ResultFile = {
  ...{ format: 1, name: 'Walk', goal: 'transfer', at: '2026-01-01T00:00:00.000Z' },
  ...{ output: { kind: 'main', index: 1 }, leg: 'both', microphone: { kind: 'input', index: 1 }, microphoneId: '' },
  ...{ stimulus: 'sweep', levelDb: -30, durationS: 4, smoothing: 12, rate: 48_000, alignedMs: 0 },
  summary: {
    ...{ delayMs: 1, delayFrames: 48, confidencePercent: 99, coherencePercent: 99, snrDb: 40, levelDb: -30, gainDb: 0 },
    ...{ noiseFloorDb: -70, peakDb: -20, polarity: 'same', rt60S: [], sti: null },
  },
  traces: ['transfer'],
};

/** `walk`, and the delays of two outputs; into a state folder, before the desk starts. */
export function writeMeasured(stateFolder: string): void {
  write(stateFolder, 'walk', file);
  const ofDelay: ResultFile = { ...file, goal: 'delay', traces: [] };
  write(stateFolder, 'walk-main', ofDelay);
  const later = { ...file.summary, delayMs: 13.5 };
  write(stateFolder, 'walk-delayed', { ...ofDelay, output: { kind: 'matrix', index: 1 }, summary: later });
}

function write(stateFolder: string, id: string, result: ResultFile): void {
  const folder = join(stateFolder, 'measurements', id);
  mkdirSync(folder, { recursive: true });
  const trace = { frequenciesHz: [100, 1000], magnitudesDb: [0, 0], phasesDeg: [0, 0], coherencePercent: [99, 99] };
  for (const name of result.traces) writeFileSync(join(folder, traceFileName(name)), JSON.stringify(trace));
  writeFileSync(join(folder, resultFileName), JSON.stringify(result));
}
