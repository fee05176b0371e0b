// `rowdesk render`: runs the mixer and a stagebox without a clock, as fast as the machine can. The program reads a job
// (services/render-job.ts) on stdin, and writes progress and a report as JSON lines to stdout. Exit codes: 0; 1 with the reason on
// stderr for a failure; 2 for a job that does not fit.
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Value } from '../../base/typebox.ts';
import {
  type AudioDriver,
  type ConnectedPorts,
  type Convergent,
  type DriverContext,
  type DriverKind,
  DriverManifest,
  type DriverModule,
  type MixerDriver,
  type OfflineDevice,
  type Reading,
} from '../../driver.ts';
import { RenderJob, type RenderProgress, type RenderReport, type RenderValue } from '../../services/render-job.ts';
import { readMixerDescription } from '../discovery/mixer-description.ts';
import { CheckedMixer } from './checked-mixer.ts';
import { completeParts, partOf, removeLeftParts, removeParts } from './part-files.ts';
import { decibels, overloadWords } from './render-peaks.ts';

/** Sound computed between two returns to the event loop. */
const sliceS = 1;
const defaultRate = 48000;

/** A job that does not fit; the message says where. */
export class RenderJobError extends Error {}

/** Renders the job. Rejects with RenderJobError, or with Error and its reason. */
export async function render(
  given: unknown,
  onProgress: (progress: RenderProgress) => void = () => {},
): Promise<RenderReport> {
  const job = checkJob(given);
  const warnings = new Map<string, string>();
  const context = contextFor(job, warnings);
  const mixerPackage = await loadDriver(job.drivers.mixer, 'mixer');
  const mixerDriver = mixerPackage.module as MixerDriver;
  const deviceDriver = (await loadDriver(job.drivers.device, 'stagebox', 'recorder')).module as AudioDriver;
  const device = openDevice(deviceDriver, job, context);
  const opened = mixerDriver.open(job.layout, { ...context, ...mixerPackage.described });
  const mixer = new CheckedMixer(opened, context.warn);
  const files = job.outputs.map(({ file }) => file);
  removeLeftParts(files);
  try {
    const report = await pump(job, mixer, device, onProgress, warnings);
    completeParts(files);
    return report;
  } catch (error) {
    device.close();
    removeParts(files);
    throw error;
  } finally {
    mixer.close();
  }
}

async function pump(
  job: RenderJob,
  mixer: CheckedMixer,
  device: OfflineDevice,
  onProgress: (progress: RenderProgress) => void,
  warnings: ReadonlyMap<string, string>,
): Promise<RenderReport> {
  checkTargets(job, [mixer.target, device.target]);
  const { rate, frames, blockFrames } = measure(job, device);
  const late = job.changes?.find(({ atFrame }) => atFrame >= frames);
  if (late) throw new Error(`a change at ${late.atFrame / rate} s is not before the end, at ${frames / rate} s`);
  for (const { port, file, channel = 1 } of job.inputs ?? []) if (file !== undefined) device.feed(port, file, channel);
  for (const { ports, file, format } of job.outputs) device.record(ports, partOf(file), format);

  let revision = 1;
  const apply = async (values: readonly RenderValue[]) => {
    const valuesOf = (one: Convergent) =>
      values.flatMap(({ target = mixer.target, ...value }) => (target === one.target ? [value] : []));
    refuse([device, mixer].flatMap((one) => one.apply(revision, valuesOf(one))));
    revision += 1;
    await device.settled();
    refuse(device.observe().values);
  };

  mixer.connect(portsOf(device, job));
  await apply(job.values ?? []);
  await device.prepare(mixer.processor, { rate, blockFrames });
  refuse(device.observe().values);
  mixer.open(true, 0, 'startup');

  const startedMs = performance.now();
  let at = 0;
  const runTo = async (frame: number) => {
    while (at < frame) {
      const slice = Math.min(frame - at, rate * sliceS);
      device.run(slice);
      at += slice;
      onProgress({ type: 'progress', frames: at, totalFrames: frames, rate });
      await new Promise((resume) => setImmediate(resume));
    }
  };
  for (const [atFrame, values] of inOrder(job)) {
    await runTo(atFrame);
    await apply(values);
  }
  await runTo(frames);
  const finished = device.finish();
  const elapsedS = (performance.now() - startedMs) / 1000;
  return {
    type: 'report',
    frames: finished.frames,
    rate,
    blockFrames,
    elapsedS,
    timesRealTime: frames / rate / Math.max(elapsedS, 1e-6),
    outputs: job.outputs.map(({ ports, file }) => ({
      file,
      peaksDb: ports.map((port) => decibels(finished.peaks[port] ?? 0)),
    })),
    warnings: [
      ...warnings.values(),
      ...job.outputs.flatMap((output) => overloadWords(output, finished.peaks)),
      ...mixer.state().faults.map(({ path, count }) => {
        return `${path} gave values that are no numbers, and was silenced ${count === 1 ? 'once' : `${count} times`}`;
      }),
    ],
  };
}

