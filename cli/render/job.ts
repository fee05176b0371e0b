// From what was asked for to the job of core/audio/process/render.ts.
import { type DriverPackage, findDriverPackages } from '../../core/audio/discovery/package.ts';
import type { Value } from '../../core/driver.ts';
import type { Config } from '../../core/host/config.ts';
import type { RenderJob } from '../../core/services/render-job.ts';
import { CommandError } from '../command-error.ts';
import { OfflineDesk } from './offline-desk.ts';
import type { OutputFile, RenderArgs, RenderRequest } from './request.ts';
import { readSoundFormat, type SoundFormat } from './sound-file.ts';
import { RenderSources } from './sources.ts';
import { legsOf } from './strip-legs.ts';

/** The virtual stagebox that brings the files in and the mains out has at least so many ports. */
const leastPorts = { inputs: 32, outputs: 16 };
const offeredRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000];
const outputsPath = '/patch/outputs';
/** What a render has not: other places for its outputs, hardware, and loudspeakers. */
const foreign = [outputsPath, '/patch/inserts', '/patch/insertLatencies'];
const isForeign = ({ path }: Value) => foreign.includes(path) || path.endsWith('/speakerAlign');
/** They move others and have no sound of their own. */
const soundlessKinds = ['dca', 'muteGroup'];

/** Rejects with CommandError: a strip, a file or a value that can't be rendered. */
export async function buildJob(args: RenderArgs, request: RenderRequest, config: Config): Promise<RenderJob> {
  const sounds = request.inputs.map(({ file, channel }) => soundOf(file, channel));
  const first = sounds[0]?.rate ?? 0;
  const rate = args.rate ?? (offeredRates.includes(first) ? first : config.rate);
  const sources = new RenderSources(
    request.inputs,
    sounds.map(({ channels }) => channels),
  );
  const outputPorts = portCount(request.outputs);
  const model = `virtual-${Math.max(leastPorts.inputs, sources.inputs.length)}x${Math.max(leastPorts.outputs, outputPorts)}`;
  const played = playOutputs(request.outputs, model);
  const { mixer, device } = driversFor(config);
  const desk = await OfflineDesk.open({ config, mixer, stateFolder: args.state });
  try {
    if (args.state === undefined) await bringUp(desk, request);
    const before = sources.patched(desk.values().filter((value) => !isForeign(value)));
    const changes = await writeAll(desk, request, sources);
    const atOnce = changes.filter(({ atS }) => atS === 0).flatMap(({ values }) => values);
    return {
      drivers: { mixer: mixer.folder, device: device.folder },
      layout: await desk.layout(),
      model,
      rate,
      blockFrames: args.blockFrames,
      ...(args.duration === undefined ? {} : { frames: Math.max(1, Math.round(args.duration * rate)) }),
      ...(args.tail === undefined ? {} : { tailFrames: Math.round(args.tail * rate) }),
      values: [...before, ...atOnce, played.value],
      changes: changes
        .filter(({ atS }) => atS > 0)
        .map(({ atS, values }) => ({ atFrame: Math.round(atS * rate), values })),
      inputs: sources.inputs,
      outputs: played.outputs,
    };
  } finally {
    await desk.close();
  }
}

function soundOf(file: string, channel: number): SoundFormat {
  const sound = readSoundFormat(file);
  if (channel <= sound.channels) return sound;
  throw new CommandError('refused', `${file} has ${sound.channels} channels, not ${channel}`);
}

/** Without a desk's settings, what is named is heard: at 0 dB from its file to its output. */
async function bringUp(desk: OfflineDesk, { inputs, outputs }: RenderRequest): Promise<void> {
  const strips = [...inputs.map(({ place }) => place), ...outputs.map(({ strip }) => strip)];
  for (const strip of strips) if (strip.startsWith('/channel/')) await desk.write(strip, ['levelDb=0']);
}

/** In the order of their times. Rejects with CommandError refused for what a render has not. */
async function writeAll(desk: OfflineDesk, { writes }: RenderRequest, sources: RenderSources) {
  const done: { readonly atS: number; readonly values: Value[] }[] = [];
  for (const { atS, path, words } of writes) {
    const values = await desk.write(path, words);
    sources.check(path, values);
    if (values.some((value) => value.path === outputsPath)) {
      throw new CommandError('refused', `${path}: the outputs of a render are its --output files`);
    }
    const own = values.filter((value) => !isForeign(value));
    if (own.length > 0) done.push({ atS, values: own });
  }
  return done;
}

const portCount = (outputs: readonly OutputFile[]) => outputs.reduce((sum, { strip }) => sum + legsOf(strip), 0);

/** One port of the stagebox for each leg that is asked for, in this order. */
function playOutputs(files: readonly OutputFile[], model: string) {
  const patched: object[] = [];
  const outputs = files.map(({ strip, file, format }) => {
    const [, , kind = '', index] = strip.split('/');
    if (soundlessKinds.includes(kind)) {
      throw new CommandError('refused', `${strip} has no sound of its own; a DCA or a mute group moves others`);
    }
    const ports = (legsOf(strip) === 2 ? ['left', 'right'] : ['left']).map((leg) => {
      const port = `out-${patched.length + 1}`;
      patched.push({ strip: { kind, index: Number(index) }, leg, portId: `${model}:${port}`, levelDb: 0 });
      return port;
    });
    return { ports, file, format };
  });
  return { outputs, value: { path: outputsPath, field: 'outputs', value: patched } };
}

function driversFor(config: Config): { mixer: DriverPackage; device: DriverPackage } {
  const { packages } = findDriverPackages(config.drivers, config.folder);
  const mixer = packages.find(({ manifest }) => manifest.kind === 'mixer');
  const isVirtual = ({ manifest }: DriverPackage) => manifest.matches.some(({ transport }) => transport === 'virtual');
  const device = packages.find((each) => each.manifest.kind === 'stagebox' && isVirtual(each));
  if (mixer && device) return { mixer, device };
  throw new CommandError(
    'refused',
    `The configuration switches on no ${mixer ? 'virtual stagebox' : 'mixer'}; a render needs one`,
  );
}
