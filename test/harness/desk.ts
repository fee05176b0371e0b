// What most tests of the sound do first: a source on a strip, the strip and the main open, and a recording of the main.
import { join } from 'node:path';
import type { Service } from './service.ts';
import { readWav, type Sound } from './wav.ts';

export const box = 'virtual-32x16';

/** Fails at once, with the refusal, when the desk does not take a write. Answers the revision it took. */
export async function write(service: Service, path: string, body: unknown): Promise<number> {
  const answer = await service.patch(path, body);
  if (answer.status !== 200) throw new Error(`PATCH ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return Number(answer.headers.get('rowdesk-revision'));
}

/** Waits until every present target has the desk's last revision. */
export async function settled(service: Service): Promise<void> {
  const { revision } = (await service.get('/telemetry/convergence')).body;
  await service.until('/telemetry/convergence', (row) => row.barrier >= revision);
}

/** Waits until the mixer runs and its outputs have opened, over 500 ms of sound. */
export async function running(service: Service, on: string = box): Promise<void> {
  await opening(service);
  await startRecording(service, [1, 2], on);
  await recorded(service, 0.6, on);
  await stopRecording(service, on);
}

/** Waits until the mixer runs and its outputs begin to open. */
export async function opening(service: Service): Promise<void> {
  await service.until('/console', (row) => row.engine === 'running');
  await service.until('/channel/main/1', (row) => !row.mutedBy.includes('startup'));
}

/** Input strip n hears this input of the stagebox at 0 dB, and main/1 is at 0 dB. */
export async function patchThrough(service: Service, strip: number, signal: Record<string, unknown>): Promise<void> {
  await write(service, `/stagebox/${box}/inputs/${strip}`, signal);
  await write(service, `/channel/input/${strip}`, { sourceId: `${box}:in-${strip}`, levelDb: 0 });
  await write(service, '/channel/main/1', { levelDb: 0 });
  await settled(service);
}

/** Records outputs 1 and 2 while `meanwhile` runs, and at least `seconds` of sound. */
export async function recordMain(
  service: Service,
  seconds: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<Sound> {
  await startRecording(service);
  await meanwhile();
  await recorded(service, seconds);
  return stopRecording(service);
}

let recordings = 0;

/** Starts a recording of these outputs, of the main's legs unless told otherwise, under a new name. */
export async function startRecording(
  service: Service,
  outputs: readonly number[] = [1, 2],
  on: string = box,
): Promise<void> {
  const file = `main-${process.pid}-${++recordings}.wav`;
  await write(service, `/stagebox/${on}`, { recordFile: file, recordOutputs: outputs });
  // what the row says of the recording before must not count
  await service.until(`/stagebox/${on}`, (row) => row.recordingFile === file && row.recordedFrames > 0);
}

/** Waits until so much more sound has been recorded. */
export async function recorded(service: Service, seconds: number, on: string = box): Promise<void> {
  const { recordedFrames } = (await service.get(`/stagebox/${on}`)).body;
  const { rate } = (await service.get('/clock')).body;
  service.runAhead(seconds * rate);
  await service.until(`/stagebox/${on}`, (row) => row.recordedFrames >= recordedFrames + seconds * rate);
}

/** Ends the recording and reads it, every written frame in it. */
export async function stopRecording(service: Service, on: string = box): Promise<Sound> {
  // a name that was taken has rolled to the next one, and a restart goes on in a file of its own
  const { recordingFile } = (await service.get(`/stagebox/${on}`)).body;
  await write(service, `/stagebox/${on}`, { recordFile: '' });
  await service.until(`/stagebox/${on}`, (row) => row.recording === false);
  return readWav(join(service.state, 'recordings', recordingFile));
}