function checkJob(given: unknown): RenderJob {
  if (Value.Check(RenderJob, given)) return given;
  const faults = Value.Errors(RenderJob, given).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  throw new RenderJobError(`the render job does not fit: ${[...faults].slice(0, 5).join('; ')}`);
}

function checkTargets({ values = [], changes = [] }: RenderJob, targets: readonly string[]): void {
  const all = [...values, ...changes.flatMap((change) => change.values)];
  const stray = all.find(({ target }) => target !== undefined && !targets.includes(target));
  if (!stray) return;
  const { path, field, target } = stray;
  throw new RenderJobError(
    `the render job does not fit: ${path} ${field} is for ${target}; a render has ${targets.join(' and ')}`,
  );
}

function contextFor(job: RenderJob, warnings: Map<string, string>): DriverContext {
  return {
    log: () => {},
    config: job.instructionSet === undefined ? {} : { instructionSet: job.instructionSet },
    mediaFolder: job.mediaFolder ?? '',
    recordingsFolder: '',
    pluginsFolder: '',
    stateFolder: '',
    runtimeFolder: '',
    changedOnDevice: () => {},
    changed: () => {},
    warn: (id, text) => (text === '' ? warnings.delete(id) : warnings.set(id, text)),
  };
}

/** The module that a driver package's manifest names, and a mixer's description. */
async function loadDriver(folder: string, ...kinds: readonly DriverKind[]) {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))?.rowdesk?.driver;
  if (!Value.Check(DriverManifest, manifest))
    throw new Error(`${folder} is no driver: its package.json has no manifest`);
  if (!kinds.includes(manifest.kind))
    throw new Error(`${folder} is a driver of kind ${manifest.kind}, not ${kinds.join(' or ')}`);
  const { default: module } = await import(pathToFileURL(resolve(folder, manifest.module)).href);
  return { module: module as DriverModule, described: readMixerDescription(folder, manifest) };
}

function openDevice(driver: AudioDriver, job: RenderJob, context: DriverContext): OfflineDevice {
  const model = job.model ?? 'virtual-32x16';
  if (!driver.offline) throw new Error(`${job.drivers.device} has no device for a render`);
  return driver.offline({ id: model, transport: 'virtual', modelId: model, model, label: model, address: '' }, context);
}

/** Rate, length and block size: the job's, else those of its files. */
function measure(job: RenderJob, device: OfflineDevice): { rate: number; frames: number; blockFrames: number } {
  const sounds = (job.inputs ?? []).flatMap(({ file }) => (file === undefined ? [] : [device.look(file)]));
  const own = sounds[0]?.rate;
  const isOffered = own !== undefined && device.description.supportedRates.includes(own);
  const rate = job.rate ?? (isOffered ? own : defaultRate);
  const longest = Math.max(0, ...sounds.map((sound) => Math.ceil((sound.frames * rate) / sound.rate)));
  const frames = job.frames ?? longest + (job.tailFrames ?? 0);
  if (frames === 0) throw new RenderJobError('the render job does not fit: without an input it has to say `frames`');
  return { rate, frames, blockFrames: job.blockFrames ?? 64 };
}

/** By frame, ascending; changes of one frame are joined. */
function inOrder(job: RenderJob): ReadonlyMap<number, readonly RenderValue[]> {
  const byFrame = new Map<number, RenderValue[]>();
  for (const { atFrame, values } of [...(job.changes ?? [])].sort((a, b) => a.atFrame - b.atFrame)) {
    byFrame.set(atFrame, [...(byFrame.get(atFrame) ?? []), ...values]);
  }
  return byFrame;
}

/** The ports of the stagebox as the mixer connects them; a strip's source may have another name. */
function portsOf({ description }: OfflineDevice, job: RenderJob): ConnectedPorts {
  const sources = new Map(job.inputs?.map(({ port, source }) => [port, source]));
  const of = (side: string) =>
    description.ports
      .filter(({ direction }) => direction === side)
      .map(({ id }) => (side === 'input' ? sources.get(id) : undefined) ?? `${description.id}:${id}`);
  return { inputs: of('input'), outputs: of('output') };
}

function refuse(answers: readonly Reading[]): void {
  const refused = answers.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return;
  throw new Error(refused.map(({ path, field, reason }) => `${path} ${field}: ${reason ?? 'refused'}`).join('\n'));
}

async function main(): Promise<void> {
  let isLeft = false;
  // Without the process that reads it nothing of the render stays.
  process.stdout.on('error', () => (isLeft = true));
  process.stderr.on('error', () => {});
  const write = (line: object) => {
    if (isLeft) throw new Error('its reader has gone');
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  try {
    write(await render(JSON.parse(readFileSync(0, 'utf8')), write));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof RenderJobError || error instanceof SyntaxError ? 2 : 1;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
