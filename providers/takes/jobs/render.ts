// `/takes/{id}/render`: the take through the whole mixer, with the settings of now, of then, or with all moves of its show.
import { join } from 'node:path';
import {
  type Desired,
  type Fields,
  fieldRefusal,
  type Jobs,
  Refusal,
  type RenderChange,
  type RenderValue,
  type TaskRun,
} from 'rowdesk/provider';
import { type Layout, type StripKind, stripName } from '../../console/index.ts';
import { readMoves } from '../moves-file.ts';
import { readShowFile } from '../show-file.ts';
import { takeFileName } from '../take-file.ts';
import type { RenderFields } from './contract.ts';
import { FileNames } from './file-names.ts';
import type { JobDesk, JobTake } from './job-desk.ts';
import { bytesPerSample, jobFormat } from './job-format.ts';
import { playedOutputs, type RenderedStrip, RenderValues, rendered } from './render-values.ts';

export interface RenderNeeds {
  readonly desired: Desired;
  readonly jobs: Jobs;
  /** Undefined on a desk without a console. */
  readonly layout: Layout | undefined;
}

/** Moves are applied at their frame, whatever the size of a block. */
const blockFrames = 64;
/** The process of the render holds them in memory. */
const mostMoves = 1_000_000;
const soundless: readonly string[] = ['dca', 'muteGroup'];
const mainOne = [{ kind: 'main', index: 1 }];

interface Settings {
  readonly layout: Readonly<Record<string, number>>;
  readonly values: readonly RenderValue[];
  readonly changes: AsyncIterable<RenderChange>;
}

export function renderTake(
  desk: JobDesk,
  needs: RenderNeeds,
  id: string,
  given: RenderFields,
  run: TaskRun,
): Promise<Fields> {
  return desk.work(id, 'it is being rendered', run, async (take) => {
    const { file } = take;
    const { fileFormat = 'wav', bitDepth = 0, settings = 'now', tailS = 0 } = given;
    if (file.tapPoint === 'Post-Fader') {
      const words = 'It was recorded Post-Fader: processing, faders and mutes of its strips are in it already.';
      throw new Refusal('conflict', `${words} A take recorded at Top-Of-Ch or Post-Trim can be rendered.`, {
        reason: 'post-fader',
      });
    }
    const format = jobFormat(fileFormat, bitDepth, 32);
    const frames = take.frames + Math.round(tailS * file.rate);
    const of = await settingsOf(settings, take, needs, frames);
    const wanted = checked(given.outputs?.length ? given.outputs : mainOne, of.layout);
    const work = async (folder: string): Promise<Fields> => {
      const names = new FileNames();
      const strips = wanted.map(({ kind, index, file: called }): RenderedStrip => {
        const name = called?.replace(/\.(wav|flac)$/i, '') ?? take.name;
        const template = called === undefined ? '{name} {kind} {index}' : '{name}';
        return { kind, index, file: join(folder, names.free(template, { name, kind, index: `${index}` }, fileFormat)) };
      });
      const feeding = new RenderValues(file, join(take.folder, takeFileName), of.values, rendered(strips));
      const legs = strips.length * 2;
      const model = `take-${Math.max(1, feeding.inputs.length)}x${legs}`;
      const played = playedOutputs(strips, model, format);
      let moves = 0;
      async function* counted(): AsyncGenerator<RenderChange> {
        for await (const { atFrame, values } of of.changes) {
          moves++;
          yield { atFrame, values: [...feeding.patched(values)] };
        }
      }
      const report = await needs.jobs.render(
        {
          ...{ device: 'recorder', layout: { ...of.layout }, model, rate: file.rate, blockFrames, frames },
          ...{ inputs: feeding.inputs, outputs: played.outputs },
          values: [...feeding.patched(of.values), played.value],
          changes: counted(),
        },
        run,
      );
      return {
        ...{ outcome: 'applied', settings, rate: file.rate, ...format, moves },
        timesRealTime: Math.round(report.timesRealTime * 10) / 10,
        files: report.outputs.map(({ file: path, peaksDb }, n) => ({
          strip: stripName(strips[n] as RenderedStrip),
          file: path.slice(path.lastIndexOf('/') + 1),
          ...{ frames: report.frames, lengthS: report.frames / report.rate },
          peaksDb: peaksDb.map((peak) => Math.round(peak * 100) / 100),
        })),
        leftOut: feeding.leftOut,
        warnings: report.warnings,
      };
    };
    return { bytes: frames * wanted.length * 2 * bytesPerSample(format), work };
  });
}

async function settingsOf(
  which: 'now' | 'then' | 'moves',
  { file, folder }: JobTake,
  { desired, layout }: RenderNeeds,
  frames: number,
): Promise<Settings> {
  if (which === 'now') {
    if (layout === undefined) throw new Refusal('conflict', 'This desk has no console.', { reason: 'no-console' });
    return { layout: layout.counts, values: desired.of('mixer'), changes: none() };
  }
  const show = await readShowFile(folder).catch((error: Error) => {
    const words = `What the desk was like then is not kept with the take: ${error.message}`;
    throw new Refusal('conflict', words, { reason: 'no-show' });
  });
  const changes = which === 'moves' ? changesOf(folder, file.rate, frames) : none();
  return { layout: show.layout, values: show.values, changes };
}

async function* none(): AsyncGenerator<RenderChange> {}

/** The moves of the show before the end, each at its frame. */
async function* changesOf(folder: string, rate: number, frames: number): AsyncGenerator<RenderChange> {
  let count = 0;
  const moves = readMoves(folder);
  try {
    for await (const { atS, values } of moves) {
      const atFrame = Math.round(atS * rate);
      if (atFrame >= frames) return;
      count++;
      if (count > mostMoves) throw new Error(`there are more than ${mostMoves}`);
      yield { atFrame, values };
    }
  } catch (error) {
    const words = `The moves of the take can not be read: ${(error as Error).message}`;
    throw new Refusal('conflict', words, { reason: 'no-moves' });
  }
}

type Output = NonNullable<RenderFields['outputs']>[number] & { readonly kind: StripKind };

function checked(
  outputs: NonNullable<RenderFields['outputs']>,
  layout: Readonly<Record<string, number>>,
): readonly Output[] {
  outputs.forEach(({ kind, index }, place) => {
    const isThere = Object.hasOwn(layout, kind) && index <= (layout[kind] as number);
    if (isThere && !soundless.includes(kind)) return;
    const words = isThere ? 'has no sound of its own' : 'is not there';
    throw fieldRefusal(`outputs/${place}`, 'unknown-item', `${kind}/${index} ${words}.`);
  });
  return outputs as readonly Output[];
}
