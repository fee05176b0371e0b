import { anything, flag, integer, list, listOf, number, oneOf, optional, record, text } from '../shape.ts';
import { ro, row, type SpecField, type SpecRow } from '../spec-row.ts';

const onDemand = { onDemand: true };
const numbers = (...names: readonly string[]): Record<string, SpecField> =>
  Object.fromEntries(names.map((name) => [name, ro(number)]));

/** The streams that /telemetry/subscription counts (6.3), with the row whose watchers it counts where 2.8 names one. */
export const counters: Readonly<Record<string, string | undefined>> = {
  convergence: '/telemetry/convergence',
  latency: '/telemetry/latency',
  meters: undefined,
  process: '/telemetry/process',
  rt: '/telemetry/rt',
  rtaInstances: undefined,
  spectrum: undefined,
};

/** 2.8 */
export const telemetry: readonly SpecRow[] = [
  row(
    '2.8',
    '/telemetry/convergence',
    { continuous: ro(listOf(text)), ...numbers('barrier', 'corrections', 'heartbeatMs', 'revision') },
    onDemand,
  ),
  row('2.8', '/telemetry/convergence/corrections', { entries: ro(list), total: ro(number) }, onDemand),
  row('2.8', '/telemetry/latency', { at: ro(anything), report: ro(anything) }, onDemand),
  row('2.8', '/telemetry/perf', { enabled: ro(flag), ops: ro(list) }),
  row(
    '2.8',
    '/telemetry/process',
    numbers(
      'activeResources',
      'cpuPercent',
      'cpuSystemPercent',
      'cpuUserPercent',
      'eventLoopLagMaxMs',
      'eventLoopLagMeanMs',
      'eventLoopLagP99Ms',
      'externalMb',
      'heapTotalMb',
      'heapUsedMb',
      'rssMb',
      'uptimeS',
    ),
    onDemand,
  ),
  row('2.8', '/telemetry/rt', {}, onDemand),
  row('2.8', '/telemetry/subscription', numbers(...Object.keys(counters))),
];

/** Its figures are the model's: 2.11 and 8 name those that occur, and a stagebox of another maker has others. */
const sens = record({ min: number, max: number, step: number, unit: oneOf('dB') });
const inputGroup = record({ connector: text, count: integer, controls: optional(listOf(text)), sens: optional(sens) });
const model = record({
  token: text,
  label: text,
  transport: text,
  outputCount: integer,
  inputs: listOf(inputGroup),
  outputs: listOf(record({ connector: text, count: integer })),
});

/** 2.11 */
export const stageboxModel: readonly SpecRow[] = [row('2.11', '/stageboxModel', { models: ro(listOf(model)) })];
