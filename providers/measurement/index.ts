// Measuring loudspeakers, rooms and gains.
import { join } from 'node:path';
import {
  About,
  Audio,
  Desk,
  Documents,
  Drivers,
  defineProvider,
  Faults,
  Graph,
  Jobs,
  Listeners,
  Refusal,
  Rows,
  Time,
} from 'rowdesk/provider';
import { mutedByOf } from '../channel/index.ts';
import { Layout } from '../console/index.ts';
import { PatchEdges } from '../patch/index.ts';
import { gainRows } from './gain-rows.ts';
import { Measuring } from './measuring.ts';
import { MicrophoneBook } from './microphone-book.ts';
import type { PlanNeeds } from './plan.ts';
import { ResultBook } from './result-book.ts';
import { ResultLibrary } from './result-library.ts';
import { measurementRow } from './rows/measurement.ts';
import { microphoneRows } from './rows/microphones.ts';
import { resultRows } from './rows/results.ts';
import { runRows } from './rows/runs.ts';
import { alignedMs } from './speaker-align.ts';

export default defineProvider({
  name: 'measurement',
  needs: {
    ...{ about: About, audio: Audio, desk: Desk, documents: Documents, faults: Faults, jobs: Jobs, time: Time },
    ...{ drivers: Drivers, graph: Graph, rows: Rows, layout: Layout },
  },
  offers: { library: ResultLibrary.token },
  services: ({ about, faults }) => ({
    library: new ResultLibrary(join(about.stateFolder, 'measurements'), faults),
  }),
  rows: (given) => {
    const { audio, desk, documents, faults, graph, jobs, layout, time, offered } = given;
    const { library } = offered;
    const edges = new PatchEdges({ audio, graph, layout });
    const microphones = new MicrophoneBook(documents);
    const listeners = new Listeners(faults, 'a listener of runs');
    const of = (output: Parameters<typeof alignedMs>[0]) => alignedMs(output, desk);
    const measuring = new Measuring({ audio, jobs, library, microphones, time, listeners, alignedMs: of });
    const plan: PlanNeeds = {
      ...{ audio, edges, microphones },
      mutedBy: (strip, reader, observed) => mutedByOf(strip, edges, reader, observed),
      isRunning: () => measuring.isRunning,
      full: () => refusalOf(() => library.checkLimits()),
    };
    return [
      measurementRow(layout, measuring, library),
      ...runRows({ desk, layout, library, measuring, plan }),
      ...resultRows(library, new ResultBook(documents)),
      ...microphoneRows(microphones),
      ...gainRows(given),
    ];
  },
  start: ({ offered: { library } }) => {
    void library.load();
  },
});

/** In words; '' where it does not throw. */
function refusalOf(check: () => void): string {
  try {
    check();
    return '';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
