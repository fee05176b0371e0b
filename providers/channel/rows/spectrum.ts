import { type Audio, type Row, type Spectrum, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { params, spectrum } from '../contract.ts';
import { carriesSound } from '../kinds.ts';
import { Sampler, type SamplerNeeds } from '../sampler.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

/** 15 spectra per second. */
const intervalMs = 1000 / 15;
/** A GET waits no longer for a spectrum; then there is no mixer that analyses. */
const timeoutMs = 500;
const bandsUnlessTold = 12;

type Bands = Spectrum['bandsPerOctave'];
interface Sample {
  readonly spectrum: Spectrum;
  readonly at: string;
}

/** The spectrum of a strip at Pre-Fader. */
export function spectrumRow(layout: Layout, audio: Audio, needs: SamplerNeeds): Row {
  const bands = new Map<string, Bands>();
  const bandsOf = (path: string) => bands.get(path) ?? bandsUnlessTold;
  const sampler = new Sampler<Sample>(needs, timeoutMs, (path, give) =>
    audio.readSpectrum(path, bandsOf(path), intervalMs, (read, atMs) =>
      give({ spectrum: read, at: new Date(atMs).toISOString() }),
    ),
  );
  const shown = (path: string, sample: Sample | undefined) => ({
    bandsPerOctave: bandsOf(path),
    frequenciesHz: sample?.spectrum.frequenciesHz ?? [],
    levelsDb: sample?.spectrum.levelsDb ?? [],
    at: sample?.at ?? '',
  });
  const listeners = new Map<string, () => void>();
  return view('/channel/{kind}/{index}/spectrum', {
    writers: 'bus',
    busOf,
    summary: 'The spectrum of a strip',
    params,
    addresses: stripAddresses(layout),
    fields: spectrum,
    writable: ['bandsPerOctave'],
    onDemand: true,
    continuous: true,
    counts: 'spectrum',
    countsAddresses: 'rtaInstances',
    get: (at) => {
      const path = stripPath(at);
      if (!carriesSound(at.kind)) return shown(path, undefined);
      const sample = sampler.read(path);
      return sample instanceof Promise ? sample.then((later) => shown(path, later)) : shown(path, sample);
    },
    write: (at, { bandsPerOctave }) => {
      const path = stripPath(at);
      if (bandsPerOctave === undefined || bandsPerOctave === bandsOf(path)) return;
      bands.set(path, bandsPerOctave);
      sampler.restart(path);
      listeners.get(path)?.();
    },
    watch: (at, changed) => {
      const path = stripPath(at);
      const stop = carriesSound(at.kind) ? sampler.watch(path, changed) : () => {};
      listeners.set(path, changed);
      return () => {
        listeners.delete(path);
        stop();
      };
    },
  });
}
