// Orders of analyses, from paths to the numbers of strips.
import type { AnalysisOrder } from 'rowdesk/driver';
import type { NativeMixer } from './native.ts';

/** What names no strip of this mixer is left out. `paths`: of its strips with sound, in their order. */
export function analyse(native: NativeMixer, order: AnalysisOrder, paths: readonly string[]): void {
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const spectra = order.spectra.flatMap(({ number, path, bandsPerOctave, intervalMs }) => {
    const strip = numbers.get(path);
    return strip === undefined ? [] : [number, strip, bandsPerOctave, intervalMs];
  });
  const alignments = order.alignments.flatMap(({ number, path, reference }) => {
    const strip = numbers.get(path);
    const other = numbers.get(reference);
    return strip === undefined || other === undefined ? [] : [number, strip, other];
  });
  native.analyse(Float64Array.from(spectra), Float64Array.from(alignments));
}
