// The stageboxes, their sockets, and the models that are known.

import { join } from 'node:path';
import {
  About,
  Audio,
  Convergence,
  Desk,
  Drivers,
  defineProvider,
  Faults,
  Listeners,
  Rows,
  Time,
  Warnings,
} from 'rowdesk/provider';
import { RateLocks } from '../clock/index.ts';
import { Boxes } from './boxes.ts';
import { boxPath, DevicePaths } from './device-paths.ts';
import { KnownModels, StageboxModels } from './models.ts';
import { PatchedNames } from './patched-names.ts';
import { PatchedSockets } from './patched-sockets.ts';
import { Recordings } from './recordings.ts';
import { boxRow } from './rows/box.ts';
import { boxesRow } from './rows/boxes.ts';
import { identifyRow } from './rows/identify.ts';
import { inputRow } from './rows/input.ts';
import { modelsRow } from './rows/models.ts';
import { outputRow } from './rows/output.ts';
import { recordingsRows } from './rows/recordings.ts';
import { Silencing } from './silencing.ts';
import { UnconfirmedBoxes } from './unconfirmed-boxes.ts';

export { DevicePaths } from './device-paths.ts';
export { type Modelled, type StageboxModel, StageboxModels } from './models.ts';
export { PatchedNames, type PatchNames } from './patched-names.ts';
export { type HeardPort, whySilent } from './silent-ports.ts';
export { inputOfPort, socketOfPort } from './sockets.ts';

export default defineProvider({
  name: 'stagebox',
  roots: ['stagebox', 'stageboxModel'],
  needs: {
    about: About,
    audio: Audio,
    convergence: Convergence,
    desk: Desk,
    drivers: Drivers,
    faults: Faults,
    rows: Rows,
    time: Time,
    warnings: Warnings,
  },
  optionalNeeds: { rateLocks: RateLocks.token },
  offers: { models: StageboxModels, paths: DevicePaths, patchedNames: PatchedNames.token },
  services: ({ about, faults, warnings }) => {
    const models = new KnownModels([join(about.configFolder, 'models')]);
    warnOfProblems(models, warnings);
    const patchedNames = new PatchedNames(new Listeners(faults, 'a listener of names of sockets'));
    return { models, paths: { pathOf: boxPath }, patchedNames };
  },
  rows: ({ about, audio, convergence: { own }, drivers, rows, time, offered: { models, patchedNames } }) => {
    const boxes = new Boxes(audio, models, drivers);
    const patched = new PatchedSockets(boxes, patchedNames);
    return [
      boxesRow(boxes),
      boxRow(boxes),
      identifyRow(boxes, audio),
      inputRow(boxes, patched, own),
      outputRow(boxes, patched, own),
      modelsRow(models, boxes),
      ...recordingsRows(new Recordings(join(about.stateFolder, 'recordings')), { boxes, rows, time }),
    ];
  },
  start: ({ audio, convergence, desk, offered: { models, patchedNames }, rateLocks, time, warnings }) => {
    const silencing = new Silencing(audio, time);
    const boxes = new Boxes(audio, models);
    const stops = [
      new UnconfirmedBoxes({ audio, boxes, convergence, desk, patched: patchedNames, time, warnings }).start(),
      audio.beforeSwitch((paths) => silencing.silence(paths)),
      rateLocks?.use(() => recordingOf(audio, desk)),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  },
});

/** What a box records, in words. Of a box that has told nothing yet, as after a start, what is wanted counts. */
function recordingOf({ devices, state }: Audio, desk: Desk): string | undefined {
  for (const { id, present } of devices) {
    const path = boxPath(id);
    const observedValue = (field: string) => desk.observed.read(path, field)?.value;
    const isThere = present || state !== 'running';
    const wanted = isThere && desk.has(path) ? (desk.read(path).recordFile ?? '') : '';
    const isRecording = observedValue('recording') ?? wanted !== '';
    if (isThere && isRecording === true) return `the recording ${observedValue('recordingFile') || wanted} of ${id}`;
  }
  return undefined;
}

/** A vendor's or an operator's file that can't be used keeps nothing else from working. */
function warnOfProblems({ problems }: KnownModels, warnings: Warnings): void {
  const [first] = problems;
  if (first === undefined) return;
  warnings.raise({
    id: 'stagebox-models',
    title: 'A model of a stagebox can not be used',
    titleCode: { code: 'stagebox-models', params: { file: first.file } },
    detail: `${problems.map(({ file, problem }) => `${file}: ${problem}`).join('; ')}. Correct it, or take it away, and start again.`,
    severity: 'warning',
    path: '/stageboxModel',
  });
}
