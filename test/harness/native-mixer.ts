// What tests of the mixer's index.ts share: whether its native build is there, what it is opened with, and sound through it.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inTreeMixer, readMixerDescription } from '../../core/audio/discovery/mixer-description.ts';
import type { Mixer, MixerContext } from '../../core/driver.ts';

const { folder, manifest } = inTreeMixer();
const builds = ['mixer', 'test_pump'].map((name) => join(folder, 'build/Release', `${name}.node`));

/** With CI=true what is missing is a failure. */
export const isTested = builds.every(existsSync) || process.env.CI === 'true';
if (!isTested) console.info('mixer: index.ts is not tested, its native build is missing: npm run build');

export const mixerContext: MixerContext = {
  log: () => {},
  mediaFolder: '',
  recordingsFolder: '',
  pluginsFolder: '',
  stateFolder: '',
  runtimeFolder: '',
  changedOnDevice: () => {},
  changed: () => {},
  warn: () => {},
  ...readMixerDescription(folder, manifest),
};

/** Meters since the last call, as reader 0. */
export function readMeters(mixer: Mixer): {
  /** Of the left leg. */
  readonly value: (path: string, column: string) => number | undefined;
  readonly clips: (path: string) => number | undefined;
} {
  const { meterPaths, meterColumns } = mixer;
  const floats = meterColumns.reduce((sum, { legs }) => sum + legs, 0);
  const values = new Float32Array(meterPaths.length * floats);
  const clips = new Uint32Array(meterPaths.length);
  mixer.readMeters(0, values, clips);
  const firstOf = (name: string) => {
    const at = meterColumns.findIndex((column) => column.name === name);
    return meterColumns.slice(0, at).reduce((sum, { legs }) => sum + legs, 0);
  };
  return {
    value: (path, column) => values[meterPaths.indexOf(path) * floats + firstOf(column)],
    clips: (path) => clips[meterPaths.indexOf(path)],
  };
}

/**
 * Plays blocks of 64 frames through as many inputs and outputs as are connected; what came out. A 1 kHz sine of -20 dBFS is on even
 * channels, silence on odd ones. A rate of 0 Hz goes on with the one before.
 */
export function pump(
  mixer: Pick<Mixer, 'processor'>,
  rateHz: number,
  frames: number,
  inputs = 4,
  outputs = 2,
): Float32Array[] {
  return createRequire(import.meta.url)(builds[1] as string).pump(mixer.processor, rateHz, inputs, outputs, frames, 64);
}
