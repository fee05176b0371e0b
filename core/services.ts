// The services of core for providers: tokens and shapes only. A provider names a token in its `needs`.

export * from './base/log.ts';
export * from './base/time.ts';
export type { BandsPerOctave, MeterColumn } from './driver.ts';
export type { At } from './rows/definitions.ts';
export * from './services/about.ts';
export * from './services/areas.ts';
export * from './services/audio.ts';
export * from './services/convergence.ts';
export * from './services/desired.ts';
export * from './services/desk.ts';
export type * from './services/devices.ts';
export * from './services/documents.ts';
export * from './services/drivers.ts';
export * from './services/graph.ts';
export * from './services/history.ts';
export * from './services/jobs.ts';
export type * from './services/joined.ts';
export type * from './services/measurements.ts';
export * from './services/perf.ts';
export * from './services/providers.ts';
export type * from './services/render-job.ts';
export * from './services/rows.ts';
export * from './services/standing-warnings.ts';
export * from './services/summary.ts';
export * from './services/warnings.ts';
export * from './services/watching.ts';
export * from './services/whole-desk.ts';
