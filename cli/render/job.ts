// From what was asked for to the job of core/driver-process/render.ts.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../core/config.ts';
import type { Wanted } from '../../core/desk/target.ts';
import type { RenderJob } from '../../core/driver-process/render-job.ts';
import { type DriverPackage, findDriverPackages } from '../../core/drivers/package.ts';
import { CommandFault } from '../fault.ts';
import { OfflineDesk } from './offline-desk.ts';
import type { RenderArgs, RenderRequest, StripFile } from './request.ts';
import { readSoundFormat, type SoundFormat } from './sound-file.ts';

/** The virtual stagebox that brings the files in and the mains out. */
const model = 'virtual-32x16';
const inputPorts = 32;
const outputPorts = 16;
const offeredRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000];
/** A source is one port; the right leg takes the next one (rows.md). */
const stereoKinds = ['aux', 'fxReturn', 'cue', 'main'];
/** They move others and have no sound of their own. */
const soundlessKinds = ['dca', 'muteGroup'];

/** Rejects with CommandFault: a strip, a file or a value that can't be rendered. */
export async function buildJob(args: RenderArgs, request: RenderRequest, config: Config): Promise<RenderJob> {
  const sounds = request.inputs.map(({ file, channel }) => soundOf(file, channel));
  const first = sounds[0]?.rate ?? 0;
  const rate = args.rate ?? (offeredRates.includes(first) ? first : config.rate);
  const patch = patchInputs(request.inputs, sounds);
  const played = playOutputs(request.outputs);
  const { mixer, device } = driversFor(config);
  const desk = await OfflineDesk.open({ config, processors: mixer.processors, stateFolder: args.state });
  try {
    if (args.state === undefined) await bringUp(desk, request);
    await writeAll(desk, request, (atS) => atS === 0);
    const values = [...withoutPatch(desk.values()), ...patch.sources, played.value];
    const changes = await writeAll(desk, request, (atS) => atS > 0);
    return {
      drivers: { mixer: folderOf(mixer.module), device: folderOf(device.module) },
      layout: await desk.layout(),
      model,
      rate,
      blockFrames: args.blockFrames,
      ...(args.duration === undefined ? {} : { frames: Math.max(1, Math.round(args.duration * rate)) }),
      ...(args.tail === undefined ? {} : { tailFrames: Math.round(args.tail * rate) }),
      values,
      changes: changes.map((change) => ({ atFrame: Math.round(change.atS * rate), values: change.values })),
      inputs: patch.inputs,
      outputs: played.outputs,
    };
  } finally {
    await desk.close();
  }
}

function soundOf(file: string, channel: number): SoundFormat {
  const sound = readSoundFormat(file);
  if (channel <= sound.channels) return sound;
  throw new CommandFault('refused', `${file} has ${sound.channels} channels, not ${channel}`);
}

/** Without a desk's settings, what is named is heard: at 0 dB from its file to its output. */
async function bringUp(desk: OfflineDesk, { inputs, outputs }: RenderRequest): Promise<void> {
  for (const { strip } of [...inputs, ...outputs]) await desk.write(strip, ['levelDb=0']);
}

async function writeAll(desk: OfflineDesk, { writes }: RenderRequest, when: (atS: number) => boolean) {
  const done: { atS: number; values: Wanted[] }[] = [];
  for (const { atS, path, words } of writes) {
    if (when(atS)) done.push({ atS, values: withoutPatch(await desk.write(path, words)) });
  }
  return done.filter(({ values }) => values.length > 0);
}

/** A render has its own patch: a strip without a file is silent, and the outputs are those that are asked for. */
function withoutPatch(values: readonly Wanted[]): Wanted[] {
  return values.filter(({ path, field }) => field !== 'sourceId' && !path.startsWith('/patch/'));
}

function patchInputs(files: readonly StripFile[], sounds: readonly SoundFormat[]) {
  const inputs: NonNullable<RenderJob['inputs']> = [];
  const sources: Wanted[] = [];
  let port = 1;
  files.forEach(({ strip, file, channel }, place) => {
    sources.push({ path: strip, field: 'sourceId', value: `${model}:in-${port}` });
    const next = Math.min(channel + 1, sounds[place]?.channels ?? channel);
    const channels = stereoKinds.includes(strip.split('/')[2] ?? '') ? [channel, next] : [channel];
    for (const each of channels) inputs.push({ port: `in-${port++}`, file, channel: each });
  });
  if (port - 1 > inputPorts) {
    throw new CommandFault(
      'refused',
      `A render takes ${inputPorts} inputs (a stereo strip counts twice), not ${port - 1}`,
    );
  }
  return { inputs, sources };
}

/** One port of the stagebox for each leg that is asked for, in this order. */
function playOutputs(files: readonly Omit<StripFile, 'channel'>[]) {
  const patched: object[] = [];
  const outputs = files.map(({ strip, file }) => {
    const [, , kind = '', index] = strip.split('/');
    if (soundlessKinds.includes(kind)) {
      throw new CommandFault('refused', `${strip} has no sound of its own; a DCA or a mute group moves others`);
    }
    const ports = (stereoKinds.includes(kind) ? ['left', 'right'] : ['left']).map((leg) => {
      const port = `out-${patched.length + 1}`;
      patched.push({ strip: { kind, index: Number(index) }, leg, portId: `${model}:${port}`, levelDb: 0 });
      return port;
    });
    return { ports, file };
  });
  if (patched.length > outputPorts) {
    throw new CommandFault(
      'refused',
      `A render has ${outputPorts} outputs (a stereo strip counts twice), not ${patched.length}`,
    );
  }
  return { outputs, value: { path: '/patch/outputs', field: 'outputs', value: patched } };
}

function driversFor(config: Config): { mixer: DriverPackage; device: DriverPackage } {
  const { packages } = findDriverPackages(config.drivers, config.folder);
  const mixer = packages.find(({ manifest }) => manifest.kind === 'mixer');
  const isVirtual = ({ manifest }: DriverPackage) => manifest.matches.some(({ transport }) => transport === 'virtual');
  const device = packages.find((each) => each.manifest.kind === 'stagebox' && isVirtual(each));
  if (mixer && device) return { mixer, device };
  throw new CommandFault(
    'refused',
    `The configuration switches on no ${mixer ? 'virtual stagebox' : 'mixer'}; a render needs one`,
  );
}

function folderOf(file: string): string {
  const folder = dirname(file);
  return existsSync(join(folder, 'package.json')) ? folder : folderOf(folder);
}
