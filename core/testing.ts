// The public API for tests of providers: `import { startTestHost, walkRow } from 'rowdesk/testing'`. `walkRow` needs the
// package fast-check installed.

export { type Answer, type RowEvent, TestClient, type Watched } from './testing/client.ts';
export { FakeAudio } from './testing/fake-audio.ts';
export { FakeGraph, linkOf, serverOf } from './testing/fake-graph.ts';
export { type FakeJob, FakeJobs } from './testing/fake-jobs.ts';
export { FakeSurfaces } from './testing/fake-surfaces.ts';
export { FakeTarget } from './testing/fake-target.ts';
export { FakeTime } from './testing/fake-time.ts';
export {
  type FakedCard,
  type FakedCardSettings,
  type FakedFigures,
  type FakedFormat,
  fakedCardLacks,
  makeFakedCard,
} from './testing/faked-card.ts';
export { MemoryStore, neverFlushingStore } from './testing/memory-store.ts';
export { meterSample } from './testing/meter-sample.ts';
export { startTestHost, type TestHost, type TestHostOptions } from './testing/test-host.ts';
export { quickWalk, type WalkOptions, walkRow } from './testing/walk-row.ts';
