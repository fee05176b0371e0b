import { Type } from 'rowdesk/provider';

const number = Type.Number();
const numbers = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, number])) as { [N in Name]: typeof number };

export const convergence = {
  barrier: Type.Number({ title: 'The last revision that every present target has settled' }),
  continuous: Type.Array(Type.String(), { title: 'Templates of rows that the barrier leaves out' }),
  corrections: Type.Number({
    title:
      'Writes that changed what a target had instead of what is wanted, since the start; the first complete state of one is none',
  }),
  heartbeatMs: Type.Number({ unit: 'ms' }),
  revision: Type.Number({ title: 'The last revision of the desk' }),
};

export const corrections = {
  entries: Type.Array(
    Type.Object({
      at: Type.String(),
      path: Type.String(),
      field: Type.String(),
      wanted: Type.Unknown(),
      observed: Type.Unknown(),
      target: Type.String(),
      outcome: Type.Enum(['corrected', 'refused', 'unverified']),
    }),
    { title: 'The last ones, newest first' },
  ),
  total: Type.Number(),
};

/** interface.md 2.8. */
export const process = numbers([
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
]);

export const realTime = {
  processId: Type.Integer({ title: 'Of the audio process, 0 for none' }),
  xruns: Type.Number({ title: 'Blocks that came too late since the device was opened' }),
  lastXrunAt: Type.String({ title: 'ISO 8601, empty for never' }),
  dspLoadPercent: Type.Number({ unit: '%', title: 'Of the time that a block lasts' }),
  dspLoadMaxPercent: Type.Number({ unit: '%' }),
  blockUs: Type.Number({ unit: 'µs', title: 'Time to compute a block' }),
  wakeupJitterUs: Type.Number({ unit: 'µs' }),
  quantum: Type.Number({ unit: 'frames' }),
  rate: Type.Number({ unit: 'Hz' }),
  policy: Type.String({ title: 'Scheduling of the audio thread, empty while there is none' }),
  priority: Type.Number(),
};

const milliseconds = Type.Number({ unit: 'ms' });
const knownOrNot = Type.Union([milliseconds, Type.Null()], { unit: 'ms', title: 'null where a driver does not say' });

export const latency = {
  at: Type.Union([Type.String(), Type.Null()], { title: 'When it was worked out, ISO 8601; null while nothing plays' }),
  report: Type.Union([
    Type.Object({
      roundTripMs: knownOrNot,
      paths: Type.Array(
        Type.Object({
          from: Type.String({ title: 'The port of a source' }),
          to: Type.String({ title: 'The port where it is played' }),
          inputMs: knownOrNot,
          processingMs: milliseconds,
          outputMs: knownOrNot,
          totalMs: knownOrNot,
        }),
      ),
    }),
    Type.Null(),
  ]),
};

export const perf = {
  enabled: Type.Boolean(),
  ops: Type.Array(Type.Object({ op: Type.String(), count: number, meanMs: number, p99Ms: number, maxMs: number })),
};

/** The counters of interface.md 6.3. */
export const counters = ['convergence', 'latency', 'meters', 'process', 'rt', 'rtaInstances', 'spectrum'] as const;
export const subscription = numbers(counters);
