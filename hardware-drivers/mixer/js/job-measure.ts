// The job `measure`: what is computed of a capture, the report and one file for each trace.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverJob } from 'rowdesk/driver';
import { loadMeasure, type MeasureGoal, type MeasureOrder } from './native-measure.ts';

interface MeasureArgs extends MeasureOrder {
  /** An existing folder; the traces are written there as `<trace>.json`. */
  readonly resultFolder: string;
}

const goals: readonly MeasureGoal[] = ['delay', 'transfer', 'rta', 'ir'];
const speechOctaves = 7;
const progressMs = 250;
/** Digits that a trace keeps: a delay in ms to a tenth of a microsecond, a level in dB to far below what is heard. */
const digits = 7;

/**
 * Returns `{ outcome: 'measured', summary, traces }`, or `{ outcome: 'refused', refusal: { reason, words }, summary, traces: [] }`
 * without a file. Rejects in words for a file that can't be read.
 */
export const measureCapture: DriverJob = async (given, { progress }) => {
  const { resultFolder, ...order } = given as unknown as MeasureArgs;
  if (!goals.includes(order.goal)) throw new Error(`goal: one of ${goals.join(', ')}, not ${order.goal}`);
  if (!order.calibration.every(({ frequencyHz }) => frequencyHz > 0))
    throw new Error('calibration: frequencies are over 0 Hz');
  if (order.speechToNoiseDb !== undefined && order.speechToNoiseDb.length !== speechOctaves) {
    throw new Error(`speechToNoiseDb: ${speechOctaves} numbers, one for each octave from 125 Hz to 8 kHz`);
  }
  const report = () => progress(0, 1, 'measure');
  report();
  // The pipe of a desk that has gone breaks at one of them.
  const reports = setInterval(report, progressMs);
  try {
    const { refusal, summary, traces } = await loadMeasure().measure(order);
    for (const [name, trace] of Object.entries(traces)) {
      writeFileSync(join(resultFolder, `${name}.json`), JSON.stringify(trace, rounded));
    }
    progress(1, 1, 'measure');
    const outcome = refusal === undefined ? 'measured' : 'refused';
    return { outcome, ...(refusal && { refusal }), summary, traces: Object.keys(traces) };
  } finally {
    clearInterval(reports);
  }
};

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(digits)) : value;
