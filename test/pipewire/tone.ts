// A tone through the desk in a PipeWire: pw-cat plays it into the first port and records the main, sox judges what came out.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { type Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import type { Service } from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const toneHz = 997;
const toneDb = -6;
/** RMS of the tone at the centre of the pan law. */
const heardDb = toneDb - 10 * Math.log10(2) - 10 * Math.log10(2);
const withinDb = 0.1;
const withinHz = 20;
/** A busy machine loses cycles of servers and their clients: a window without a loss is judged. */
const usualWindowS = 0.02;
const wholeDb = -60;
const leastWhole = 5;
const mostSeconds = 20;

export interface Listener {
  /** Judges pitch and level of the tone in what is recorded from now on, in whole windows of so many seconds. */
  hear(windowS?: number): Promise<void>;
  end(): Promise<void>;
}

/** Plays for a minute, and records, at this rate. `name`: of the two programs' nodes and of the files. */
export async function listen(daemon: Daemon, desk: Service, name: string, rate: number): Promise<Listener> {
  const tone = join(desk.state, `${name}-tone.wav`);
  writeWav(tone, rate, [sine(toneHz, toneDb, rate, rate * 60)]);
  const player = await Cat.play(daemon, { name: `${name}-play`, file: tone, channels: 1, rate });
  daemon.run('pw-link', player.ports[0] as string, 'rowdesk:in_1');
  const file = join(desk.state, `${name}.wav`);
  const recorder = await Cat.record(daemon, { name: `${name}-record`, file, channels: 2, rate });
  for (const [n, port] of recorder.ports.entries()) daemon.run('pw-link', `rowdesk:out_${n + 1}`, port);
  const seconds = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / (rate * 2 * 4);
  const soFar = async (after: number) => {
    await until('the recording', () => seconds() > after);
  };
  await soFar(1);
  return {
    hear: async (windowS = usualWindowS) => {
      // The program writes in blocks, and behind its node.
      const from = seconds() + 0.4;
      for (let second = from; second < from + mostSeconds; second++) {
        await soFar(second + 1.1);
        if (judge(file, second, rate, windowS)) return;
      }
      throw new Error(`${file}: no tone after ${from} s`);
    },
    end: async () => {
      await recorder.end();
      await player.end();
    },
  };
}

/** Sox judges the best window of this second. False without enough windows of an unbroken tone. */
function judge(file: string, from: number, rate: number, windowS: number): boolean {
  const raw = ['-t', 'f32', '-r', String(rate), '-c', '1'];
  const sox = (args: readonly string[], input?: Buffer) =>
    spawnSync('sox', args, { ...(input ? { input } : {}), maxBuffer: 2 ** 24 });
  const second = sox(['--ignore-length', file, ...raw, '-', 'remix', '1', 'trim', String(from), '1']).stdout;
  const bytes = Math.round(rate * windowS) * 4;
  const windows = Array.from({ length: Math.floor(second.length / bytes) }, (_, n) =>
    second.subarray(n * bytes, (n + 1) * bytes),
  );
  const residuals = windows.map((window) => residualIn(samplesIn(window), rate));
  if (residuals.filter((each) => each < wholeDb).length < leastWhole) return false;
  const best = windows[residuals.indexOf(Math.min(...residuals))];
  const said = (effect: string) => sox([...raw, '-', '-n', effect], best).stderr.toString();
  const levelDb = Number(/RMS lev dB +(\S+)/.exec(said('stats'))?.[1]);
  const frequencyHz = Number(/Rough +frequency: +(\S+)/.exec(said('stat'))?.[1]);
  expect(Math.abs(levelDb - heardDb), `${levelDb} dB`).toBeLessThan(withinDb);
  expect(Math.abs(frequencyHz - toneHz), `${frequencyHz} Hz`).toBeLessThan(withinHz);
  return true;
}

/** Infinite for silence. */
function residualIn(samples: Float64Array, rate: number): number {
  const { residualDb } = fitSine(samples, toneHz, rate);
  return Number.isNaN(residualDb) ? Number.POSITIVE_INFINITY : residualDb;
}

function samplesIn(bytes: Buffer): Float64Array {
  return Float64Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readFloatLE(n * 4));
}
