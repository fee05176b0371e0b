import { type Audio, type Row, type Spectrum, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { params, spectrum } from '../contract.ts';
import { carriesSound } from '../kinds.ts';
import { Readings, type ReadingsNeeds } from '../readings.ts';
import { stripAddresses } from '../strips.ts';

/** 15 spectra per second. */
const intervalMs = 1000 / 15;
/** A GET waits no longer for a first spectrum; then there is no mixer that analyses. */
const patienceMs = 500;
const bandsUnlessTold = 12;

type Bands = Spectrum['bandsPerOctave'];
interface Reading {
  readonly spectrum: Spectrum;
  readonly at: string;
}

/** The spectrum of a strip at Pre-Fader. */
export function spectrumRow(layout: Layout, audio: Audio, needs: ReadingsNeeds): Row {
  const bands = new Map<string, Bands>();
  const bandsOf = (path: string) => bands.get(path) ?? bandsUnlessTold;
  const readings = new Readings<Reading>(needs, patienceMs, (path, sample) =>
    audio.readSpectrum(path, bandsOf(path), intervalMs, (read, atMs) =>
      sample({ spectrum: read, at: new Date(atMs).toISOString() }),
    ),
  );
  const shown = (path: string, reading: Reading | undefined) => ({
    bandsPerOctave: bandsOf(path),
    frequenciesHz: reading?.spectrum.frequenciesHz ?? [],
    levelsDb: reading?.spectrum.levelsDb ?? [],
    at: reading?.at ?? '',
  });
  const listeners = new Map<string, () => void>();
  return view('/channel/{kind}/{index}/spectrum', {
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
      const reading = readings.read(path);
      return reading instanceof Promise ? reading.then((later) => shown(path, later)) : shown(path, reading);
    },
    write: (at, { bandsPerOctave }) => {
      const path = stripPath(at);
      if (bandsPerOctave === undefined || bandsPerOctave === bandsOf(path)) return;
      bands.set(path, bandsPerOctave);
      readings.restart(path);
      listeners.get(path)?.();
    },
    watch: (at, changed) => {
      const path = stripPath(at);
      const stop = carriesSound(at.kind) ? readings.watch(path, changed) : () => {};
      listeners.set(path, changed);
      return () => {
        listeners.delete(path);
        stop();
      };
    },
  });
}
